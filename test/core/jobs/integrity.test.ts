import { describe, expect, test } from 'bun:test';
import { scheduleIntegrityChecks } from '../../../src/core/jobs/integrity.ts';
import { createScheduler } from '../../../src/core/jobs/scheduler.ts';
import { createTestClock } from '../../support/clock.ts';
import { damage } from '../../support/damage.ts';
import { integrityWorkerUrl } from '../../support/service.ts';
import { changeFromOutside, fillDirectory } from '../../support/filledDirectory.ts';

const filledDirectory = await fillDirectory();

describe('the scheduled integrity check', () => {
  /** Scheduled checks of a directory, by a clock that the test moves, and their log lines. */
  function schedule(dataDirectory: string) {
    const log: string[] = [];
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    let { promise: timer, resolve: timerIsSet } = Promise.withResolvers<number>();
    const scheduler = createScheduler({
      ...clock,
      after(milliseconds, action) {
        timerIsSet(milliseconds);
        return clock.after(milliseconds, action);
      },
    });
    const integrity = scheduleIntegrityChecks({
      scheduler,
      dataDirectory,
      workerUrl: integrityWorkerUrl,
      log: (line) => log.push(line),
    });
    /** Moves the clock to the check that is due, and gives the pause after it, in milliseconds. */
    async function check(seconds: number): Promise<number> {
      ({ promise: timer, resolve: timerIsSet } = Promise.withResolvers<number>());
      clock.advance(seconds);
      return timer;
    }
    return { integrity, log, check, scheduler };
  }

  test('runs soon after the start and then once a day', async () => {
    const { integrity, log, check, scheduler } = schedule(filledDirectory());
    integrity.begin();
    expect(await check(2)).toBe(86_400_000);
    expect([integrity.isDamaged(), log]).toEqual([false, []]);
    await scheduler.stop();
  });

  test('reports damage that comes later, and runs again within the hour', async () => {
    const directory = filledDirectory();
    const { integrity, log, check, scheduler } = schedule(directory);
    integrity.begin();
    await check(2);
    damage(directory, 'subscriptions');
    expect(await check(86_400)).toBe(3_600_000);
    expect(integrity.isDamaged()).toBe(true);
    expect(log[0]).toStartWith('the database is damaged: ');
    await scheduler.stop();
  });

  test('reports rows that another program has changed, but not as damage', async () => {
    const directory = filledDirectory();
    changeFromOutside(directory, "UPDATE subscriptions SET view_json = '{}'");
    const { integrity, log, check, scheduler } = schedule(directory);
    integrity.begin();
    await check(2);
    expect(integrity.isDamaged()).toBe(false);
    expect(log).toHaveLength(3);
    await scheduler.stop();
  });
});
