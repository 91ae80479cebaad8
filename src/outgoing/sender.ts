import type { ChannelType } from '../domain/channels/channelTypes.ts';
import type { Message, SendResult } from '../domain/channels/message.ts';
import type { OpenChannel } from '../domain/channels/openChannel.ts';
import { createLimiter } from '../runtime/limiter.ts';
import type { Clock } from '../runtime/system.ts';
import { chooseAddresses, type AddressRules } from './addresses.ts';
import type { ChannelKind, Sending } from './channelKind.ts';
import { failed, sendRequest } from './httpRequest.ts';
import { sendMail, type MailOptions } from './mail.ts';
import { apprise } from './types/apprise.ts';
import { discord } from './types/discord.ts';
import { gotify } from './types/gotify.ts';
import { homeAssistant } from './types/homeAssistant.ts';
import { matrix } from './types/matrix.ts';
import { ntfy } from './types/ntfy.ts';
import { slack } from './types/slack.ts';
import { telegram } from './types/telegram.ts';
import { webhook } from './types/webhook.ts';
import { messageWords } from './words.ts';

/** What senders need. */
export interface SenderOptions extends AddressRules, MailOptions {
  readonly clock: Clock;
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

/** The types of channels that take messages by HTTP. */
const kinds: Readonly<Record<Exclude<ChannelType, 'email'>, ChannelKind>> = {
  webhook,
  ntfy,
  gotify,
  apprise,
  telegram,
  discord,
  slack,
  matrix,
  'home-assistant': homeAssistant,
};

const atOnceMax = 16;

/** Creates the senders of all types of channels. */
export function createSenders(options: SenderOptions): Senders {
  const { clock } = options;
  const limited = createLimiter(atOnceMax);
  const choose = chooseAddresses(options);
  // The last message of each channel that is being sent, or waits.
  const lastOf = new Map<string, Promise<SendResult>>();

  async function sendNow(channel: OpenChannel, message: Message, deliveryId: string): Promise<SendResult> {
    const words = messageWords[channel.language];
    const sending: Sending = { deliveryId, wallMilliseconds: clock.wallMilliseconds(), words };
    if (channel.type === 'email') return sendMail(options, channel, message, sending);
    const { requestOf, isSuccess } = kinds[channel.type];
    return sendRequest({ ...options, choose }, requestOf(channel, message, sending), isSuccess);
  }

  return {
    send(channel, message, deliveryId) {
      if (channel.lacksSecrets) return Promise.resolve(failed('secretsMissing'));
      const { id } = channel;
      const earlier = lastOf.get(id) ?? Promise.resolve();
      const result = earlier
        .then(() => limited(id, () => sendNow(channel, message, deliveryId)))
        .catch(() => failed('notConnected'));
      lastOf.set(id, result);
      void result.finally(() => {
        if (lastOf.get(id) === result) lastOf.delete(id);
      });
      return result;
    },
  };
}
