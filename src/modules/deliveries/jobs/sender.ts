import type { CommandOf } from '../../commands.ts';
import type { DeliveryContent } from '../commands.ts';
import { dayOfInstant } from '../../../core/billing/days.ts';
import type { ChangeMessage, Message, SendResult } from '../../../core/outgoing/message.ts';
import type { OpenChannel } from '../../channels/rules/openChannel.ts';
import { earliestMilliseconds, type AttemptResult } from '../rules/delivery.ts';
import { messageOf } from '../../reminders/rules/messages.ts';
import { instantOf, type Clock } from '../../../core/runtime/system.ts';
import type { DueDelivery } from '../store/deliveries.ts';
import type { Store, WriteDoor } from '../../store.ts';

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

/**
 * Sends what is due: one message at a time to each channel, and to all channels at once, so that none waits for another.
 *
 * @param withReminders whether reminders may be sent now; changes always are
 */
export function createDeliverySender(options: DeliverySenderOptions, withReminders: () => boolean) {
  const { store, clock, log } = options;
  const results = keepResults(options.writes);
  const busy = new Map<string, Promise<void>>();
  // Each ends the timer of a channel.
  const pausing = new Map<string, () => void>();
  let isStopped = false;

  function sendDue(): void {
    // Receivers would refuse the time of the message, and the certificates of receivers are of later times.
    if (isStopped || clock.wallMilliseconds() < earliestMilliseconds) return;
    try {
      for (const due of store.deliveryWork.due(instantOf(clock), { withReminders: withReminders() }))
        if (!busy.has(due.channelId) && !pausing.has(due.channelId))
          begin(due.channelId, () => sendOne(options, results, due));
    } catch (error) {
      log(`the deliveries could not be read: ${String(error)}`);
    }
  }

  /** Does the work of a channel, and sends what is due then; the channel pauses if it may not go on. */
  async function serve(channelId: string, work: () => Promise<boolean>): Promise<void> {
    let mayGoOn = false;
    try {
      mayGoOn = await work();
    } catch (error) {
      if (!isStopped) log(`a delivery could not be stored: ${String(error)}`);
    }
    busy.delete(channelId);
    if (mayGoOn) sendDue();
    else if (!isStopped) pause(channelId);
  }

  function begin(channelId: string, work: () => Promise<boolean>): void {
    busy.set(channelId, serve(channelId, work));
  }

  function pause(channelId: string): void {
    const end = (): void => {
      pausing.delete(channelId);
      begin(channelId, () => results.record(channelId));
    };
    pausing.set(channelId, clock.after(pauseMilliseconds, end));
  }

  return {
    /** Starts with each channel that has something to send, is not at it and did not fail a minute ago or later. */
    sendDue,

    /** Starts no further message; resolves when nothing is being sent, and all results are stored if they can be. */
    async stop(): Promise<void> {
      isStopped = true;
      for (const cancel of pausing.values()) cancel();
      await Promise.all(busy.values());
      await results.recordAll();
    },
  };
}

/** Keeps the last result of each channel until it is stored: a disk that is full must not make a message be sent twice. */
function keepResults(writes: WriteDoor) {
  const kept = new Map<string, CommandOf<'delivery.end'>>();

  /** Stores the result of a channel, if there is one that is not stored. */
  async function record(channelId: string): Promise<true> {
    const ended = kept.get(channelId);
    if (ended !== undefined) await writes.submit(ended);
    kept.delete(channelId);
    return true;
  }

  return {
    keep: (channelId: string, ended: CommandOf<'delivery.end'>): void => void kept.set(channelId, ended),
    record,
    /** Stores what can be stored; the rest is sent again. */
    recordAll: () => Promise.allSettled(Array.from(kept.keys(), record)),
  };
}

/** Makes an attempt of a message that is due, and stores its result; returns whether its channel may go on. */
async function sendOne(
  options: DeliverySenderOptions,
  results: ReturnType<typeof keepResults>,
  due: DueDelivery,
): Promise<boolean> {
  const { writes, clock, timeZone } = options;
  const { channelId, deliveryId } = due;
  const started = await writes.submit({ kind: 'delivery.start', deliveryId, at: instantOf(clock), timeZone });
  if (started.outcome !== 'started') return started.outcome === 'notStarted';
  const result = await attempt(options, due, started);
  results.keep(channelId, { kind: 'delivery.end', deliveryId, at: instantOf(clock), result });
  return (await results.record(channelId)) && result.outcome !== 'failed';
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
