import type { Message, SendResult } from '../domain/channels/message.ts';
import type { OpenChannel } from '../domain/channels/openChannel.ts';
import type { Clock } from '../runtime/system.ts';
import type { AddressRules } from './addresses.ts';

/** The mail server of the operator. */
export interface MailSettings {
  /** Such as `smtps://user:password@mail.example.org`. */
  readonly url: string;
  /** The address of the sender, such as `Duebook <duebook@example.org>`. */
  readonly from: string;
}

/** What senders need. */
export interface SenderOptions extends AddressRules {
  readonly clock: Clock;
  /** Without it, no mail is sent. */
  readonly mail: MailSettings | null;
  /** The address of the dashboard as its users see it; null when it is not known. */
  readonly publicUrl: string | null;
}

/** Sends messages. */
export interface Senders {
  /**
   * Sends a message to a channel, in at most 10 seconds once it is its turn: a channel sends one message at a time, and all
   * channels a few. Never rejects.
   *
   * @param deliveryId identifies the message for receivers; the same for each attempt
   */
  send(channel: OpenChannel, message: Message, deliveryId: string): Promise<SendResult>;
}

/** Creates the senders of all types of channels. */
export function createSenders(_options: SenderOptions): Senders {
  return { send: () => Promise.resolve({ outcome: 'failed', reason: 'notConnected', isPermanent: false }) };
}
