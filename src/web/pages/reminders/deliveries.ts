import type { Schemas } from '../../api/answers.ts';
import type { MessageKey, PlainMessageKey } from '../../messages/translate.ts';

/** A message to a channel, as the API has it. */
export type Delivery = Schemas['Delivery'];

/** How many names of the subscriptions of a message are shown. */
export const namesMost = 3;

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
