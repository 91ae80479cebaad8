import { afterPaymentOn } from '../../../core/billing/anchors.ts';
import { numberOfDay } from '../../../core/billing/days.ts';
import { countedDay, occurrence, occurrencesThrough, scheduleOf } from '../../../core/billing/occurrences.ts';
import type { Status } from '../model.ts';
import { recordRenewal, type RenewalRecord } from './renewal.ts';
import type { Subscription } from './subscription.ts';

/** A change of the status: the local day on which it was made, `YYYY-MM-DD`, and the status before it. */
export interface StatusChange {
  readonly day: string;
  readonly before: Status;
}

/** What an automatic renewal needs to know beside the subscription. */
export interface CatchUpFacts {
  /** The current day, `YYYY-MM-DD`: only what was due before it is renewed. */
  readonly today: string;
  /** The instant of the renewal, ISO 8601 UTC. */
  readonly at: string;
  /** The changes of the status since the first due date, newest first. */
  readonly statusChanges: readonly StatusChange[];
  /** The due dates whose automatic renewal was reverted. */
  readonly reverted: readonly string[];
  /** The due dates that have a payment already. */
  readonly made: readonly string[];
  /** How many payments may be made, if fewer than {@link paymentsAtOnceMax}; at least 1. Due dates before them are skipped. */
  readonly paymentsMax?: number;
}

/** A step of an automatic renewal, which has one audit entry: the payments that it makes, and the states around it. */
export interface RenewalStep {
  readonly before: Subscription;
  readonly after: Subscription;
  /** The due dates of its payments, which are also their days. */
  readonly paid: readonly string[];
  readonly record: RenewalRecord;
}

/** The number of the newest payments that have an audit entry each; the earlier ones share one. */
export const singleStepsMax = 36;

/**
 * The most payments that are made for a subscription at once: a mistyped year must not make hundreds of thousands. Due
 * dates before them are skipped.
 */
export const paymentsAtOnceMax = 500;

/**
 * The steps that renew a subscription until its next payment is due today or later, or until a payment whose automatic
 * renewal was reverted, or until its end. A due date on whose evening it was not active is skipped, and so is one that has a
 * payment already.
 */
export function catchUp(stored: Subscription, facts: CatchUpFacts): readonly RenewalStep[] {
  const dates = datesToRenew(stored, facts);
  // A client that sets lastPaymentDate back makes paid dates due again.
  const made = new Set(facts.made);
  const isPaid = (day: string) => !made.has(day) && wasActive(stored, facts.statusChanges, day);
  const paid = dates.newest.filter(isPaid);
  const shared = paid.slice(0, Math.max(paid.length - singleStepsMax, 0));
  const groups = [...(shared.length > 0 ? [shared] : []), ...paid.slice(shared.length).map((day) => [day])];
  const last = dates.newest.at(-1);
  if (last !== undefined && last !== paid.at(-1)) groups.push([]);
  const steps: RenewalStep[] = [];
  let [before, skipped, position] = [stored, dates.skipped, 0];
  for (const group of groups) {
    const dueOn = group.at(-1) ?? last ?? stored.nextPaymentDate;
    const end = dates.newest.indexOf(dueOn, position) + 1;
    skipped += end - position - group.length;
    const after = renewedOn(before, dueOn, facts.at);
    steps.push({ before, after, paid: group, record: recordStep({ before, after, dueOn, paid: group, skipped }) });
    [before, skipped, position] = [after, 0, end];
  }
  return steps;
}

/** The due dates to renew: the newest ones, and the number of earlier ones. */
function datesToRenew(stored: Subscription, { today, reverted, made, paymentsMax = paymentsAtOnceMax }: CatchUpFacts) {
  const schedule = scheduleOf(stored);
  const occurrencesBefore = (day: string) => occurrencesThrough(schedule, countedDay(numberOfDay(day) - 1));
  // A client may have recorded the payment since.
  const unpaid = reverted.filter((day) => !made.includes(day));
  const untilReverted = unpaid.map((day) => {
    const earlier = occurrencesBefore(day);
    return occurrence(stored, earlier + 1) === day ? earlier : Number.POSITIVE_INFINITY;
  });
  const due = Math.min(occurrencesBefore(today), ...untilReverted);
  // The following occurrence must exist, too: it becomes the next payment date.
  const count = due > 0 && occurrence(stored, due + 1) === undefined ? due - 1 : due;
  const skipped = Math.max(count - Math.min(paymentsMax, paymentsAtOnceMax), 0);
  const newest = Array.from({ length: count - skipped }, (_, index) => occurrence(stored, skipped + index + 1));
  return { skipped, newest: newest.filter((day) => day !== undefined) };
}

/** Whether the subscription was active at the end of a day. */
function wasActive({ status }: Subscription, changes: readonly StatusChange[], day: string): boolean {
  // The oldest change after that day knows the status before it.
  const next = changes.findLast((change) => change.day > day);
  return (next?.before ?? status) === 'active';
}

function renewedOn(before: Subscription, dueOn: string, at: string): Subscription {
  const dates = afterPaymentOn(before, dueOn);
  const nextPaymentDate = occurrence({ ...before, ...dates }, 1);
  if (nextPaymentDate === undefined) throw new RangeError('a renewal leads beyond the last day');
  return { ...before, ...dates, nextPaymentDate, updatedAt: at };
}

interface Step extends Pick<RenewalStep, 'before' | 'after' | 'paid'> {
  readonly dueOn: string;
  readonly skipped: number;
}

function recordStep({ before, after, dueOn, paid, skipped }: Step): RenewalRecord {
  return recordRenewal(before, after, {
    dueOn,
    paidOn: paid.at(-1) ?? null,
    ...(paid.length > 1 && { steps: paid.length }),
    ...(skipped > 0 && { skipped }),
  });
}
