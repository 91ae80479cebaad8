import { limits } from '../../modules/subscriptions/rules/limits.ts';
import { passwordLength } from '../../core/access/user.ts';
import { wordsOfService, type Problem } from '../api/answers.ts';
import { formatDay, formatWait, wordLocaleOf } from '../format/intl.ts';
import { detailFields as shownDetails, mainLabels } from '../subscriptions/detailFields.ts';
import type { FieldKind } from './en/errors.ts';
import { translateKnown, type Reader } from './translate.ts';

/** What a field may contain: its kind, and limits. */
type Rule = Readonly<Record<string, unknown>> & { readonly kind: FieldKind };

// The next payment would be too late.
const interval: Rule = { kind: 'interval' };
const password: Rule = { kind: 'password', minimum: passwordLength.min, maximum: passwordLength.max };
const amount: Rule = { kind: 'amount' };
const choice: Rule = { kind: 'choice' };
const day: Rule = { kind: 'day' };

/** The rules of the fields that a page sends, by the code of their errors. */
const rules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  invalid_subscription: {
    name: { kind: 'label', ...limits.name },
    category: { kind: 'label', ...limits.category },
    amount,
    currency: choice,
    period: interval,
    customDate: interval,
    lastPaymentDate: day,
    status: choice,
  },
  invalid_field: {
    notes: { kind: 'text', ...limits.notes },
    url: { kind: 'url' },
    paymentMethod: { kind: 'label', ...limits.paymentMethod },
    tags: { kind: 'labels', ...limits.tags },
    trialEndsOn: day,
    endsOn: day,
    cancelBefore: day,
    termEndsOn: day,
    termMonths: { kind: 'count', ...limits.termMonths },
    noticePeriod: { kind: 'duration', ...limits.noticePeriod },
    keepThrough: day,
    priceSteps: { kind: 'prices', ...limits.priceSteps },
    anchorDay: { kind: 'count', ...limits.anchorDay },
    amount,
    everyMonths: interval,
    name: { kind: 'name', maxLength: 80 },
    householdName: { kind: 'name', maxLength: 80 },
    monthlyBudget: amount,
    scope: choice,
    expiresAt: { kind: 'instant' },
    password,
    new: password,
  },
};

/** The labels of fields, as the form and the activity have them. */
const labels: Readonly<Record<string, string>> = {
  ...mainLabels,
  ...Object.fromEntries(Object.entries(shownDetails).map(([name, { label }]) => [name, label])),
  amount: 'activity.field.price',
  paidOn: 'subscriptions.pay.day',
  removed: 'subscriptions.detail.payments',
  currency: 'activity.field.price',
  period: 'activity.field.interval',
  customDate: 'activity.field.interval',
  everyMonths: 'activity.field.interval',
  apiKey: 'signIn.key',
  scope: 'common.rights',
  householdName: 'common.household',
};

/**
 * What is wrong with a request, and what to do, in the language of the reader. It takes the first text that the catalogue has: for
 * the code and its reason, for the code at its field, for the kind of field, for the code, for all records that are not there. If
 * it has none, the words of the service.
 */
export function problemText(reader: Reader, problem: Problem): string {
  const { code, field = '', reason } = problem;
  const rule = rules[code]?.[field];
  const values = { ...rule, ...valuesOf(reader, problem) };
  const shared = code.endsWith('_not_found') ? 'record_not_found' : '';
  for (const key of [`${code}.${reason?.code}`, `${code}.${field}`, `rule.${rule?.kind}`, code, shared]) {
    const words = translateKnown(reader, `errors.${key}`, values);
    if (words !== undefined) return words;
  }
  return wordsOfService(problem);
}

/** The words for a field of the API; its name if there are none. */
export function fieldText(reader: Reader, field: string): string {
  return (
    translateKnown(reader, labels[field] ?? `activity.field.${field}`) ??
    translateKnown(reader, `signIn.${field}`) ??
    field
  );
}

function valuesOf(reader: Reader, problem: Problem): Readonly<Record<string, unknown>> {
  const { message, field, reason, allowedValues, conflictingFields, current, requestId, retryAfterSeconds } = problem;
  const due = current?.['nextPaymentDate'];
  const locale = wordLocaleOf(reader.language, reader.locale);
  const fields = conflictingFields?.map((name) => fieldText(reader, name));
  return {
    ...numbersIn(reason?.values),
    message,
    field: field && fieldText(reader, field),
    allowedValues: allowedValues?.join(', '),
    fields: fields && Array.from(new Set(fields)).join(', '),
    nextPaymentDate: typeof due === 'string' ? formatDay(due, locale, 'full') : undefined,
    requestId,
    wait: retryAfterSeconds && formatWait(retryAfterSeconds, locale),
  };
}

// Of the values of a reason, these are numbers. Others are names, versions or what somebody wrote.
const numbers: ReadonlySet<string> = new Set(['count', 'max', 'quotes']);

function numbersIn(values: Readonly<Record<string, string>> = {}): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, numbers.has(name) ? Number(value) : value]),
  );
}
