import { describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scheduleBackups } from '../../../src/core/jobs/backups.ts';
import { createScheduler } from '../../../src/core/jobs/scheduler.ts';
import { createTestClock } from '../../support/clock.ts';
import { backupWorkerUrl } from '../../support/service.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { openTestStore } from '../../support/testStore.ts';

const { directory: dataDirectory, create } = openTestStore();
await create();

const day = 86_400;
const hour = 3600;

/** Backups into a folder that is not made by them, by a clock that the test moves. */
function schedule(everySeconds: number, folder = temporaryDirectory(), workerUrl = backupWorkerUrl) {
  const clock = createTestClock('2026-11-21T10:00:00.000Z');
  const log: string[] = [];
  let isTold = (): void => undefined;
  let [awaited, begun] = [0, 0];
  const tell = (line: string): void => {
    log.push(line);
    isTold();
  };
  const scheduler = createScheduler(clock);
  const backups = scheduleBackups({
    dataDirectory,
    target: { folder, createsFolder: false, keepMax: 2 },
    everySeconds,
    workerUrl,
    // Asked for as each backup begins.
    wallMilliseconds() {
      begun += 1;
      return clock.wallMilliseconds();
    },
    scheduler,
    log: tell,
    logMade: tell,
  });
  /** Does something and waits until one backup more than waited for before was made or has failed; gives what was logged of it. */
  async function toldAfter(action: () => void): Promise<string> {
    awaited += 1;
    action();
    while (log.length < awaited) await new Promise<void>((resolve) => (isTold = resolve));
    // Until the state follows the log line.
    await Bun.sleep(0);
    return log[awaited - 1] ?? '';
  }
  /** Moves the clock in steps of an hour, as it goes. */
  function pass(seconds: number): void {
    for (let left = seconds; left > 0; left -= hour) clock.advance(Math.min(left, hour));
  }
  return {
    folder,
    clock,
    log,
    backups,
    scheduler,
    toldAfter,
    pass,
    begun: () => begun,
    names: () => readdirSync(folder).sort(),
  };
}

describe('backups by the clock', () => {
  test('start soon when there is none, continue at the interval, and keep the configured number', async () => {
    const { backups, toldAfter, pass, names, clock, log, scheduler } = schedule(2 * day);
    await backups.begin();
    pass(4);
    expect(await toldAfter(() => clock.advance(1))).toContain('duebook-2026-11-21T10-00-05Z.db');
    expect(backups.state()).toEqual({ lastBackupAt: clock.wallMilliseconds(), lastBackupFailed: false, failures: 0 });
    pass(2 * day - 1);
    expect(log).toHaveLength(1);
    await toldAfter(() => clock.advance(1));
    await toldAfter(() => pass(2 * day));
    expect(names()).toEqual(['duebook-2026-11-23T10-00-05Z.db', 'duebook-2026-11-25T10-00-05Z.db']);
    await scheduler.stop();
    pass(4 * day);
    expect(log).toHaveLength(3);
  });

  test('go on after a restart as if there had been none', async () => {
    const { folder, backups, toldAfter, pass, log, clock, scheduler } = schedule(day);
    writeFileSync(join(folder, 'duebook-2026-11-20T20-00-00Z.db'), '');
    await backups.begin();
    expect(backups.state().lastBackupAt).toBe(Date.parse('2026-11-20T20:00:00Z'));
    pass(10 * hour - 1);
    expect(log).toEqual([]);
    await toldAfter(() => clock.advance(1));
    await scheduler.stop();
  });

  test('wait no longer than the time between them for a newest one of the future', async () => {
    const { folder, backups, toldAfter, pass, scheduler } = schedule(day);
    writeFileSync(join(folder, 'duebook-2036-01-01T00-00-00Z.db'), '');
    await backups.begin();
    expect(await toldAfter(() => pass(day))).toContain('duebook-2026-11-22T10-00-00Z.db');
    await scheduler.stop();
  });

  test('are none unless they have a time', async () => {
    const { backups, pass, log, scheduler } = schedule(0);
    await backups.begin();
    pass(3 * day);
    expect([log, backups.state()]).toEqual([[], { lastBackupAt: undefined, lastBackupFailed: false, failures: 0 }]);
    expect(backups.isConfigured()).toBe(false);
    await scheduler.stop();
  });

  test('report a failure until one succeeds, with a retry within a quarter of an hour', async () => {
    const folder = join(temporaryDirectory(), 'unmounted');
    const { backups, toldAfter, clock, log, scheduler } = schedule(day, folder);
    await backups.begin();
    expect(await toldAfter(() => clock.advance(5))).toStartWith(
      `the backup to ${folder} failed: there is no such file or directory`,
    );
    expect(backups.state()).toMatchObject({ lastBackupFailed: true, failures: 1 });
    mkdirSync(folder);
    clock.advance(899);
    expect(log).toHaveLength(1);
    await toldAfter(() => clock.advance(1));
    expect(backups.state()).toEqual({ lastBackupAt: clock.wallMilliseconds(), lastBackupFailed: false, failures: 1 });
    await scheduler.stop();
  });
});

test('the newest backup is known without a time too, also when somebody else makes it while the server runs', async () => {
  const { folder, backups, toldAfter, clock, scheduler } = schedule(0);
  await backups.begin();
  expect(await backups.lastBackupAt()).toBeUndefined();
  writeFileSync(join(folder, 'duebook-2026-11-20T20-00-00Z.db'), '');
  expect(await backups.lastBackupAt()).toBe(Date.parse('2026-11-20T20:00:00Z'));
  await toldAfter(() => backups.request());
  expect(await backups.lastBackupAt()).toBe(clock.wallMilliseconds());
  await scheduler.stop();
});

describe('a backup that is asked for', () => {
  test('is made at once, without a time too, and one more for those asked for meanwhile', async () => {
    const { backups, toldAfter, names, log, begun, scheduler } = schedule(0);
    await toldAfter(() => {
      backups.request();
      backups.request();
      backups.request();
    });
    // Looked at before it is waited for: one that was lost would be waited for in vain.
    expect(begun()).toBe(2);
    await toldAfter(() => undefined);
    await scheduler.stop();
    expect(log).toHaveLength(2);
    expect(names()).toHaveLength(2);
  });

  test('puts off the next by the clock', async () => {
    const { backups, toldAfter, pass, log, clock, scheduler } = schedule(day);
    await backups.begin();
    await toldAfter(() => backups.request());
    pass(day - 1);
    expect(log).toHaveLength(1);
    await toldAfter(() => clock.advance(1));
    await scheduler.stop();
  });

  test('fails when its worker fails', async () => {
    const workerUrl = new URL('./none.ts', import.meta.url);
    const { backups, toldAfter, scheduler } = schedule(0, 'f', workerUrl);
    expect(await toldAfter(() => backups.request())).toStartWith('the backup to f failed: ');
    await scheduler.stop();
    expect(backups.state().lastBackupFailed).toBe(true);
  });
});
