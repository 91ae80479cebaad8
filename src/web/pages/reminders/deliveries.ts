import type { Schemas } from '../../api/answers.ts';
import type { Words } from '../../subscriptions/fields.ts';

/** A message to a channel, as the API has it. */
export type Delivery = Schemas['Delivery'];

/** How many names of the subscriptions of a message are shown. */
export const namesMost = 3;

/** Why something was not sent, and the status of the answer, if there was one. */
export interface NotSent {
  readonly reason?: string | null | undefined;
  readonly status?: number | null | undefined;
}

/** Why something was not sent, in words; also for a reason that this page does not know. */
export function reasonText({ reason, status }: NotSent, { say, sayKnown }: Pick<Words, 'say' | 'sayKnown'>): string {
  const key = reason === 'status' ? (keysOfStatuses[status ?? 0] ?? reason) : reason;
  return sayKnown(`reminders.reason.${key}`, { status: status?.toString() }) ?? say('reminders.reason.unknown');
}

const keysOfStatuses: Readonly<Record<number, string>> = { 401: 'denied', 403: 'denied', 404: 'nowhere' };
