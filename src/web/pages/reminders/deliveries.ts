import type { Schemas } from '../../api/answers.ts';
import type { MessageKey, PlainMessageKey } from '../../messages/translate.ts';

/** A message to a channel, as the API has it. */
export type Delivery = Schemas['Delivery'];

/** How the deliveries of a channel went. */
export interface ChannelState {
  /** The newest that was tried, sent or failed; undefined when there is none. */
  readonly last: Delivery | undefined;
  /** Since when nothing gets through, if it is so for a day or longer; an instant. */
  readonly failingSince: string | undefined;
}

/** How many names of the subscriptions of a message are shown. */
export const namesMost = 3;

const dayMs = 86_400_000;

/**
 * How the deliveries of a channel went.
 *
 * @param deliveries newest first, also those of other channels
 * @param nowMs the present in milliseconds
 */
export function channelState(channelId: string, deliveries: readonly Delivery[], nowMs: number): ChannelState {
  const tried = deliveries.filter((one) => one.channelId === channelId && wasTried(one));
  const sent = tried.findIndex(({ state }) => state === 'sent');
  const failing = sent === -1 ? tried : tried.slice(0, sent);
  const since = failing.at(-1)?.sendAt;
  const isLong = since !== undefined && nowMs - Date.parse(since) >= dayMs;
  return { last: tried[0], failingSince: isLong ? since : undefined };
}

// The attempts are counted anew when it is sent again.
function wasTried({ state, lastError }: Delivery): boolean {
  return state === 'sent' || (lastError !== null && state !== 'skipped');
}

/**
 * The channels of which the newest deliveries do not tell when something got through for the last time.
 *
 * @param deliveries the newest of all channels
 */
export function untoldChannels<One extends { readonly id: string }>(
  channels: readonly One[],
  deliveries: readonly Delivery[],
): readonly One[] {
  return channels.filter(({ id }) => !deliveries.some(({ channelId, state }) => channelId === id && state === 'sent'));
}

const reasonTexts = {
  timeout: 'reminders.reason.timeout',
  unknownHost: 'reminders.reason.unknownHost',
  notConnected: 'reminders.reason.notConnected',
  certificate: 'reminders.reason.certificate',
  refusedAddress: 'reminders.reason.refusedAddress',
  notAllowed: 'reminders.reason.notAllowed',
  invalidAnswer: 'reminders.reason.invalidAnswer',
  secretsMissing: 'reminders.reason.secretsMissing',
  noMailServer: 'reminders.reason.noMailServer',
  mailRefused: 'reminders.reason.mailRefused',
  mailLimit: 'reminders.reason.mailLimit',
  missed: 'reminders.reason.missed',
  restored: 'reminders.reason.restored',
  notDue: 'reminders.reason.notDue',
  channelOff: 'reminders.reason.channelOff',
  queueFull: 'reminders.reason.queueFull',
  interrupted: 'reminders.reason.interrupted',
} as const satisfies Readonly<Record<string, PlainMessageKey>>;

/** The text for a reason why something was not sent, and the status of the answer if the text has it. */
export type ReasonText =
  | {
      readonly key: Extract<
        MessageKey,
        'reminders.reason.status' | 'reminders.reason.denied' | 'reminders.reason.nowhere'
      >;
      readonly status: string;
    }
  | { readonly key: (typeof reasonTexts)[keyof typeof reasonTexts] | 'reminders.reason.unknown' };

/**
 * The text for a reason; also for one that this page does not know.
 *
 * @param status the status of the answer, if there was one
 */
export function reasonText(reason: string | null | undefined, status: number | null | undefined): ReasonText {
  if (reason === 'status' && typeof status === 'number') {
    if (status === 401 || status === 403) return { key: 'reminders.reason.denied', status: String(status) };
    if (status === 404) return { key: 'reminders.reason.nowhere', status: String(status) };
    return { key: 'reminders.reason.status', status: String(status) };
  }
  const texts: Readonly<Record<string, (typeof reasonTexts)[keyof typeof reasonTexts]>> = reasonTexts;
  return { key: texts[reason ?? ''] ?? 'reminders.reason.unknown' };
}
