import type { DeliveryContent } from '../commands/delivery.ts';
import { dayOfInstant } from '../domain/billing/days.ts';
import type { ChangeMessage, Message, SendResult } from '../domain/channels/message.ts';
import type { OpenChannel } from '../domain/channels/openChannel.ts';
import { earliestMilliseconds, type AttemptResult } from '../domain/reminders/delivery.ts';
import { messageOf } from '../domain/reminders/messages.ts';
import type { EvenFlow } from '../runtime/evenFlow.ts';
import { instantOf, type Clock } from '../runtime/system.ts';
import type { WaitingChannel } from '../store/entities/deliveries.ts';
import type { Store, WriteDoor } from '../store/store.ts';
import { createChannelPauses } from './channelPauses.ts';
import type { Scheduler } from './scheduler.ts';

/** Options of the senders. */
export interface ChannelSendersOptions {
  readonly scheduler: Scheduler;
  readonly store: Pick<Store, 'deliveryWork'>;
  readonly writes: WriteDoor;
  readonly clock: Clock;
  /** The IANA time zone of days and times. */
  readonly timeZone: string;
  /** The address of the dashboard; null when it is not known. */
  readonly publicUrl: string | null;
  /** A channel with its secrets; undefined when the owner has none with this id. */
  readonly openChannel: (ownerId: number, channelId: string) => Promise<OpenChannel | undefined>;
  /** Sends a message; never rejects. The id is the same for each attempt. */
  readonly send: (channel: OpenChannel, message: Message | ChangeMessage, deliveryId: string) => Promise<SendResult>;
  /** The flow of the pieces that messages are sent in. */
  readonly flow: EvenFlow;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
}

// Channels that one piece of the search looks at.
const channelsAtOnce = 100;

/** The result of an attempt that is not stored yet. */
interface Unrecorded {
  readonly deliveryId: string;
  readonly at: string;
  readonly result: AttemptResult;
}

/** Sends what waits: one message at a time to each channel, and to all channels at once, so that none waits for another. */
export function createChannelSenders(options: ChannelSendersOptions, onPauseEnd: () => void) {
  const { store, clock, log } = options;
  const running = new Map<string, Promise<void>>();
  // Their last message failed, or they lack their secrets.
  const pauses = createChannelPauses(clock, onPauseEnd);
  const unrecorded = new Map<string, Unrecorded>();
  const search = scheduleSearch(options, startChannels);
  let isStopped = false;
  const hasStopped = () => isStopped;

  async function serve(waiting: WaitingChannel): Promise<void> {
    const sending: Sending = { options, ...waiting, unrecorded, hasStopped };
    try {
      for (let step: Step = 'goOn'; step !== 'nothing';) {
        if (typeof step === 'object') step = await sendBegun(sending, step);
        else step = hasStopped() ? 'nothing' : await beginNext(sending);
        if (step === 'held') {
          pauses.begin(waiting.channelId);
          break;
        }
      }
    } catch (error) {
      pauses.begin(waiting.channelId);
      if (!hasStopped()) log(`a delivery could not be stored: ${String(error)}`);
    } finally {
      running.delete(waiting.channelId);
    }
  }

  /** Starts with some of the channels that follow one; returns the last of them, and undefined after the last of all. */
  function startChannels(after = ''): string | undefined {
    // Receivers would refuse the time of the message, and the certificates of receivers are of later times.
    if (hasStopped() || clock.wallMilliseconds() < earliestMilliseconds) return undefined;
    const page = { after, limit: channelsAtOnce };
    const { channels, last } = store.deliveryWork.waitingChannels({ at: instantOf(clock), ...page });
    for (const waiting of channels)
      if (!running.has(waiting.channelId) && !pauses.has(waiting.channelId))
        running.set(waiting.channelId, serve(waiting));
    return last;
  }

  return {
    /**
     * Starts with each channel that has something to send, is not at it and did not fail a minute ago or later. What cannot be read
     * now is sent in the next minute.
     */
    sendSoon: (): void => search.request(),

    /** Starts no further message; resolves when nothing is being sent, and all results are stored if they can be. */
    async stop(): Promise<void> {
      isStopped = true;
      search.stop();
      pauses.stop();
      options.flow.end();
      await Promise.all(running.values());
      const ends = Array.from(unrecorded.keys(), (channelId) => recordEnd(options, channelId, unrecorded));
      // What cannot be stored now, either, is sent again.
      await Promise.allSettled(ends);
    },
  };
}

/** Schedules the start of channels in pieces, so that many of them do not hold up requests. */
function scheduleSearch({ scheduler, log }: ChannelSendersOptions, startSome: (after?: string) => string | undefined) {
  return scheduler.schedule({
    async run({ inPieces }) {
      let last: string | undefined;
      await inPieces(async () => {
        last = startSome(last);
        return last !== undefined;
      });
      return undefined;
    },
    onFailure: (error) => log(`the deliveries could not be read: ${String(error)}`),
  });
}

/** A message whose attempt has begun. */
interface Begun {
  readonly deliveryId: string;
  readonly content: DeliveryContent;
}

/** What follows from a step of a channel: a message, the next step, or none, because nothing is due, or none in this minute. */
type Step = Begun | 'goOn' | 'nothing' | 'held';

/** The channel that sends, and what it needs. */
interface Sending extends WaitingChannel {
  readonly options: ChannelSendersOptions;
  readonly unrecorded: Map<string, Unrecorded>;
  readonly hasStopped: () => boolean;
}

/** Begins the next message of a channel: the oldest, so that after a failure many others do not delay its retries. */
async function beginNext(sending: Sending): Promise<Step> {
  const { options, ownerId, channelId, isChange, unrecorded, hasStopped } = sending;
  await recordEnd(options, channelId, unrecorded);
  await options.flow.turn({ ownerId, queue: isChange ? 'urgent' : 'others', hasTime: false });
  return hasStopped() ? 'nothing' : startNext(sending, true);
}

/** The same beside the end of the message before it. Submits the command at once, so that both can be one commit. */
async function startNext({ options, channelId }: Sending, isOldest = false): Promise<Step> {
  const { store, writes, clock, timeZone } = options;
  const at = instantOf(clock);
  const next = () => store.deliveryWork.nextOf(channelId, { at, isOldest });
  const deliveryId = next();
  if (deliveryId === undefined) return 'nothing';
  const started = await writes.submit({ kind: 'delivery.start', deliveryId, at, timeZone });
  if (started.outcome === 'started') return { deliveryId, content: started };
  // It waits for the secrets of the channel.
  return next() === deliveryId ? 'held' : 'goOn';
}

/** Sends a message, stores the result, and begins the next message if this one was sent. */
async function sendBegun(sending: Sending, begun: Begun): Promise<Step> {
  const { options, channelId, unrecorded, hasStopped } = sending;
  const result = await attempt(options, sending, begun);
  // Kept until it is stored: a disk that is full must not make a message be sent twice.
  unrecorded.set(channelId, { deliveryId: begun.deliveryId, at: instantOf(options.clock), result });
  const ended = recordEnd(options, channelId, unrecorded);
  const isLast = result.outcome === 'failed' || hasStopped();
  const [end, next] = await Promise.allSettled([ended, isLast ? undefined : startNext(sending)]);
  if (end.status === 'rejected') throw end.reason;
  if (next.status === 'rejected') throw next.reason;
  if (result.outcome === 'failed') return 'held';
  // The next change of the record could not be found before this one had ended.
  return next.value === undefined || next.value === 'nothing' ? 'goOn' : next.value;
}

async function recordEnd(
  { writes }: ChannelSendersOptions,
  channelId: string,
  unrecorded: Map<string, Unrecorded>,
): Promise<void> {
  const ended = unrecorded.get(channelId);
  if (ended === undefined) return;
  await writes.submit({ kind: 'delivery.end', ...ended });
  unrecorded.delete(channelId);
}

async function attempt(
  { openChannel, send, clock, timeZone, publicUrl, flow }: ChannelSendersOptions,
  { ownerId, channelId }: WaitingChannel,
  { deliveryId, content }: Begun,
): Promise<AttemptResult> {
  const channel = await openChannel(ownerId, channelId);
  if (channel === undefined) return { outcome: 'notMade', reason: 'channelOff' };
  await flow.turn({ ownerId, queue: 'change' in content ? 'urgent' : 'begun', hasTime: false });
  if ('change' in content) return send(channel, content.change, deliveryId);
  const today = dayOfInstant(instantOf(clock), timeZone);
  const message = messageOf(content.reminders, { language: channel.language, today, publicUrl });
  return send(channel, message, deliveryId);
}
