import type { TObject } from '@sinclair/typebox';
import { importFields, type ImportFault, type ImportOptions, type ImportRow } from '../rules/importTypes.ts';
import type { TwinFault } from '../store/plan.ts';
import { problem, type RecordReasonCode } from '../rules/values/problems.ts';
import { isPaidTooLate } from '../../subscriptions/rules/renewal.ts';
import type { ApiError } from '../../../core/http/errors/apiError.ts';
import { bodyFactsOf } from '../../../core/fields/bodies.ts';
import { fixFor, keepsRule, ruleOf } from '../../../core/fields/define.ts';
import { wordsOf } from '../../../core/fields/fieldTypes.ts';
import { DetailsBody, subscriptionBodies } from '../../subscriptions/model.ts';

const fieldsInOrder: readonly string[] = importFields;

// From which fields of the file a required one follows: with a fault of one of them, it is not missing.
const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  lastPaymentDate: ['nextPaymentDate', 'startDate', 'period'],
};

/**
 * Finds the faults of the values of a record: those that its reader found, and those that a write of them would have, with the
 * currencies that may be written. In the order of the fields.
 *
 * @param today the current day, `YYYY-MM-DD`
 */
export function faultFinder({
  currencies,
  keptCurrencies = [],
  today,
}: Pick<ImportOptions, 'currencies' | 'keptCurrencies' | 'today'>): (row: ImportRow) => readonly ImportFault[] {
  const { draft: DraftBody } = subscriptionBodies({ allowed: [...currencies, ...keptCurrencies], kept: [] });
  return ({ draft, details = {}, payments = [], faults }) => {
    const known = new Set(faults.map(({ field }) => field));
    const found = [
      ...faults,
      ...faultsIn(DraftBody, draft, known),
      ...faultsIn(DetailsBody, details, known),
      ...(known.has('payments') ? [] : faultsOfPayments(payments, today)),
    ];
    return found.sort((one, other) => fieldsInOrder.indexOf(one.field) - fieldsInOrder.indexOf(other.field));
  };
}

/** A fault of a record, as an error of the API has it. */
export function faultOfError({ errorCode, message, details }: ApiError, reason: RecordReasonCode): ImportFault {
  const { field = '', suggestedFix = '', allowedValues } = details;
  const about = { code: errorCode, field, message, suggestedFix, reason: { code: reason, values: { field } } };
  return allowedValues === undefined ? about : { ...about, allowedValues };
}

/** The fault of a record that is to update a subscription, and could mean several or none. */
export function faultOfTwin(fault: TwinFault): ImportFault {
  const found = fault.code === 'noTwin' ? problem('noTwin') : problem('severalTwins', { count: fault.count });
  return { code: 'invalid_subscription', field: 'name', ...found.problem };
}

function faultsIn(
  schema: TObject,
  sent: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): readonly ImportFault[] {
  const { invalid, unknown } = bodyFactsOf(schema);
  const unwritable = Object.keys(sent).filter((name) => !Object.hasOwn(schema.properties, name));
  const faults = Object.entries(schema.properties).flatMap(([field, rule]): readonly ImportFault[] => {
    const isThere = Object.hasOwn(sent, field);
    const follows = sourcesOf[field]?.some((source) => known.has(source)) === true;
    const isMissing = !isThere && !follows && schema.required?.includes(field) === true;
    if (known.has(field) || !(isThere ? !keepsRule(rule, sent[field]) : isMissing)) return [];
    const fix = fixFor(rule, sent[field]);
    const found = isMissing
      ? problem('missing', { field }, fix)
      : problem('brokenRule', { field, rule: ruleOf(rule) }, fix);
    const words = wordsOf(rule);
    const allowed = words.length === 0 ? {} : { allowedValues: words };
    return [{ code: invalid, field, ...found.problem, ...allowed }];
  });
  return [
    ...unwritable.map((field) => ({ code: unknown, field, ...problem('unknownField', { field }).problem })),
    ...faults,
  ];
}

function faultsOfPayments(payments: NonNullable<ImportRow['payments']>, today: string): readonly ImportFault[] {
  const known = new Set<string>();
  for (const [index, one] of payments.entries()) {
    if (isPaidTooLate(one.paidOn, today)) {
      return [paymentFault(problem('paymentTooLate', { payment: index + 1 }))];
    }
    const days = `${one.dueOn} ${one.paidOn}`;
    if (known.has(days)) {
      return [paymentFault(problem('paymentTwice', { payment: index + 1 }))];
    }
    known.add(days);
  }
  return [];
}

function paymentFault({ problem: found }: ReturnType<typeof problem>): ImportFault {
  return { code: 'invalid_field', field: 'payments', ...found };
}
