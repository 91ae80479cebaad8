import { millisecondsOf } from '../../../core/billing/instants.ts';
import { failureReasons, type SendResult } from '../../../core/outgoing/message.ts';

/** The states of a delivery. */
export const deliveryStates = ['pending', 'sent', 'failed', 'skipped'] as const;

/** The state of a delivery. */
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a delivery was skipped. */
const skipReasons = [
  // The server was off at the time, and the event is over; or a change is too old.
  'missed',
  // It was due before a backup was restored.
  'restored',
  // It was paid, paused, cancelled, moved or deleted since.
  'notDue',
  // The channel was deleted or disabled since, or does not get such changes any more.
  'channelOff',
  // As many messages as possible waited for the channel when the change was made.
  'queueFull',
] as const;

/** Why a delivery was skipped. */
export type SkipReason = (typeof skipReasons)[number];

/** Why a delivery was not sent: also that the server stopped during its last attempt. */
export const deliveryErrors = [...failureReasons, ...skipReasons, 'interrupted'] as const;

/** Why a delivery was not sent. */
export type DeliveryError = (typeof deliveryErrors)[number];

/** The pauses before the retries, in seconds: 1, 5 and 30 minutes, 2, 6 and 12 hours. */
const retryPauses: readonly number[] = [60, 300, 1800, 7200, 21_600, 43_200];

/** The attempts of a delivery, the retries included. */
export const attemptsMax = retryPauses.length + 1;

/** After so many milliseconds all retries are over: a message that waits still was kept from being sent, such as by a server that was off. */
export const retriesMilliseconds = 21 * 3600 * 1000;

/** A change that was not sent within so many milliseconds, such as by a server that was off, is not sent any more: 30 days. */
export const changeMilliseconds = 30 * 24 * 3600 * 1000;

/** No version is older, so a clock that shows an earlier time is wrong, in milliseconds since 1970. */
export const earliestMilliseconds = millisecondsOf('2026-01-01T00:00:00.000Z');

/**
 * Whether a change is too old to be sent. One that was made while the clock was in the past is not: its age is not known.
 *
 * @param madeAt the time of the change, in milliseconds since 1970
 * @param now the present, in milliseconds since 1970
 */
export function isChangeTooOld(madeAt: number, now: number): boolean {
  return madeAt >= earliestMilliseconds && now - madeAt > changeMilliseconds;
}

// The longest pause before a retry, also when a receiver asks for a longer one, in seconds.
const pauseMax = 43_200;

/** The most messages that wait for a channel: while they do, its changes are skipped. */
export const waitingMax = 10_000;

/** The most reminders of one message. */
export const remindersOfMessageMax = 20;

/** An attempt that is planned later than this, in seconds, was planned by a clock that was ahead. The clock may be set back by an hour. */
export const plannedAheadMax = pauseMax + 3600;

/** Later than this, in milliseconds, a reminder is one that the server has missed. Those of one start are one message. */
export const lateMilliseconds = 5 * 60_000;

/** How an attempt ended: as its message did, or without one, because the channel was deleted meanwhile. */
export type AttemptResult = SendResult | { readonly outcome: 'notMade'; readonly reason: 'channelOff' };

/** What follows from an attempt: sent, failed for good, or the pause until the next one, in seconds. */
export type AfterAttempt =
  { readonly state: 'sent' | 'failed' } | { readonly state: 'pending'; readonly pauseSeconds: number };

/**
 * What follows from an attempt.
 *
 * @param attempts the attempts so far, this one included
 */
export function afterAttempt(attempts: number, result: SendResult): AfterAttempt {
  if (result.outcome === 'sent') return { state: 'sent' };
  if (result.isPermanent || attempts >= attemptsMax) return { state: 'failed' };
  const asked = Math.min(result.retryAfterSeconds ?? 0, pauseMax);
  return { state: 'pending', pauseSeconds: Math.max(pauseAfter(attempts), asked) };
}

/** The pause after an attempt, in seconds. */
export function pauseAfter(attempts: number): number {
  return retryPauses[Math.min(attempts, retryPauses.length) - 1] ?? 0;
}
