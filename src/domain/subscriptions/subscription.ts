import { occurrence } from '../billing/occurrences.ts';
import { billingOf, isCustom, type BillingPeriod, type Period } from '../billing/periodTable.ts';
import { amountOf, hundredthsOf } from '../billing/money.ts';
import { defaultOf, namesOf, type NamesWith, type StoredValueOf } from '../fields/fieldTable.ts';
import {
  subscriptionFields,
  writableFieldsInOrder,
  type SubscriptionDraft,
  type SubscriptionPatch,
  type SubscriptionView,
  type WritableField,
} from './fields.ts';

// The earliest day that a date can name.
const firstDay = '0000-01-01';

type Fields = typeof subscriptionFields;
type FieldName = keyof Fields;

// What these have in the store depends on each other, or has another unit.
const notPlain = ['amount', 'lastPaymentDate', 'period', 'customDate'] as const;

/** The writable fields that are stored as answers have them, independent of other fields. */
type PlainField = Exclude<WritableField, (typeof notPlain)[number]>;
type PlainValues = { readonly [Name in PlainField]: StoredValueOf<Fields[Name]> };

/** The details on which the dates of a subscription depend. */
interface ScheduleDetails {
  /** The day of the month, 1 to 31, on which a period of months is due; null for the day of `lastPaymentDate`. */
  readonly anchorDay: number | null;
  /** The last day on which a payment may be due, `YYYY-MM-DD`. */
  readonly endsOn: string | null;
}

/** A subscription as it is stored: money in hundredths, the custom interval in days, dates `YYYY-MM-DD`, instants ISO 8601 UTC. */
export type Subscription = BillingPeriod & { readonly amountHundredths: number } & ScheduleDetails & {
    readonly [Name in Exclude<FieldName, 'amount' | 'period' | 'customDate'>]: StoredValueOf<Fields[Name]>;
  };

/** A fault between fields: the field to report, and the reason. */
export interface RelationFault {
  readonly field: 'customDate' | 'lastPaymentDate' | 'period';
  readonly reason: 'customDateMissing' | 'customDateUnwanted' | 'dateTooLate';
}

/** Either the decided value, or the fault that prevents it. */
export type Decision<Value> = { readonly value: Value } | { readonly fault: RelationFault };

/** What identifies a new subscription: its id (a UUID) and the instant of its creation (ISO 8601 UTC). */
export interface Birth {
  readonly id: string;
  readonly at: string;
}

/** The fault between the fields of a draft, if there is one. */
export function faultInDraft(draft: SubscriptionDraft): RelationFault | undefined {
  return faultOf(draftedSchedule(draft));
}

/** The fault between the fields of a patch, for every possible stored record, if there is one. */
export function faultInPatchAlone(patch: SubscriptionPatch): RelationFault | undefined {
  const { period, lastPaymentDate = firstDay } = patch;
  const interval = presentCustomDate(patch.customDate);
  const isDecided = period !== undefined && (!isCustom(period) || patch.customDate !== undefined);
  const dates = { lastPaymentDate, everyMonths: null, anchorDay: null };
  if (isDecided) return faultOf(scheduleOf({ ...dates, period, customDate: interval }, patch));
  // Assumes the most favourable value of an absent field: the earliest day, the shortest interval.
  return faultOf(scheduleOf({ ...dates, period: 'custom', customDate: interval ?? '1' }, patch));
}

/** The fault between the fields of a patch and those of the stored record, if there is one. */
export function faultInPatch(stored: Subscription, patch: SubscriptionPatch): RelationFault | undefined {
  return touchesSchedule(patch) ? faultOf(patchedSchedule(stored, patch)) : undefined;
}

/** The subscription that a draft describes, with its next payment date computed. */
export function createSubscription(draft: SubscriptionDraft, birth: Birth): Decision<Subscription> {
  const schedule = draftedSchedule(draft);
  if ('fault' in schedule) return schedule;
  return {
    value: {
      endsOn: null,
      ...({ ...defaultValues, ...plainValues(draft) } as PlainValues),
      ...schedule.value,
      id: birth.id,
      amountHundredths: checkedHundredths(draft.amount),
      createdAt: birth.at,
      updatedAt: birth.at,
    },
  };
}

/**
 * The subscription after a patch. The next payment date is computed anew only when the patch names
 * `lastPaymentDate`, `period` or `customDate`; moving to `monthly` or `yearly` clears the stored custom interval. A new value
 * of one of these clears the anchor day, and one of `period` or `customDate` also the interval in months.
 *
 * @param at the instant of the change, ISO 8601 UTC
 */
export function updateSubscription(stored: Subscription, patch: SubscriptionPatch, at: string): Decision<Subscription> {
  const schedule = touchesSchedule(patch) ? patchedSchedule(stored, patch) : { value: storedSchedule(stored) };
  if ('fault' in schedule) return schedule;
  return {
    value: {
      ...stored,
      ...plainValues(patch),
      ...schedule.value,
      amountHundredths: patch.amount === undefined ? stored.amountHundredths : checkedHundredths(patch.amount),
      updatedAt: at,
    },
  };
}

/** Whether the patch names a field from which the next payment date is computed. */
export function touchesSchedule(patch: SubscriptionPatch): boolean {
  return patch.lastPaymentDate !== undefined || patch.period !== undefined || patch.customDate !== undefined;
}

/** The subscription in the form that clients and the audit trail see. */
export function viewSubscription(subscription: Subscription): SubscriptionView {
  const view: Partial<Record<FieldName, unknown>> = {};
  for (const { name, read } of viewedFields) {
    const value = read(subscription);
    if (value !== null) view[name] = value;
  }
  return view as SubscriptionView;
}

// Created once, so that no write reads the table.
const viewedFields = namesOf(subscriptionFields).map((name) => ({ name, read: readerOf(name) }));

function readerOf(name: FieldName): (subscription: Subscription) => unknown {
  if (name === 'amount') return ({ amountHundredths }) => amountOf(amountHundredths);
  if (name === 'customDate') return ({ customDays }) => (customDays === null ? null : String(customDays));
  return (subscription) => subscription[name];
}

const plainFields = writableFieldsInOrder.filter((name): name is PlainField => !notPlain.some((one) => one === name));

/** The values of the fields that a draft omits. */
export const defaultValues = Object.fromEntries(
  plainFields.map((name) => [name, defaultOf(subscriptionFields[name])]).filter(([, value]) => value !== undefined),
) as Pick<PlainValues, PlainField & NamesWith<Fields, 'defaulted' | 'clearable'>>;

/** The plain fields of a draft or patch, as they are stored. */
function plainValues(sent: SubscriptionPatch): Partial<PlainValues> {
  const values: Partial<Record<PlainField, unknown>> = {};
  for (const name of plainFields) {
    const value = sent[name];
    if (value !== undefined) values[name] = typeof value === 'string' ? value.trim() : value;
  }
  return values as Partial<PlainValues>;
}

type Schedule = BillingPeriod & Pick<Subscription, 'lastPaymentDate' | 'nextPaymentDate' | 'anchorDay'>;

/** The parts of a schedule, unchecked. */
interface ScheduleParts extends Pick<Subscription, 'lastPaymentDate' | 'anchorDay' | 'everyMonths'> {
  readonly period: Period;
  readonly customDate: string | undefined;
}

function draftedSchedule(draft: SubscriptionDraft): Decision<Schedule> {
  const { period, lastPaymentDate } = draft;
  const customDate = presentCustomDate(draft.customDate);
  return scheduleOf({ period, customDate, lastPaymentDate, everyMonths: null, anchorDay: null }, draft);
}

function patchedSchedule(stored: Subscription, patch: SubscriptionPatch): Decision<Schedule> {
  const { period = stored.period, lastPaymentDate = stored.lastPaymentDate } = patch;
  const storedCustomDate = stored.customDays === null ? undefined : String(stored.customDays);
  const keptCustomDate = isCustom(period) ? storedCustomDate : undefined;
  const customDate = patch.customDate === undefined ? keptCustomDate : presentCustomDate(patch.customDate);
  const isSamePeriod = period === stored.period && customDate === storedCustomDate;
  const isSameDate = lastPaymentDate === stored.lastPaymentDate;
  const everyMonths = isSamePeriod ? stored.everyMonths : null;
  const anchorDay = isSamePeriod && isSameDate ? stored.anchorDay : null;
  return scheduleOf({ period, customDate, lastPaymentDate, everyMonths, anchorDay }, patch);
}

function storedSchedule(stored: Subscription): Schedule {
  const { lastPaymentDate, nextPaymentDate, anchorDay } = stored;
  return { ...billingOf(stored), lastPaymentDate, nextPaymentDate, anchorDay };
}

function scheduleOf(
  { period, customDate, lastPaymentDate, everyMonths, anchorDay }: ScheduleParts,
  supplied: SubscriptionPatch,
): Decision<Schedule> {
  if (isCustom(period) && customDate === undefined) return fault('customDate', 'customDateMissing');
  if (!isCustom(period) && customDate !== undefined) return fault('customDate', 'customDateUnwanted');
  const customDays = customDate === undefined ? null : Number(customDate);
  const billing = billingOf({ period, customDays, everyMonths });
  const nextPaymentDate = occurrence({ ...billing, lastPaymentDate, anchorDay }, 1);
  if (nextPaymentDate === undefined) return fault(causeOfLateDate(lastPaymentDate, supplied), 'dateTooLate');
  return { value: { ...billing, lastPaymentDate, nextPaymentDate, anchorDay } };
}

/** Reports the interval when a shorter one would do, otherwise the date; but only a field that the client sent. */
function causeOfLateDate(lastPaymentDate: string, supplied: SubscriptionPatch): RelationFault['field'] {
  const daily = { period: 'custom', customDays: 1, everyMonths: null, anchorDay: null } as const;
  const nextDayExists = occurrence({ ...daily, lastPaymentDate }, 1) !== undefined;
  const hasInterval = presentCustomDate(supplied.customDate) !== undefined;
  if (hasInterval && nextDayExists) return 'customDate';
  if (supplied.lastPaymentDate !== undefined) return 'lastPaymentDate';
  return hasInterval ? 'customDate' : 'period';
}

function presentCustomDate(customDate: string | null | undefined): string | undefined {
  return customDate === null || customDate === '' ? undefined : customDate;
}

function faultOf(decision: Decision<Schedule>): RelationFault | undefined {
  return 'fault' in decision ? decision.fault : undefined;
}

function fault(field: RelationFault['field'], reason: RelationFault['reason']): { fault: RelationFault } {
  return { fault: { field, reason } };
}

function checkedHundredths(amount: number): number {
  const hundredths = hundredthsOf(amount);
  if (hundredths === undefined) throw new RangeError('an unchecked amount reached the domain');
  return hundredths;
}
