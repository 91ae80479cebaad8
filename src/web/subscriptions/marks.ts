import type { Schemas } from '../api/answers.ts';

/** A day until which something must be decided, or on which a subscription ends, as the API answers with it. */
export type Deadline = Schemas['Deadline'];

/** What a deadline is for: giving notice, the end of a trial, the end of the subscription, or a higher price. */
export type DeadlineKind = Deadline['kind'];

/** A deadline of a subscription, marked where the subscription is listed. */
export type Mark = Pick<Deadline, 'kind' | 'date' | 'daysLeft'>;

const urgentDays = 14;

/** Whether a deadline asks to keep the subscription or to leave it: its last day for that. */
export function isDecision({ kind }: Pick<Deadline, 'kind'>): boolean {
  return kind === 'notice' || kind === 'trial_end';
}

/** Whether little time is left to act. Nothing is to be done before an end that was wanted. */
export function isUrgent({ kind, daysLeft }: Pick<Mark, 'kind' | 'daysLeft'>): boolean {
  return kind !== 'end' && daysLeft <= urgentDays;
}
