import type { Message } from '../../../core/outgoing/message.ts';
import type { OpenChannel } from '../rules/openChannel.ts';
import type { OutgoingRequest } from '../../../core/outgoing/httpRequest.ts';
import type { MessageWords } from './words.ts';

/** What a request is made of, beside the channel and the message. */
export interface Sending {
  /** Identifies the message; the same for each attempt. */
  readonly deliveryId: string;
  /** The present time, in milliseconds since 1970. */
  readonly wallMilliseconds: number;
  /** In the language of the channel. */
  readonly words: MessageWords;
}

/** A type of channel that takes messages by HTTP. */
export interface ChannelKind {
  /** The request that sends a message. */
  readonly requestOf: (channel: OpenChannel, message: Message, sending: Sending) => OutgoingRequest;
  /** Whether a status means that the message was taken; by default each of 200 to 299. */
  readonly isSuccess?: (status: number) => boolean;
}

/** The value of a setting that the channel has: one that is missing is refused before. */
export function settingOf({ settings, secrets }: OpenChannel, name: string): string {
  const value = settings[name] ?? secrets[name];
  if (value === undefined) throw new TypeError(`the channel has no ${name}`);
  return value;
}
