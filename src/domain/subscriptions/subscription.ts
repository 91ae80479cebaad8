import { nextPaymentDate } from '../billing/periods.ts';
import { billingOf, isCustom, type BillingPeriod, type Period } from '../billing/periodTable.ts';
import { amountOf, hundredthsOf } from '../billing/money.ts';

// The earliest day that a date can name.
const firstDay = '0000-01-01';

/** The currencies an amount may be in (ISO 4217 codes). Amounts are never converted between them. */
export const currencies = ['CNY', 'USD', 'EUR', 'JPY', 'GBP', 'AUD', 'CAD', 'CHF', 'HKD', 'SGD'] as const;
/** The states of a subscription. Only `active` ones count toward spend; every move between the three is allowed. */
export const statuses = ['active', 'paused', 'cancelled'] as const;

/** One of the {@link currencies}. */
export type Currency = (typeof currencies)[number];
/** One of the {@link statuses}. */
export type Status = (typeof statuses)[number];

/** The fields a client may write, in the order in which their faults are reported. */
export const writableFieldsInOrder = [
  'name',
  'category',
  'amount',
  'currency',
  'period',
  'lastPaymentDate',
  'customDate',
  'notificationEnabled',
  'status',
] as const;

/** The fields only the server sets. */
export const serverManagedFields = ['id', 'nextPaymentDate', 'createdAt', 'updatedAt'] as const;

/** A subscription as it is kept: money in hundredths, the custom interval in days, dates `YYYY-MM-DD`, instants ISO 8601 UTC. */
export type Subscription = BillingPeriod & {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly amountHundredths: number;
  readonly currency: Currency;
  readonly lastPaymentDate: string;
  readonly nextPaymentDate: string;
  readonly notificationEnabled: boolean;
  readonly status: Status;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** A subscription as clients and the audit trail see it. `customDate` is there only while the period is `custom`. */
export interface SubscriptionView {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly period: Period;
  readonly customDate?: string;
  readonly lastPaymentDate: string;
  readonly nextPaymentDate: string;
  readonly notificationEnabled: boolean;
  readonly status: Status;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a client sends to create a subscription; each field has passed its own check. */
export interface SubscriptionDraft {
  readonly name: string;
  readonly category: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly period: Period;
  readonly lastPaymentDate: string;
  readonly customDate?: string | null;
  readonly notificationEnabled?: boolean;
  readonly status?: Status;
}

/** What a client sends to change a subscription: some of the draft's fields; each has passed its own check. */
export type SubscriptionPatch = Partial<SubscriptionDraft>;

/** A fault that lies between fields, not in one: which field to blame, and why. */
export interface RelationFault {
  readonly field: 'customDate' | 'lastPaymentDate' | 'period';
  readonly reason: 'customDateMissing' | 'customDateUnwanted' | 'dateTooLate';
}

/** Either the value that was decided, or the fault that prevents it. */
export type Decision<Value> = { readonly value: Value } | { readonly fault: RelationFault };

/** What identifies a new subscription: its id (a UUID) and the instant of its creation (ISO 8601 UTC). */
export interface Birth {
  readonly id: string;
  readonly at: string;
}

/** The fault between the fields of a draft, if there is one. */
export function faultInDraft(draft: SubscriptionDraft): RelationFault | undefined {
  return faultOf(scheduleOf(draft.period, presentCustomDate(draft.customDate), draft.lastPaymentDate, draft));
}

/** The fault between the fields of a patch, whatever the stored record is, if there is one. */
export function faultInPatchAlone(patch: SubscriptionPatch): RelationFault | undefined {
  const { period, lastPaymentDate = firstDay } = patch;
  const interval = presentCustomDate(patch.customDate);
  const isDecided = period !== undefined && (!isCustom(period) || patch.customDate !== undefined);
  if (isDecided) return faultOf(scheduleOf(period, interval, lastPaymentDate, patch));
  // What is open is taken at its mildest: the earliest day, the shortest interval.
  return faultOf(scheduleOf('custom', interval ?? '1', lastPaymentDate, patch));
}

/** The fault between the fields of a patch and those of the stored record, if there is one. */
export function faultInPatch(stored: Subscription, patch: SubscriptionPatch): RelationFault | undefined {
  return touchesSchedule(patch) ? faultOf(patchedSchedule(stored, patch)) : undefined;
}

/** The subscription that a draft describes, with its next payment date computed. */
export function createSubscription(draft: SubscriptionDraft, birth: Birth): Decision<Subscription> {
  const schedule = scheduleOf(draft.period, presentCustomDate(draft.customDate), draft.lastPaymentDate, draft);
  if ('fault' in schedule) return schedule;
  return {
    value: {
      ...schedule.value,
      id: birth.id,
      name: draft.name.trim(),
      category: draft.category.trim(),
      amountHundredths: checkedHundredths(draft.amount),
      currency: draft.currency,
      notificationEnabled: draft.notificationEnabled ?? true,
      status: draft.status ?? 'active',
      createdAt: birth.at,
      updatedAt: birth.at,
    },
  };
}

/**
 * The subscription after a patch. The next payment date is computed anew only when the patch names
 * `lastPaymentDate`, `period` or `customDate`; moving to `monthly` or `yearly` clears the stored custom interval.
 *
 * @param at the instant of the change, ISO 8601 UTC
 */
export function updateSubscription(stored: Subscription, patch: SubscriptionPatch, at: string): Decision<Subscription> {
  const schedule = touchesSchedule(patch) ? patchedSchedule(stored, patch) : { value: storedSchedule(stored) };
  if ('fault' in schedule) return schedule;
  return {
    value: {
      ...schedule.value,
      id: stored.id,
      name: patch.name?.trim() ?? stored.name,
      category: patch.category?.trim() ?? stored.category,
      amountHundredths: patch.amount === undefined ? stored.amountHundredths : checkedHundredths(patch.amount),
      currency: patch.currency ?? stored.currency,
      notificationEnabled: patch.notificationEnabled ?? stored.notificationEnabled,
      status: patch.status ?? stored.status,
      createdAt: stored.createdAt,
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
  return {
    id: subscription.id,
    name: subscription.name,
    category: subscription.category,
    amount: amountOf(subscription.amountHundredths),
    currency: subscription.currency,
    period: subscription.period,
    ...(subscription.customDays !== null && { customDate: String(subscription.customDays) }),
    lastPaymentDate: subscription.lastPaymentDate,
    nextPaymentDate: subscription.nextPaymentDate,
    notificationEnabled: subscription.notificationEnabled,
    status: subscription.status,
    createdAt: subscription.createdAt,
    updatedAt: subscription.updatedAt,
  };
}

type Schedule = BillingPeriod & { readonly lastPaymentDate: string; readonly nextPaymentDate: string };

function patchedSchedule(stored: Subscription, patch: SubscriptionPatch): Decision<Schedule> {
  const period = patch.period ?? stored.period;
  const keptCustomDate = isCustom(period) && stored.customDays !== null ? String(stored.customDays) : undefined;
  const customDate = patch.customDate === undefined ? keptCustomDate : presentCustomDate(patch.customDate);
  return scheduleOf(period, customDate, patch.lastPaymentDate ?? stored.lastPaymentDate, patch);
}

function storedSchedule(stored: Subscription): Schedule {
  const { lastPaymentDate, nextPaymentDate: next } = stored;
  return { ...billingOf(stored), lastPaymentDate, nextPaymentDate: next };
}

function scheduleOf(
  period: Period,
  customDate: string | undefined,
  lastPaymentDate: string,
  supplied: SubscriptionPatch,
): Decision<Schedule> {
  if (isCustom(period) && customDate === undefined) return fault('customDate', 'customDateMissing');
  if (!isCustom(period) && customDate !== undefined) return fault('customDate', 'customDateUnwanted');
  const billing = billingOf({ period, customDays: customDate === undefined ? null : Number(customDate) });
  const next = nextPaymentDate(lastPaymentDate, billing);
  if (next === undefined) return fault(causeOfLateDate(lastPaymentDate, supplied), 'dateTooLate');
  return { value: { ...billing, lastPaymentDate, nextPaymentDate: next } };
}

/** Blames the interval when a shorter one would do, else the date; but only a field that the caller sent. */
function causeOfLateDate(lastPaymentDate: string, supplied: SubscriptionPatch): RelationFault['field'] {
  const nextDayExists = nextPaymentDate(lastPaymentDate, { period: 'custom', customDays: 1 }) !== undefined;
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
  if (hundredths === undefined) throw new RangeError('an amount reached the domain unchecked');
  return hundredths;
}
