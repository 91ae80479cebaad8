import type { FieldFacts } from '../../../../domain/fields/fieldTable.ts';
import { detailFields as detailTable } from '../../../../domain/subscriptions/detailFields.ts';
import { subscriptionFields } from '../../../../domain/subscriptions/fields.ts';
import { billingOf, intervalOf, type Unit } from '../../../format/intervals.ts';
import { amountText, parseAmount } from '../../../format/money.ts';
import {
  type Currency,
  detailFields,
  type DetailName,
  type Details,
  type DetailsPatch,
  detailText,
  type Draft,
  mapDetails,
  type Patch,
  type Status,
  type Subscription,
  type TermDetail,
} from '../../../subscriptions/fields.ts';

/** What the form of a subscription holds, as its controls have it: each detail as text. */
export interface FormValues extends Readonly<Record<DetailName, string>> {
  readonly name: string;
  readonly amount: string;
  readonly currency: Currency;
  readonly count: string;
  readonly unit: Unit;
  readonly lastPaymentDate: string;
  readonly category: string;
  readonly status: Status;
  readonly notificationEnabled: boolean;
}

/** The name of a control of the form. */
export type FormField = keyof FormValues;

/** A subscription with its details, as the API takes it. */
export interface Content {
  readonly fields: Draft;
  readonly details: Omit<Details, 'anchorDay' | TermDetail>;
}

/** A control with a value that cannot be sent. */
export interface FormFault {
  readonly field: 'name' | 'amount' | 'count' | 'lastPaymentDate' | 'category';
}

/** The values of a form for a new subscription. `today` is a day `YYYY-MM-DD`. */
export function newValues(currency: Currency, today: string): FormValues {
  return {
    name: '',
    amount: '',
    currency,
    count: '1',
    unit: 'month',
    lastPaymentDate: today,
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
    category,
    status,
    notificationEnabled,
    ...mapDetails((detail) => (details ? detailText(detail, details) : '')),
  };
}

/** What a form says to the API, or the first control whose value cannot be sent. The name and the category may be blank. */
export function contentOf(values: FormValues, locale: string): Content | FormFault {
  const amount = parseAmount(values.amount.trim(), locale);
  if (amount === undefined) return { field: 'amount' };
  const billing = billingOf({ count: /^\d+$/.test(values.count) ? Number(values.count) : 0, unit: values.unit });
  if (billing === undefined) return { field: 'count' };
  if (values.lastPaymentDate === '') return { field: 'lastPaymentDate' };
  const { period, customDate, everyMonths } = billing;
  const { name, category, currency, lastPaymentDate, notificationEnabled, status } = values;
  return {
    fields: {
      name,
      category,
      amount,
      currency,
      period,
      lastPaymentDate,
      ...(customDate !== undefined && { customDate }),
      notificationEnabled,
      status,
    },
    details: {
      ...detailsIn(values),
      everyMonths: everyMonths ?? null,
    },
  };
}

/** What a form says to the API when nothing required is blank, or the first control that has to be changed. */
export function completeContentOf(values: FormValues, locale: string): Content | FormFault {
  if (values.name.trim() === '') return { field: 'name' };
  const content = contentOf(values, locale);
  if ('field' in content || values.category.trim() !== '') return content;
  return { field: 'category' };
}

/** The details of a new subscription that have a value; undefined without any. */
export function givenDetails({ details }: Content): DetailsPatch | undefined {
  return partOf(details, (value) => value !== null && !(Array.isArray(value) && value.length === 0));
}

/** What has to be sent to turn one content into another; a part without changes is undefined. */
export function changesOf(
  before: Content,
  after: Content,
): { readonly patch: Patch | undefined; readonly details: DetailsPatch | undefined } {
  return {
    patch: partOf(after.fields, (value, name) => !isSame(value, before.fields[name])),
    details: partOf(after.details, (value, name) => !isSame(value, before.details[name])),
  };
}

/** The controls whose values differ between two forms. */
export function differingFields(a: FormValues, b: FormValues): readonly FormField[] {
  return (Object.keys(a) as FormField[]).filter((field) => a[field] !== b[field]);
}

/** The control that shows a field of the API; undefined for one that the form does not have. */
export function controlOf(field: string | undefined, known: FormValues): FormField | undefined {
  if (field === 'period' || field === 'customDate' || field === 'everyMonths') return 'count';
  return (Object.keys(known) as FormField[]).find((name) => name === field);
}

const facts: Readonly<Record<string, FieldFacts>> = { ...subscriptionFields, ...detailTable };

/** How many characters the control of one text takes; undefined for any other. */
export function lengthMaxOf(field: FormField): number | undefined {
  const own = facts[field];
  return own && 'lengthMax' in own && own.kind !== 'labels' ? own.lengthMax : undefined;
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
