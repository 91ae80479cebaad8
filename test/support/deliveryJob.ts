import type { WriteCommand } from '../../src/modules/commands.ts';
import type { ChangeMessage, Message, SendResult } from '../../src/core/outgoing/message.ts';
import { schedulePurges } from '../../src/modules/deliveries/jobs/purge.ts';
import { scheduleDeliveries } from '../../src/modules/deliveries/jobs/deliveries.ts';
import { createScheduler } from '../../src/core/jobs/scheduler.ts';
import type { WriteDoor } from '../../src/core/writer/queue.ts';
import { writeInline } from './inlineWrites.ts';
import type { Service } from './service.ts';

/** A message that a receiver got. */
interface Received {
  readonly at: string;
  readonly channelId: string;
  readonly id: string;
  readonly message: Message;
}

/** A change that a receiver got. */
export interface ReceivedChange extends ChangeMessage {
  readonly channelId: string;
  readonly id: string;
}

/** What a message says of each event. */
interface RemindedInMessage {
  readonly subscriptionId: string;
  readonly dueOn: string;
  readonly daysLeft: number;
  readonly noticeBy?: string;
  readonly previousAmount?: number;
}

/** What a message says of its events. */
export function remindedIn({ data }: Message): readonly RemindedInMessage[] {
  return (data?.['reminders'] ?? []) as readonly RemindedInMessage[];
}

/** What a receiver answers, or a function of what it got. */
type Receiver = (received: Received) => SendResult | Promise<SendResult>;

/** Where a process may die: so many steps from its start. A step is a write or a message, before or after it. */
export type DeliveryJob = ReturnType<typeof deliveryJobOf>;

/**
 * The deliveries of a service by its database and clock; each start is that of another process.
 *
 * @param sender what opens channels and sends messages; by default, receivers that the test makes up
 */
export function deliveryJobOf(service: Service, timeZone = 'UTC', sender?: Pick<Service['channels'], 'find' | 'send'>) {
  const writes = writeInline(service.database);
  const received: Received[] = [];
  const changes: ReceivedChange[] = [];
  let receiveChange: (received: ReceivedChange) => SendResult = () => ({ outcome: 'sent', status: 200 });
  const log: string[] = [];
  const commands: WriteCommand[] = [];
  let receive: Receiver = () => ({ outcome: 'sent', status: 200 });
  let isDiskFull = false;
  let afterWrite: (command: WriteCommand, changes: number) => unknown = () => undefined;
  const totalChanges = () =>
    service.database.query<{ changes: number }, []>('SELECT total_changes() AS changes').get()?.changes ?? 0;
  let process: ReturnType<typeof startProcess> | undefined;

  function startProcess(diesAfter: number) {
    let steps = 0;
    let isDead = false;
    const scheduler = createScheduler(service.clock);
    const never = new Promise<never>(() => undefined);

    /** A step of the process; once it is dead, nothing comes back. */
    async function step<Result>(action: () => Result | Promise<Result>): Promise<Result> {
      if (isDead) return never;
      steps += 1;
      isDead = steps > diesAfter;
      if (isDead) return never;
      const result = await action();
      steps += 1;
      isDead ||= steps > diesAfter;
      return isDead ? never : result;
    }

    const job = scheduleDeliveries({
      scheduler,
      store: service.store,
      clock: service.clock,
      timeZone,
      publicUrl: 'https://duebook.example.org',
      log: (line) => log.push(line),
      writes: {
        submit: (async (command: WriteCommand) =>
          step(() => {
            if (isDiskFull) throw new Error('the disk is full');
            commands.push(command);
            const before = totalChanges();
            return writes.submit(command).finally(() => afterWrite(command, totalChanges() - before));
          })) as WriteDoor['submit'],
      },
      openChannel: (ownerId, id) =>
        sender?.find(ownerId, id) ??
        Promise.resolve({
          id,
          ownerId,
          type: 'webhook',
          language: 'en',
          settings: {},
          secrets: {},
          lacksSecrets: false,
        }),
      send: (channel, message, id) =>
        step(() => {
          if (sender !== undefined) return sender.send(channel, message, id);
          if ('change' in message) {
            const change = { ...message, channelId: channel.id, id };
            changes.push(change);
            return receiveChange(change);
          }
          const at = new Date(service.clock.wallMilliseconds()).toISOString();
          const one = { at, channelId: channel.id, id, message };
          received.push(one);
          return receive(one);
        }),
    });
    job.begin();
    const wallMilliseconds = () => service.clock.wallMilliseconds();
    schedulePurges({ scheduler, writes, wallMilliseconds, log: (line) => log.push(line) }).begin();
    return {
      isDead: () => isDead,
      steps: () => steps,
      kill: () => void (isDead = true),
      stop: () => job.end(),
      noteWrites: () => job.noteWrites(),
      scheduler,
    };
  }

  /** Waits until nothing more happens by itself. */
  async function settled(): Promise<void> {
    let before: number;
    do {
      before = commands.length + received.length + changes.length + log.length;
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    } while (commands.length + received.length + changes.length + log.length > before);
  }

  return {
    received,
    changes,
    log,
    commands,
    settled,
    answer: (next: Receiver): void => void (receive = next),
    answerChanges: (next: typeof receiveChange): void => void (receiveChange = next),
    noteWrites: (): void => process?.noteWrites(),
    /** Calls a function with each command, and the number of rows that it has written. */
    afterWrites: (then: typeof afterWrite): void => void (afterWrite = then),
    fillDisk: (isFull: boolean): void => void (isDiskFull = isFull),
    isDead: (): boolean => process?.isDead() ?? true,
    steps: (): number => process?.steps() ?? 0,

    /** Starts another process, and lets it do its first run. The one before it ends without a word. */
    async start(diesAfter = Number.POSITIVE_INFINITY): Promise<void> {
      process?.kill();
      void process?.scheduler.stop();
      process = startProcess(diesAfter);
      service.clock.advance(2);
      await settled();
    },

    /** Lets time pass while the process runs, minute by minute. */
    async wait(seconds: number, stepSeconds = 60): Promise<void> {
      for (let left = seconds; left > 0; left -= stepSeconds) {
        service.clock.advance(Math.min(left, stepSeconds));
        await settled();
      }
    },

    /** Ends the process in order. */
    async stopInOrder(): Promise<void> {
      const stopped = process?.stop();
      await settled();
      await stopped;
    },

    /** Ends the process. */
    async stop(): Promise<void> {
      process?.kill();
      await process?.scheduler.stop();
      process = undefined;
    },
  };
}
