import type { CommandOf } from '../../commands.ts';
import type { DeliveryContent } from '../commands.ts';
import { dayOfInstant } from '../../../core/billing/days.ts';
import type { ChangeMessage, Message, SendResult } from '../../../core/outgoing/message.ts';
import type { OpenChannel } from '../../channels/rules/openChannel.ts';
import { earliestMilliseconds, type AttemptResult } from '../rules/delivery.ts';
import { messageOf } from '../../reminders/rules/messages.ts';
import { instantOf, type Clock } from '../../../core/runtime/system.ts';
import type { DueDelivery } from '../store/work.ts';
import type { Store } from '../../store.ts';
import type { WriteDoor } from '../../../core/writer/queue.ts';
import { pause } from '../../../core/jobs/scheduler.ts';

/** Options of the sender. */
export interface DeliverySenderOptions {
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
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
}

// After a failure, and while secrets are missing.
const pauseMilliseconds = 60_000;

/** Sends what is due: one message at a time to each channel, and to all channels at once, so that none waits for another. */
export function createDeliverySender(options: DeliverySenderOptions) {
  const { store, clock, log } = options;
  // The channels that are sending, or pause.
  const busy = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  function sendDue(): void {
    // Receivers would refuse the time of the message, and the certificates of receivers are of later times.
    if (stopping.signal.aborted || clock.wallMilliseconds() < earliestMilliseconds) return;
    try {
      for (const due of store.deliveryWork.due(instantOf(clock)))
        if (!busy.has(due.channelId)) busy.set(due.channelId, serve(due));
    } catch (error) {
      log(`the deliveries could not be read: ${String(error)}`);
    }
  }

  /** Sends one message of a channel, then what is due; the channel pauses before if it may not go on. */
  async function serve(due: DueDelivery): Promise<void> {
    if (!(await send(due))) await pause(clock, pauseMilliseconds, stopping.signal);
    busy.delete(due.channelId);
    sendDue();
  }

  async function send(due: DueDelivery): Promise<boolean> {
    try {
      return await sendOne(options, due, stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) log(notStored(error));
      return false;
    }
  }

  return {
    /** Starts with each channel that has something to send, is not at it and did not fail a minute ago or later. */
    sendDue,

    /** Starts no further message; resolves when nothing is being sent, and all results are stored if they can be. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(busy.values());
    },
  };
}

const notStored = (error: unknown) => `a delivery could not be stored: ${String(error)}`;

/** Makes an attempt of a message that is due, and stores its result; returns whether its channel may go on. */
async function sendOne(options: DeliverySenderOptions, due: DueDelivery, stopping: AbortSignal): Promise<boolean> {
  const { writes, clock, timeZone } = options;
  const { deliveryId } = due;
  const started = await writes.submit({ kind: 'delivery.start', deliveryId, at: instantOf(clock), timeZone });
  if (started.outcome !== 'started') return started.outcome === 'notStarted';
  const result = await attempt(options, due, started);
  await storeEnd(options, { kind: 'delivery.end', deliveryId, at: instantOf(clock), result }, stopping);
  return result.outcome !== 'failed';
}

/** Tries each minute, and once more when it stops: a disk that is full must not make a message be sent twice. */
async function storeEnd(
  { writes, clock, log }: DeliverySenderOptions,
  ended: CommandOf<'delivery.end'>,
  stopping: AbortSignal,
): Promise<void> {
  for (let isLast = false; ; isLast = stopping.aborted) {
    try {
      return void (await writes.submit(ended));
    } catch (error) {
      if (isLast) throw error;
      log(notStored(error));
      await pause(clock, pauseMilliseconds, stopping);
    }
  }
}

async function attempt(
  { openChannel, send, clock, timeZone, publicUrl }: DeliverySenderOptions,
  { ownerId, channelId, deliveryId }: DueDelivery,
  content: DeliveryContent,
): Promise<AttemptResult> {
  const channel = await openChannel(ownerId, channelId);
  if (channel === undefined) return { outcome: 'notMade', reason: 'channelOff' };
  if ('change' in content) return send(channel, content.change, deliveryId);
  const today = dayOfInstant(instantOf(clock), timeZone);
  return send(channel, messageOf(content.reminders, { language: channel.language, today, publicUrl }), deliveryId);
}
