import { afterAll, expect, test } from 'bun:test';
import type { RenewDue } from '../../../../src/modules/subscriptions/commands.ts';
import { scheduleRenewals } from '../../../../src/modules/subscriptions/jobs.ts';
import { createScheduler } from '../../../../src/core/jobs/scheduler.ts';
import { systemRandomness } from '../../../../src/core/runtime/system.ts';
import type { WriteDoor } from '../../../../src/core/writer/queue.ts';
import { createTestClock } from '../../../support/clock.ts';

const cursor = { phase: 'renewals', ownerId: 1, day: '', sequence: 0, made: 0 } as const;
const done = { outcome: 'renewed', payments: 1, priced: 0, ended: 0, entries: 1, isRestLeft: false } as const;

/** The job on a writer that gives these results. */
function startJob(results: readonly RenewDue['result'][]) {
  const clock = createTestClock('2026-06-16T12:00:00.000Z');
  const scheduler = createScheduler(clock);
  const log: string[] = [];
  let commands = 0;
  const submit = (): Promise<RenewDue['result']> => {
    commands += 1;
    return Promise.resolve(results[commands - 1] ?? done);
  };
  scheduleRenewals({
    scheduler,
    clock,
    store: { renewals: { mayExist: () => true, lastRunAt: () => undefined } },
    writes: { submit: submit as WriteDoor['submit'] },
    randomness: systemRandomness,
    timeZone: 'UTC',
    log: (line) => log.push(line),
    warn: (line) => log.push(line),
    logMade: () => undefined,
  }).begin();
  afterAll(() => scheduler.stop());

  /** The number of commands so many seconds later. */
  async function commandsAfter(seconds: number): Promise<number> {
    clock.advance(seconds);
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    return commands;
  }
  return { commandsAfter, log };
}

test('automatic renewals go on after a minute when an owner has more to renew than one run makes, until nothing is left', async () => {
  const rest = { ...done, isRestLeft: true };
  const { commandsAfter, log } = startJob([{ ...rest, cursor }, done, rest, done]);
  expect([await commandsAfter(1), await commandsAfter(59)]).toEqual([2, 2]);
  expect([await commandsAfter(1), await commandsAfter(60), await commandsAfter(3600)]).toEqual([3, 4, 4]);
  // At the beginning of the next day.
  expect([await commandsAfter(11 * 3600), log]).toEqual([5, []]);
});
