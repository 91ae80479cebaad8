import type { DeliveryContent } from '../commands/delivery.ts';
import { dayOfInstant } from '../domain/billing/days.ts';
import type { ChangeMessage, Message, SendResult } from '../domain/channels/message.ts';
import type { OpenChannel } from '../domain/channels/openChannel.ts';
import { changeMilliseconds, earliestMilliseconds, type AttemptResult } from '../domain/reminders/delivery.ts';
import { messageOf } from '../domain/reminders/messages.ts';
import type { EvenFlow } from '../runtime/evenFlow.ts';
import { instantAt, instantOf, settlesWithin, type Clock } from '../runtime/system.ts';
import type { WaitingChannel } from '../store/entities/deliveries.ts';
import type { Store, WriteDoor } from '../store/store.ts';
import { createChannelPauses } from './channelPauses.ts';
import { watchCommits } from './otherProcesses.ts';
import { planReminders } from './reminderPlan.ts';
import type { JobRun, Scheduler } from './scheduler.ts';

/** Options of the deliveries. */
export interface DeliveriesOptions {
  readonly scheduler: Scheduler;
  readonly store: Pick<Store, 'deliveryWork' | 'reminderTimes'>;
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

// Serves the first requests after a start first.
const firstSeconds = 2;
const everySeconds = 60;
const retry = { firstSeconds: 60, longestSeconds: 600 };
// So that the minute has certainly begun.
const marginMilliseconds = 100;
const millisecondsAMinute = 60_000;
const keptMilliseconds = 450 * 24 * 3600 * 1000;
// The clock is corrected by less, and by more only soon after a start.
const [jumpMilliseconds, steadyMilliseconds] = [5 * 60_000, 3600_000];
// A change is sent so soon after its write; those of several writes need one search.
const soonMilliseconds = 300;
// Most messages take less; the whole stop takes nine seconds at most.
const stopMillisecondsMax = 5000;

/**
 * Schedules the deliveries: each minute, the reminders that are due become deliveries, and what is to be sent is sent, one message at a
 * time to each channel; changes soon after their write. What is stored says what is left to do, so a crash loses nothing.
 */
export function scheduleDeliveries(options: DeliveriesOptions) {
  const { scheduler, clock, log } = options;
  const senders = createChannelSenders(options, noteWrites);
  const otherProcesses = watchCommits(clock, options.store.deliveryWork.countCommits, noteWrites);
  const isClockSteady = watchClock(clock);
  let [hasBegun, cancelSoon]: [boolean, (() => void) | undefined] = [false, undefined];
  const job = scheduler.schedule({
    timetable: { everySeconds },
    retry,
    async run({ inPieces }) {
      try {
        // A plan of many subscriptions takes a while.
        await planReminders(options, inPieces, () => senders.sendSoon());
      } finally {
        senders.sendSoon();
      }
      if (isClockSteady()) await purge(options, inPieces);
      return { nextInSeconds: secondsToNextMinute(clock) };
    },
    onFailure: (error) => log(`the reminders could not be planned: ${String(error)}`),
  });

  function noteWrites(): void {
    if (!hasBegun) return;
    cancelSoon ??= clock.after(soonMilliseconds, () => {
      cancelSoon = undefined;
      senders.sendSoon();
    });
  }

  return {
    /** Sends what is due soon, and each minute from then on. */
    begin(): void {
      hasBegun = true;
      job.begin(firstSeconds);
      otherProcesses.begin();
    },

    /** Something was written: perhaps a change that webhooks get. */
    noteWrites,

    /** Starts no further message, and waits a moment for those that are being sent, before the writes are closed. */
    async end(): Promise<void> {
      hasBegun = false;
      cancelSoon?.();
      otherProcesses.end();
      job.stop();
      await settlesWithin(clock, stopMillisecondsMax, senders.stop());
    },
  };
}

async function purge({ store, writes, clock }: DeliveriesOptions, inPieces: JobRun['inPieces']): Promise<void> {
  const now = clock.wallMilliseconds();
  const old = { before: instantAt(now - keptMilliseconds), dataBefore: instantAt(now - changeMilliseconds) };
  if (!store.deliveryWork.isAnyOld(old)) return;
  await inPieces(async () => (await writes.submit({ kind: 'delivery.purge', ...old })).isMore);
}

/** Creates a function that tells whether the wall clock has not jumped for an hour: one that is ahead must not delete anything. */
function watchClock(clock: Clock): () => boolean {
  const offsetNow = () => clock.wallMilliseconds() - clock.monotonicMilliseconds();
  let [offset, since] = [offsetNow(), clock.monotonicMilliseconds()];
  return function isClockSteady(): boolean {
    const now = clock.monotonicMilliseconds();
    if (Math.abs(offsetNow() - offset) > jumpMilliseconds) [offset, since] = [offsetNow(), now];
    return now - since >= steadyMilliseconds;
  };
}

function secondsToNextMinute(clock: Clock): number {
  const sinceMinute = clock.wallMilliseconds() % millisecondsAMinute;
  return (millisecondsAMinute - sinceMinute + marginMilliseconds) / 1000;
}

/** The result of an attempt that is not stored yet. */
interface Unrecorded {
  readonly deliveryId: string;
  readonly at: string;
  readonly result: AttemptResult;
}

/** Sends what waits: one message at a time to each channel, and to all channels at once, so that none waits for another. */
function createChannelSenders(options: DeliveriesOptions, onPauseEnd: () => void) {
  const { store, clock, log } = options;
  const running = new Map<string, Promise<void>>();
  // Their last message failed, or they lack their secrets.
  const pauses = createChannelPauses(clock, onPauseEnd);
  const unrecorded = new Map<string, Unrecorded>();
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

  function sendWaiting(): void {
    // Receivers would refuse the time of the message, and the certificates of receivers are of later times.
    if (clock.wallMilliseconds() < earliestMilliseconds) return;
    for (const waiting of store.deliveryWork.waitingChannels(instantOf(clock)))
      if (!running.has(waiting.channelId) && !pauses.has(waiting.channelId))
        running.set(waiting.channelId, serve(waiting));
  }

  return {
    /**
     * Starts with each channel that has something to send, is not at it and did not fail a minute ago or later. What cannot be read
     * now is sent in the next minute.
     */
    sendSoon(): void {
      try {
        sendWaiting();
      } catch (error) {
        log(`the deliveries could not be read: ${String(error)}`);
      }
    },

    /** Starts no further message; resolves when nothing is being sent, and all results are stored if they can be. */
    async stop(): Promise<void> {
      isStopped = true;
      pauses.stop();
      options.flow.end();
      await Promise.all(running.values());
      const ends = Array.from(unrecorded.keys(), (channelId) => recordEnd(options, channelId, unrecorded));
      // What cannot be stored now, either, is sent again.
      await Promise.allSettled(ends);
    },
  };
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
  readonly options: DeliveriesOptions;
  readonly unrecorded: Map<string, Unrecorded>;
  readonly hasStopped: () => boolean;
}

/** Begins the next message of a channel: the oldest, so that after a failure many others do not delay its retries. */
async function beginNext(sending: Sending): Promise<Step> {
  const { options, ownerId, channelId, unrecorded, hasStopped } = sending;
  await recordEnd(options, channelId, unrecorded);
  await options.flow.turn({ ownerId, isBegun: false, hasTime: false });
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
  { writes }: DeliveriesOptions,
  channelId: string,
  unrecorded: Map<string, Unrecorded>,
): Promise<void> {
  const ended = unrecorded.get(channelId);
  if (ended === undefined) return;
  await writes.submit({ kind: 'delivery.end', ...ended });
  unrecorded.delete(channelId);
}

async function attempt(
  { openChannel, send, clock, timeZone, publicUrl, flow }: DeliveriesOptions,
  { ownerId, channelId }: WaitingChannel,
  { deliveryId, content }: Begun,
): Promise<AttemptResult> {
  const channel = await openChannel(ownerId, channelId);
  if (channel === undefined) return { outcome: 'notMade', reason: 'channelOff' };
  await flow.turn({ ownerId, isBegun: true, hasTime: false });
  if ('change' in content) return send(channel, content.change, deliveryId);
  const today = dayOfInstant(instantOf(clock), timeZone);
  const message = messageOf(content.reminders, { language: channel.language, today, publicUrl });
  return send(channel, message, deliveryId);
}
