import { describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scheduleReplicationWatch } from '../../src/jobs/replication.ts';
import { createScheduler } from '../../src/jobs/scheduler.ts';
import { createTestClock } from '../support/clock.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

/** The watch over a data directory, in which a test plays Litestream. */
function startWatch() {
  const [clock, log] = [createTestClock('2026-06-16T12:00:00.000Z'), [] as string[]];
  const dataDirectory = temporaryDirectory();
  const folder = join(dataDirectory, '.duebook.db-litestream/ltx/0');
  let looked = Promise.withResolvers<void>();
  const scheduler = createScheduler({
    ...clock,
    // The job sets its timer again when it has looked.
    after(milliseconds, action) {
      looked.resolve();
      return clock.after(milliseconds, action);
    },
  });
  const lines = { warn: (line: string) => log.push(line), logMade: (line: string) => log.push(line) };
  const watch = scheduleReplicationWatch({ ...clock, scheduler, dataDirectory, ...lines });
  watch.begin();

  const nameOf = (number: number) => {
    const digits = number.toString(16).padStart(16, '0');
    return join(folder, `${digits}-${digits}.ltx`);
  };
  function touch(path: string): void {
    writeFileSync(path, '');
    utimesSync(path, clock.wallMilliseconds() / 1000, clock.wallMilliseconds() / 1000);
  }
  return {
    watch,
    log,
    /** The server writes. */
    write: () => touch(join(dataDirectory, 'duebook.db-wal')),
    /** Litestream reads a change. */
    read: (number: number): void => {
      mkdirSync(folder, { recursive: true });
      touch(nameOf(number));
    },
    /** Litestream deletes a change that it has replicated. */
    remove: (number: number) => rmSync(nameOf(number)),
    pass: async (minutes: number): Promise<void> => {
      for (let passed = 0; passed < minutes; passed += 1) {
        looked = Promise.withResolvers();
        clock.advance(60);
        await looked.promise;
      }
    },
  };
}

describe('the watch over the replication', () => {
  test('says nothing without Litestream', async () => {
    const { watch, log, write, pass } = startWatch();
    write();
    await pass(20);
    expect([watch.isFailing(), log]).toEqual([undefined, []]);
  });

  test('warns once when changes wait for 15 minutes, and says when they wait no more', async () => {
    const { watch, log, write, read, remove, pass } = startWatch();
    write();
    read(1);
    await pass(30);
    expect([watch.isFailing(), log]).toEqual([false, []]);
    write();
    read(2);
    await pass(6);
    remove(1);
    read(3);
    await pass(6);
    expect(watch.isFailing()).toBe(false);
    for (let number = 4; number < 24; number += 1) {
      read(number);
      await pass(1);
    }
    expect(watch.isFailing()).toBe(true);
    expect(log).toEqual([expect.stringContaining('Litestream has replicated nothing for 15 minutes')]);
    for (let number = 2; number < 23; number += 1) remove(number);
    await pass(1);
    expect([watch.isFailing(), log.at(-1)]).toEqual([false, 'Litestream replicates again']);
  });

  test('warns when the server writes, and Litestream does not run any more', async () => {
    const { watch, write, read, pass } = startWatch();
    write();
    read(1);
    await pass(60);
    write();
    await pass(10);
    expect(watch.isFailing()).toBe(false);
    await pass(8);
    expect(watch.isFailing()).toBe(true);
  });
});
