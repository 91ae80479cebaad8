import type { ChannelType } from './rules/channelTypes.ts';
import type { ChangeMessage, Message, SendResult } from '../../core/outgoing/message.ts';
import type { OpenChannel } from './rules/openChannel.ts';
import type { Clock } from '../../core/runtime/system.ts';
import { chooseAddresses, type AddressRules } from '../../core/outgoing/addresses.ts';
import type { ChannelKind, Sending } from './types/channelKind.ts';
import { failed, sendMillisecondsMax, sendRequest, within } from '../../core/outgoing/httpRequest.ts';
import { mailMillisecondsMax, sendMail, type MailOptions } from './types/mail.ts';
import { createTurns } from '../../core/outgoing/turns.ts';
import { apprise } from './types/apprise.ts';
import { discord } from './types/discord.ts';
import { gotify } from './types/gotify.ts';
import { homeAssistant } from './types/homeAssistant.ts';
import { matrix } from './types/matrix.ts';
import { ntfy } from './types/ntfy.ts';
import { slack } from './types/slack.ts';
import { telegram } from './types/telegram.ts';
import { changeRequest, webhook } from './types/webhook.ts';
import { messageWords } from './types/words.ts';

/** What senders need. */
export interface SenderOptions extends AddressRules, MailOptions {
  readonly clock: Clock;
  /** By which this server recognises messages that lead back to it; undefined for none. */
  readonly mark?: string;
}

/** Sends messages. */
export interface Senders {
  /**
   * Sends a message to a channel, in at most 10 seconds (25 for a mail) once it is its turn: a channel sends one message at a time, and
   * all of them a few. Never rejects.
   *
   * @param deliveryId identifies the message for receivers; the same for each attempt
   */
  send(channel: OpenChannel, message: Message | ChangeMessage, deliveryId: string): Promise<SendResult>;
  /** The same, but the time that the message waits for its turn counts, too: somebody waits for the result. */
  test(channel: OpenChannel, message: Message, deliveryId: string): Promise<SendResult>;
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

// More than any home has; then the channels that fail are found out anew.
const failingMax = 10_000;

/** Creates the senders of all types of channels. */
export function createSenders(options: SenderOptions): Senders {
  const { clock } = options;
  const inTurn = createQueues();
  const choose = chooseAddresses(options);

  async function sendNow(
    channel: OpenChannel,
    message: Message | ChangeMessage,
    deliveryId: string,
    millisecondsMax = longest(channel),
  ): Promise<SendResult> {
    if (millisecondsMax <= 0) return failed('timeout');
    const words = messageWords[channel.language];
    const sending: Sending = { deliveryId, wallMilliseconds: clock.wallMilliseconds(), words };
    if ('change' in message)
      return sendRequest({ ...options, choose, millisecondsMax }, changeRequest(channel, message, sending));
    if (channel.type === 'email') return sendMail({ ...options, millisecondsMax }, channel, message, sending);
    const { requestOf, isSuccess } = kinds[channel.type];
    return sendRequest({ ...options, choose, millisecondsMax }, requestOf(channel, message, sending), isSuccess);
  }

  return {
    async send(channel, message, deliveryId) {
      if (channel.lacksSecrets) return failed('secretsMissing');
      return inTurn(channel, () => sendNow(channel, message, deliveryId));
    },

    async test(channel, message, deliveryId) {
      if (channel.lacksSecrets) return failed('secretsMissing');
      const deadline = clock.monotonicMilliseconds() + longest(channel);
      const { promise: begun, resolve: begin } = Promise.withResolvers<true>();
      const result = inTurn(channel, () => {
        begin(true);
        return sendNow(channel, message, deliveryId, deadline - clock.monotonicMilliseconds());
      });
      // When its turn comes later, nothing is sent.
      return (await within(clock, longest(channel), begun)) === true ? result : failed('timeout');
    },
  };
}

function longest({ type }: OpenChannel): number {
  return type === 'email' ? mailMillisecondsMax : sendMillisecondsMax;
}

/** Creates a function that sends the messages of a channel one after another, and those of a few channels at a time. */
function createQueues() {
  const take = createTurns();
  // The last message of each channel that is being sent, or waits.
  const lastOf = new Map<string, Promise<SendResult>>();
  const failing = new Set<string>();

  function note(channelId: string, { outcome }: SendResult): void {
    if (outcome === 'sent') failing.delete(channelId);
    else if (failing.size < failingMax) failing.add(channelId);
    else failing.clear();
  }

  return function inTurn({ id }: OpenChannel, work: () => Promise<SendResult>): Promise<SendResult> {
    const earlier = lastOf.get(id) ?? Promise.resolve();
    const result = earlier
      .then(() => take(failing.has(id), work))
      .catch(() => failed('notConnected'))
      .then((ended) => {
        note(id, ended);
        return ended;
      });
    lastOf.set(id, result);
    void result.finally(() => {
      if (lastOf.get(id) === result) lastOf.delete(id);
    });
    return result;
  };
}
