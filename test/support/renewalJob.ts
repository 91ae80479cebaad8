import { scheduleRenewals } from '../../src/modules/subscriptions/jobs.ts';
import { createScheduler } from '../../src/core/jobs/scheduler.ts';
import type { WriteCommand } from '../../src/modules/commands.ts';
import { systemRandomness } from '../../src/core/runtime/system.ts';
import type { WriteDoor } from '../../src/core/writer/queue.ts';
import { writeInline } from './inlineWrites.ts';
import type { Service } from './service.ts';

/** The job of automatic renewals on the database and the clock of a service. */
export type RenewalJob = ReturnType<typeof renewalJobOf>;

/** Gives the job of a service; each start is that of another process. */
export function renewalJobOf(service: Service, timeZone = 'UTC') {
  const writes = writeInline(service.database);
  const [log, info, warnings]: [string[], string[], string[]] = [[], [], []];
  const requestIds: string[] = [];
  let commands: WriteCommand[] = [];
  let [failures, stopsAfter] = [0, Number.POSITIVE_INFINITY];
  let scheduler: ReturnType<typeof createScheduler> | undefined;

  const submit = ((command: WriteCommand) => {
    commands.push(command);
    if (commands.length === stopsAfter) void stop();
    if (failures === 0) return writes.submit(command);
    failures -= 1;
    return Promise.reject(new Error('the disk is full'));
  }) as WriteDoor['submit'];

  /** Waits until the job submits nothing more. */
  async function settled(): Promise<void> {
    let before: number;
    do {
      before = commands.length;
      await new Promise((resolve) => setImmediate(resolve));
    } while (commands.length > before);
  }

  async function stop(): Promise<void> {
    await scheduler?.stop();
    scheduler = undefined;
  }

  return {
    log,
    info,
    warnings,
    /** The request ids of the runs that it has told of, the newest of each run first. */
    requestIds,
    stop,
    settled,

    /** Stops the next process when it submits so many commands. */
    stopAfter: (count: number): void => void (stopsAfter = count),

    /** Makes the next commands fail. */
    failNext: (count: number): void => void (failures = count),

    /** Starts a process, which renews what is due; returns the commands that it submits. */
    async start(): Promise<readonly WriteCommand[]> {
      await stop();
      commands = [];
      scheduler = createScheduler(service.clock);
      const { store, clock } = service;
      const logs = {
        log: (line: string) => log.push(line),
        warn: (line: string) => warnings.push(line),
        logMade(line: string, made: { readonly requestIds: string }) {
          info.push(line);
          requestIds.push(...made.requestIds.split(' '));
        },
      };
      const tools = { scheduler, store, clock, writes: { submit }, randomness: systemRandomness };
      scheduleRenewals({ ...tools, ...logs, timeZone }).begin();
      service.clock.advance(1);
      await settled();
      stopsAfter = Number.POSITIVE_INFINITY;
      return commands;
    },

    /** Lets time pass while the process runs; returns the commands that it submits. */
    async wait(seconds: number): Promise<readonly WriteCommand[]> {
      commands = [];
      service.clock.advance(seconds);
      await settled();
      return commands;
    },
  };
}
