import { afterPaymentsThrough, anchorBefore, type AnchorDates } from '../../../../core/billing/anchors.ts';
import { dateOf, isCalendarDay } from '../../../../core/billing/days.ts';
import { occurrence } from '../../../../core/billing/occurrences.ts';
import { stepOf, type UncheckedBillingPeriod } from '../../../../core/billing/periodTable.ts';
import { billingOf, type BillingToSend, storedPeriodOf } from '../../../format/intervals.ts';
import type { FormValues } from './values.ts';

/** The values of the form from which the due dates follow. Days are `YYYY-MM-DD`. */
export type ScheduleValues = Pick<
  FormValues,
  'count' | 'unit' | 'lastPaymentDate' | 'nextPaymentDate' | 'anchorDay' | 'endsOn'
>;

/** The part of the form that says on which days payments are due. */
type DateValues = Partial<Pick<FormValues, 'lastPaymentDate' | 'nextPaymentDate' | 'anchorDay'>>;

/** The intervals that the form offers by name. */
export const rhythms = {
  monthly: { count: '1', unit: 'month' },
  quarterly: { count: '3', unit: 'month' },
  halfYearly: { count: '6', unit: 'month' },
  yearly: { count: '1', unit: 'year' },
} as const satisfies Record<string, Pick<FormValues, 'count' | 'unit'>>;

export type Rhythm = keyof typeof rhythms;

/** The names of the intervals, the shortest first. */
export const rhythmNames = Object.keys(rhythms) as readonly Rhythm[];

/** The name of the interval of the form; undefined when it has none. */
export function rhythmOf(values: Pick<FormValues, 'count' | 'unit'>): Rhythm | undefined {
  const sent = JSON.stringify(billingIn(values));
  return rhythmNames.find((name) => JSON.stringify(billingIn(rhythms[name])) === sent);
}

/** The interval of the form as the API takes it; undefined when it has no such interval. */
export function billingIn({ count, unit }: Pick<FormValues, 'count' | 'unit'>): BillingToSend | undefined {
  return billingOf({ count: /^\d+$/.test(count) ? Number(count) : 0, unit });
}

/** The last payment of the form, given or found from the next one; undefined while the form does not say one. */
export function anchorIn(values: ScheduleValues): AnchorDates | undefined {
  const { lastPaymentDate, nextPaymentDate, anchorDay } = values;
  const billing = periodIn(values);
  if (billing === undefined || !isCalendarDay(nextPaymentDate ?? lastPaymentDate)) return undefined;
  if (nextPaymentDate !== null) return anchorBefore(nextPaymentDate, billing, anchorDay);
  return { lastPaymentDate, anchorDay: stepOf(billing).unit === 'months' ? anchorDay : null };
}

/** The next payment of the form, `YYYY-MM-DD`; undefined while the form does not say one, or when it would be after 9999. */
export function nextIn(values: ScheduleValues): string | undefined {
  const [billing, anchor] = [periodIn(values), anchorIn(values)];
  return billing && anchor && occurrence({ ...billing, ...anchor }, 1);
}

/** The same payments, said by the day of the next one. */
export function saidByNext(values: ScheduleValues): DateValues {
  const anchor = anchorIn(values);
  // The next one may be in a shorter month.
  const anchorDay = anchor ? (anchor.anchorDay ?? dateOf(anchor.lastPaymentDate).day) : null;
  return { nextPaymentDate: nextIn(values) ?? '', anchorDay };
}

/** The same payments, said by the day of the last one. */
export function saidByLast(values: ScheduleValues): DateValues {
  return { anchorDay: null, ...anchorIn(values), nextPaymentDate: null };
}

/** Another day for the payment that the form gives. Its day of the month counts, unless it is the day that was there at first. */
export function withDay(values: ScheduleValues, day: string, initial: ScheduleValues): DateValues {
  const isNext = values.nextPaymentDate !== null;
  const name = isNext ? 'nextPaymentDate' : 'lastPaymentDate';
  const first = isNext ? saidByNext(initial) : saidByLast(initial);
  return { [name]: day, anchorDay: first[name] === day ? (first.anchorDay ?? null) : null };
}

/**
 * The dates after all payments through today, when the next one was due before today; undefined when it was not. The day of
 * the month is kept. `today` is a day `YYYY-MM-DD`.
 */
export function paidUntil(values: ScheduleValues, today: string): DateValues | undefined {
  const [billing, anchor, next] = [periodIn(values), anchorIn(values), nextIn(values)];
  if (!billing || !anchor || next === undefined || next >= today) return undefined;
  const endsOn = isCalendarDay(values.endsOn) ? values.endsOn : null;
  const paid = afterPaymentsThrough({ ...billing, ...anchor, endsOn }, today);
  if (paid === undefined || values.nextPaymentDate === null) return paid;
  return saidByNext({ ...values, ...paid, nextPaymentDate: null });
}

function periodIn(values: ScheduleValues): UncheckedBillingPeriod | undefined {
  const billing = billingIn(values);
  return billing && storedPeriodOf(billing);
}
