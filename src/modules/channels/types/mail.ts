import { mailAddressesOf } from '../rules/settingFields.ts';
import type { Failure, Message, SendResult } from '../../../core/outgoing/message.ts';
import type { OpenChannel } from '../rules/openChannel.ts';
import type { Clock } from '../../../core/runtime/system.ts';
import { settingOf, type Sending } from './channelKind.ts';
import { failed, within } from '../../../core/outgoing/httpRequest.ts';
import { mailHtml, mailText } from './mailBody.ts';

/** The mail server of the operator. */
interface MailSettings {
  /** Such as `smtps://user:password@mail.example.org`. */
  readonly url: string;
  /** The address of the sender, such as `Duebook <duebook@example.org>`. */
  readonly from: string;
}

/** What mails need. */
export interface MailOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Without it, no mail is sent. */
  readonly mail: MailSettings | null;
  /** The address of the dashboard as its users see it; null when it is not known. */
  readonly publicUrl: string | null;
  /** Certificates of authorities to trust beside those of the system, in PEM. */
  readonly authorities?: string;
  /** The longest that a mail may take; by default {@link mailMillisecondsMax}. */
  readonly millisecondsMax?: number;
}

/**
 * The longest that a mail may take, in milliseconds. Longer than other messages: many servers look into a mail before they accept it, and
 * one that is given up then is often delivered all the same. Shorter than the time for which a client waits for the result of a test.
 */
export const mailMillisecondsMax = 25_000;
const connectMillisecondsMax = 5000;
const limits = {
  dnsTimeout: connectMillisecondsMax,
  connectionTimeout: connectMillisecondsMax,
  greetingTimeout: connectMillisecondsMax,
  socketTimeout: mailMillisecondsMax,
};

/** Sends a message as a mail; after a timeout, the mail server gets no more of it. Never rejects. */
export async function sendMail(
  { clock, mail, publicUrl, authorities, millisecondsMax = mailMillisecondsMax }: MailOptions,
  channel: OpenChannel,
  message: Message,
  sending: Sending,
): Promise<SendResult> {
  if (mail === null) return failed('noMailServer');
  const transport = await transportTo(mail, authorities);
  const giveUp = new AbortController();
  // The types of the package do not know the signal yet.
  const content = { ...mailOf(mail, publicUrl, channel, message, sending), signal: giveUp.signal };
  try {
    const info = await within(clock, millisecondsMax, transport.sendMail(content));
    return info === undefined ? failed('timeout') : { outcome: 'sent', status: codeIn(info.response) };
  } catch (error) {
    return failureOf(error);
  } finally {
    giveUp.abort();
    transport.close();
  }
}

/** Greets the mail server and signs in there; undefined when that works, else why not. Sends no mail, and never rejects. */
export async function tryMailServer(
  clock: Pick<Clock, 'after'>,
  mail: MailSettings,
  authorities?: string,
): Promise<Failure | undefined> {
  const transport = await transportTo(mail, authorities);
  try {
    const isVerified = await within(clock, connectMillisecondsMax, transport.verify());
    return isVerified === undefined ? failed('timeout') : undefined;
  } catch (error) {
    return failureOf(error);
  } finally {
    transport.close();
  }
}

async function transportTo({ url }: MailSettings, authorities: string | undefined) {
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
    requireTLS: sendsPasswordOf(url),
    ...(authorities !== undefined && { tls: { ca: authorities } }),
  });
}

/** Whether a password must not be sent in plain text, as to a server whose offer of TLS was removed on the way. */
function sendsPasswordOf(url: string): boolean {
  const { username, searchParams } = new URL(url);
  return username !== '' && !searchParams.has('requireTLS');
}

function mailOf(
  { from }: MailSettings,
  publicUrl: string | null,
  channel: OpenChannel,
  message: Message,
  { deliveryId, words }: Sending,
) {
  // Where a channel is changed or deleted; without it, the operator.
  const channelsPage = publicUrl === null ? undefined : `${publicUrl}/reminders`;
  const body = { message, words, channelsPage };
  const to = mailAddressesOf(settingOf(channel, 'to')).map((address) => ({ name: '', address }));
  return {
    from,
    to,
    subject: message.title,
    text: mailText(body),
    html: mailHtml(body, channel.language),
    messageId: `<${deliveryId}@duebook.invalid>`,
    ...(message.priority === 'high' && { priority: 'high' as const }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe':
        channelsPage === undefined ? `<mailto:${addressIn(from)}?subject=unsubscribe>` : `<${channelsPage}>`,
    },
  };
}

/** The address in `Name <address>`. */
function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** The code at the beginning of an answer of SMTP. */
function codeIn(response: string): number {
  const [code] = /^\d{3}/.exec(response) ?? [];
  return code === undefined ? 250 : Number(code);
}

const reasons = { ECONNECTION: 'notConnected', ETIMEDOUT: 'timeout', EDNS: 'unknownHost' } as const;

function failureOf(error: unknown): Failure {
  const { code = '', responseCode } = typeof error === 'object' && error !== null ? (error as MailError) : {};
  if (typeof responseCode === 'number' && responseCode >= 400) {
    return { outcome: 'failed', reason: 'mailRefused', status: responseCode, isPermanent: responseCode >= 500 };
  }
  if (isOfTls(error)) return failed('certificate');
  return failed(code in reasons ? reasons[code as keyof typeof reasons] : 'notConnected');
}

interface MailError {
  readonly code?: string;
  readonly responseCode?: number;
}

function isOfTls(error: unknown): boolean {
  return error instanceof Error && /certificate|altnames/i.test(error.message);
}
