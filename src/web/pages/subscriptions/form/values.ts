import { isCalendarDay } from '../../../../core/billing/days.ts';
import { hundredthsOf } from '../../../../core/billing/money.ts';
import { limits } from '../../../../modules/subscriptions/rules/limits.ts';
import type { Schemas } from '../../../api/answers.ts';
import { intervalOf, type Unit } from '../../../format/intervals.ts';
import { amountText, parseAmount } from '../../../format/money.ts';
import { detailFields, type DetailName, detailText, mapDetails } from '../../../subscriptions/detailFields.ts';
import type {
  Currency,
  Details,
  DetailsPatch,
  Draft,
  Patch,
  Status,
  Subscription,
} from '../../../subscriptions/fields.ts';
import { anchorIn, billingIn } from './schedule.ts';

/** What the form of a subscription holds, as its controls have it: each detail as text. */
export interface FormValues extends Readonly<Record<DetailName, string>> {
  readonly name: string;
  readonly amount: string;
  /** Empty only in the form for a record of a file that does not say it. */
  readonly currency: Currency;
  readonly count: string;
  readonly unit: Unit;
  readonly lastPaymentDate: string;
  /** The day of the next payment when the user gives that one, and the last one follows from it; otherwise null. */
  readonly nextPaymentDate: string | null;
  /** The day of the month on which payments are due, 1 to 31; null for that of the payment that the user gives. */
  readonly anchorDay: number | null;
  readonly category: string;
  readonly status: Status;
  readonly notificationEnabled: boolean;
}

export type FormField = keyof FormValues;

/** A subscription with its details, as the API takes it. */
export interface Content {
  readonly fields: Draft;
  readonly details: Omit<Details, 'noticeBy'>;
}

/** A control whose value cannot be sent. */
export type FaultyControl =
  'name' | 'amount' | 'count' | 'lastPaymentDate' | 'nextPaymentDate' | 'category' | 'currency';

/** The values of a form for a new subscription. `today` is a day `YYYY-MM-DD`. */
export function newValues(currency: Currency, today: string): FormValues {
  return {
    name: '',
    amount: '',
    currency,
    count: '1',
    unit: 'month',
    lastPaymentDate: today,
    nextPaymentDate: null,
    anchorDay: null,
    category: '',
    status: 'active',
    notificationEnabled: true,
    ...mapDetails(() => ''),
  };
}

/** The values of a form for a stored subscription. Its amount is written as the locale does. */
export function valuesOf(record: Subscription, locale: string): FormValues {
  const interval = intervalOf(record);
  const { name, currency, lastPaymentDate, category, status, notificationEnabled, details } = record;
  return {
    name,
    amount: amountText(record.amount, locale, currency),
    currency,
    count: interval ? String(interval.count) : '',
    unit: interval?.unit ?? 'month',
    lastPaymentDate,
    nextPaymentDate: null,
    anchorDay: details?.anchorDay ?? null,
    category,
    status,
    notificationEnabled,
    ...mapDetails((detail) => (details ? detailText(detail, details) : '')),
  };
}

/** The controls whose values cannot be sent, in the order of the form. */
export function faultyControls(values: FormValues, locale: string): readonly FaultyControl[] {
  const billing = billingIn(values);
  const day = values.nextPaymentDate === null ? 'lastPaymentDate' : 'nextPaymentDate';
  const isFaulty: Readonly<Partial<Record<FaultyControl, boolean>>> = {
    name: values.name.trim() === '',
    amount: amountIn(values, locale) === undefined,
    currency: values.currency === '',
    count: billing === undefined,
    // With an interval that cannot be sent, only a day that is none is known to be wrong.
    [day]: !isCalendarDay(values[day] ?? '') || (billing !== undefined && anchorIn(values) === undefined),
    category: values.category.trim() === '',
  };
  return (Object.keys(isFaulty) as FaultyControl[]).filter((control) => isFaulty[control]);
}

/** What a form says to the API; undefined while a control has a value that cannot be sent. */
export function contentOf(values: FormValues, locale: string): Content | undefined {
  const [amount, billing, anchor] = [amountIn(values, locale), billingIn(values), anchorIn(values)];
  if (faultyControls(values, locale).length > 0 || !(amount !== undefined && billing && anchor)) return undefined;
  const { period, customDate, everyMonths } = billing;
  const { name, category, currency, notificationEnabled, status } = values;
  return {
    fields: {
      name,
      category,
      amount,
      currency,
      period,
      lastPaymentDate: anchor.lastPaymentDate,
      ...(customDate !== undefined && { customDate }),
      notificationEnabled,
      status,
    },
    details: {
      ...detailsIn(values),
      everyMonths: everyMonths ?? null,
      anchorDay: anchor.anchorDay,
    },
  };
}

/** The same form with a value that can be sent at each of some controls. `today` is a day `YYYY-MM-DD`. */
export function mended(values: FormValues, controls: readonly FormField[], today: string): FormValues {
  const currency = values.currency || 'EUR';
  const valid: FormValues = { ...newValues(currency, today), name: '?', amount: '0', category: '?' };
  const { count, unit, lastPaymentDate, nextPaymentDate } = valid;
  const parts = controls.map((control) => {
    if (control === 'count') return { count, unit };
    if (control === 'nextPaymentDate') return { lastPaymentDate, nextPaymentDate };
    return { [control]: valid[control] };
  });
  return Object.assign({ ...values }, ...parts) as FormValues;
}

/** The amount that a user typed; undefined when it is none that the API takes. */
export function amountIn({ amount }: Pick<FormValues, 'amount'>, locale: string): number | undefined {
  const parsed = parseAmount(amount.trim(), locale);
  return parsed === undefined || hundredthsOf(parsed) === undefined ? undefined : parsed;
}

/** The details of a new subscription that have a value; undefined without any. */
export function givenDetails({ details }: Content): DetailsPatch | undefined {
  return partOf(details, (value) => value !== null && !(Array.isArray(value) && value.length === 0));
}

/** The write that stores a new subscription. */
export function creationOf(content: Content): Schemas['Batch']['operations'][number] {
  const details = givenDetails(content);
  return { action: 'create', subscription: content.fields, ...(details && { details }) };
}

const dateFields = ['lastPaymentDate', 'period', 'customDate'] as const;

/** What has to be sent to turn one content into another; a part without changes is undefined. */
export function changesOf(
  before: Content,
  after: Content,
): { readonly patch: Patch | undefined; readonly details: DetailsPatch | undefined } {
  const patch = partOf(after.fields, (value, name) => !isSame(value, before.fields[name]));
  // The service forgets the anchor day when the dates change, unless it is sent with them.
  const isAnchorSent = after.details.anchorDay !== null && dateFields.some((field) => patch?.[field] !== undefined);
  return {
    patch,
    details: partOf(
      after.details,
      (value, name) => !isSame(value, before.details[name]) || (name === 'anchorDay' && isAnchorSent),
    ),
  };
}

/** The controls whose values differ between two forms. */
export function differingFields(a: FormValues, b: FormValues): readonly FormField[] {
  return (Object.keys(a) as FormField[]).filter((field) => a[field] !== b[field]);
}

/** The control that shows a field of the API; undefined for one that the form does not have. */
export function controlOf(field: string | undefined, known: FormValues): FormField | undefined {
  if (field === 'period' || field === 'customDate' || field === 'everyMonths') return 'count';
  if (field === 'lastPaymentDate' && known.nextPaymentDate !== null) return 'nextPaymentDate';
  return (Object.keys(known) as FormField[]).find((name) => name === field);
}

const bounds: Readonly<Record<string, Readonly<Record<string, number>>>> = limits;

/** How many characters the control of one text takes; undefined for any other. */
export function lengthMaxOf(field: FormField): number | undefined {
  const { maxLength, maxItems } = bounds[field] ?? {};
  return maxItems === undefined ? maxLength : undefined;
}

/** The details that a form holds, as the API takes them. */
export function detailsIn(values: Readonly<Record<DetailName, string>>): Pick<Details, DetailName> {
  return mapDetails((name) => detailFields[name].parse(values[name])) as Pick<Details, DetailName>;
}

function partOf<Whole extends object>(
  whole: Whole,
  belongs: (value: Whole[keyof Whole], name: keyof Whole) => boolean,
): Partial<Whole> | undefined {
  const part = (Object.keys(whole) as (keyof Whole)[]).filter((name) => belongs(whole[name], name));
  if (part.length === 0) return undefined;
  return Object.fromEntries(part.map((name) => [name, whole[name]])) as Partial<Whole>;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
