import { occurrence } from '../../../core/billing/occurrences.ts';
import {
  billingOf,
  everyMonthsRange,
  isCustom,
  type BillingPeriod,
  type Period,
} from '../../../core/billing/periodTable.ts';
import { amountOf, checkedHundredths } from '../../../core/billing/money.ts';
import type { PriceStep } from '../../../core/billing/prices.ts';
import { defaultsOf, storedOf } from '../../../core/fields/define.ts';
import {
  SubscriptionDraft,
  SubscriptionFields,
  writableFieldsInOrder,
  type SubscriptionPatch,
  type SubscriptionView,
  type WritableField,
} from '../model.ts';

// The earliest day that a date can name.
const firstDay = '0000-01-01';

type FieldName = keyof SubscriptionView;

// What these have in the store depends on each other, or has another unit.
const notPlain = ['amount', 'lastPaymentDate', 'period', 'customDate'] as const;

/** The writable fields that are stored as answers have them, independent of other fields. */
type PlainField = Exclude<WritableField, (typeof notPlain)[number]>;
type PlainValues = Readonly<Pick<SubscriptionView, PlainField>>;

/** The details on which the dates of a subscription depend. */
interface ScheduleDetails {
  /** The day of the month, 1 to 31, on which a period of months is due; null for the day of `lastPaymentDate`. */
  readonly anchorDay: number | null;
  /** The last day on which a payment may be due, `YYYY-MM-DD`. */
  readonly endsOn: string | null;
}

/** A subscription as it is stored: money in hundredths, the custom interval in days, dates `YYYY-MM-DD`, instants ISO 8601 UTC. */
export type Subscription = BillingPeriod & { readonly amountHundredths: number } & ScheduleDetails &
  Readonly<Omit<SubscriptionView, 'amount' | 'period' | 'customDate'>>;

/** New values of the details on which the dates depend; an absent one means that the detail stays as it is. */
export type ScheduleDetailsPatch = Partial<ScheduleDetails & Pick<Subscription, 'everyMonths'>>;

/** A fault between fields: the field to report, and the reason. */
export interface RelationFault {
  readonly field: 'customDate' | 'lastPaymentDate' | 'period' | 'everyMonths';
  readonly reason: 'customDateMissing' | 'customDateUnwanted' | 'everyMonthsUnwanted' | 'dateTooLate';
}

/** Either the decided value, or the fault that prevents it. */
export type Decision<Value> = { readonly value: Value } | { readonly fault: RelationFault };

/** What identifies a new subscription: its id (a UUID) and the instant of its creation (ISO 8601 UTC). */
export interface Birth {
  readonly id: string;
  readonly at: string;
}

/** The fault between the fields of a draft, if there is one. */
export function faultInDraft(draft: SubscriptionDraft, details: ScheduleDetailsPatch = {}): RelationFault | undefined {
  return faultOf(draftedSchedule(draft, details));
}

/** The fault between the fields of a patch, for every possible stored record, if there is one. */
export function faultInPatchAlone(
  patch: SubscriptionPatch,
  details: ScheduleDetailsPatch = {},
): RelationFault | undefined {
  const { period, lastPaymentDate = firstDay } = patch;
  const interval = presentCustomDate(patch.customDate);
  const isDecided = period !== undefined && (!isCustom(period) || patch.customDate !== undefined);
  const dates = { lastPaymentDate, everyMonths: details.everyMonths ?? null, anchorDay: null };
  const sent = { patch, details };
  if (isDecided) return faultOf(scheduleOf({ ...dates, period, customDate: interval }, sent));
  // Assumes the most favourable value of an absent field: the earliest day, the shortest interval.
  return faultOf(scheduleOf({ ...dates, period: 'custom', customDate: interval ?? '1' }, sent));
}

/** The fault between the fields of a patch and those of the stored record, if there is one. */
export function faultInPatch(
  stored: Subscription,
  patch: SubscriptionPatch,
  details: ScheduleDetailsPatch & PlannedPrices = {},
): RelationFault | StepFault | undefined {
  const isTouched = isScheduleTouched(stored, patch, details);
  const ofSchedule = isTouched ? faultOf(patchedSchedule(stored, patch, details)) : undefined;
  return ofSchedule ?? faultInSteps(details, patch.lastPaymentDate ?? stored.lastPaymentDate);
}

/** The fault of planned prices that begin too early. */
export interface StepFault {
  readonly field: 'priceSteps';
  readonly reason: 'stepTooEarly';
}

interface PlannedPrices {
  readonly priceSteps?: readonly PriceStep[] | null;
}

/**
 * The fault of planned prices that begin on the day of the last payment, `YYYY-MM-DD`, or before it. Only what a client writes is
 * checked: a payment that is made in advance passes days of planned prices.
 */
export function faultInSteps(details: PlannedPrices | undefined, lastPaymentDate: string): StepFault | undefined {
  const first = details?.priceSteps?.[0]?.from;
  const isEarly = first !== undefined && first <= lastPaymentDate;
  return isEarly ? { field: 'priceSteps', reason: 'stepTooEarly' } : undefined;
}

/** The subscription that a draft describes, with its next payment date computed. */
export function createSubscription(
  draft: SubscriptionDraft,
  birth: Birth,
  details: ScheduleDetailsPatch = {},
): Decision<Subscription> {
  const schedule = draftedSchedule(draft, details);
  if ('fault' in schedule) return schedule;
  return {
    value: {
      endsOn: details.endsOn ?? null,
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
 * of one of these clears the anchor day, and one of `period` or `customDate` also the interval in months, unless `details`
 * names them.
 *
 * @param at the instant of the change, ISO 8601 UTC
 */
export function updateSubscription(
  stored: Subscription,
  patch: SubscriptionPatch,
  at: string,
  details: ScheduleDetailsPatch = {},
): Decision<Subscription> {
  const isTouched = isScheduleTouched(stored, patch, details);
  const schedule = isTouched ? patchedSchedule(stored, patch, details) : { value: storedSchedule(stored) };
  if ('fault' in schedule) return schedule;
  return {
    value: {
      ...stored,
      ...(details.endsOn !== undefined && { endsOn: details.endsOn }),
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

/** Whether the dates are computed anew: the patch names one of their fields, or a detail that they depend on changes. */
function isScheduleTouched(stored: Subscription, patch: SubscriptionPatch, details: ScheduleDetailsPatch): boolean {
  const { everyMonths = stored.everyMonths, anchorDay = stored.anchorDay } = details;
  return touchesSchedule(patch) || everyMonths !== stored.everyMonths || anchorDay !== stored.anchorDay;
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
const viewedFields = (Object.keys(SubscriptionFields.properties) as FieldName[]).map((name) => ({
  name,
  read: readerOf(name),
}));

function readerOf(name: FieldName): (subscription: Subscription) => unknown {
  if (name === 'amount') return ({ amountHundredths }) => amountOf(amountHundredths);
  if (name === 'customDate') return ({ customDays }) => (customDays === null ? null : String(customDays));
  return (subscription) => subscription[name];
}

const plainFields = writableFieldsInOrder.filter((name): name is PlainField => !notPlain.some((one) => one === name));

/** The values of the fields that a draft omits. */
export const defaultValues = plainValues(defaultsOf(SubscriptionDraft)) as Pick<
  PlainValues,
  'notificationEnabled' | 'status'
>;

/** The plain fields of a draft or patch, as they are stored. */
function plainValues(sent: SubscriptionPatch): Partial<PlainValues> {
  const plain = plainFields.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]]);
  return storedOf(SubscriptionDraft, Object.fromEntries(plain) as Partial<PlainValues>);
}

type Schedule = BillingPeriod & Pick<Subscription, 'lastPaymentDate' | 'nextPaymentDate' | 'anchorDay'>;

/** The parts of a schedule, unchecked. */
interface ScheduleParts extends Pick<Subscription, 'lastPaymentDate' | 'anchorDay' | 'everyMonths'> {
  readonly period: Period;
  readonly customDate: string | undefined;
}

/** What a client sent of a subscription and its details. */
interface Sent {
  readonly patch: SubscriptionPatch;
  readonly details: ScheduleDetailsPatch;
}

function draftedSchedule(draft: SubscriptionDraft, details: ScheduleDetailsPatch): Decision<Schedule> {
  const { period, lastPaymentDate } = draft;
  const { everyMonths = null, anchorDay = null } = details;
  const customDate = presentCustomDate(draft.customDate);
  return scheduleOf({ period, customDate, lastPaymentDate, everyMonths, anchorDay }, { patch: draft, details });
}

function patchedSchedule(
  stored: Subscription,
  patch: SubscriptionPatch,
  details: ScheduleDetailsPatch,
): Decision<Schedule> {
  const { period = stored.period, lastPaymentDate = stored.lastPaymentDate } = patch;
  const storedCustomDate = stored.customDays === null ? undefined : String(stored.customDays);
  const keptCustomDate = isCustom(period) ? storedCustomDate : undefined;
  const customDate = patch.customDate === undefined ? keptCustomDate : presentCustomDate(patch.customDate);
  const isSamePeriod = period === stored.period && customDate === storedCustomDate;
  const isSameDate = lastPaymentDate === stored.lastPaymentDate;
  const {
    everyMonths = isSamePeriod ? stored.everyMonths : null,
    anchorDay = isSamePeriod && isSameDate ? stored.anchorDay : null,
  } = details;
  return scheduleOf({ period, customDate, lastPaymentDate, everyMonths, anchorDay }, { patch, details });
}

function storedSchedule(stored: Subscription): Schedule {
  const { lastPaymentDate, nextPaymentDate, anchorDay } = stored;
  return { ...billingOf(stored), lastPaymentDate, nextPaymentDate, anchorDay };
}

function scheduleOf(
  { period, customDate, lastPaymentDate, everyMonths, anchorDay }: ScheduleParts,
  sent: Sent,
): Decision<Schedule> {
  if (isCustom(period) && customDate === undefined) return fault('customDate', 'customDateMissing');
  if (!isCustom(period) && customDate !== undefined) return fault('customDate', 'customDateUnwanted');
  if (!isCustom(period) && everyMonths !== null) return fault('everyMonths', 'everyMonthsUnwanted');
  const customDays = customDate === undefined ? null : Number(customDate);
  const billing = billingOf({ period, customDays, everyMonths });
  const nextPaymentDate = occurrence({ ...billing, lastPaymentDate, anchorDay }, 1);
  if (nextPaymentDate === undefined) return fault(causeOfLateDate(lastPaymentDate, sent), 'dateTooLate');
  return { value: { ...billing, lastPaymentDate, nextPaymentDate, anchorDay } };
}

/** Reports the interval when a shorter one would do, otherwise the date; but only a field that the client sent. */
function causeOfLateDate(lastPaymentDate: string, { patch, details }: Sent): RelationFault['field'] {
  const exists = (everyMonths: number | null) =>
    occurrence({ period: 'custom', customDays: 1, everyMonths, anchorDay: null, lastPaymentDate }, 1) !== undefined;
  const hasMonths = typeof details.everyMonths === 'number';
  if (hasMonths ? exists(everyMonthsRange.min) : details.everyMonths === null && !touchesSchedule(patch))
    return 'everyMonths';
  const hasInterval = !hasMonths && presentCustomDate(patch.customDate) !== undefined;
  if (hasInterval && exists(null)) return 'customDate';
  if (patch.lastPaymentDate !== undefined) return 'lastPaymentDate';
  if (hasInterval) return 'customDate';
  return patch.period === undefined ? 'everyMonths' : 'period';
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
