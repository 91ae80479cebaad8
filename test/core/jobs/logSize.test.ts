import { expect, test } from 'bun:test';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scheduleLogSize } from '../../../src/core/jobs/logSize.ts';
import { createScheduler } from '../../../src/core/jobs/scheduler.ts';
import { createTestClock } from '../../support/clock.ts';
import { settled } from '../../support/scheduledJob.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const mebibyte = 1024 * 1024;

test('a write-ahead log that grows is warned of, again whenever it has doubled, until it is small again', async () => {
  const [clock, log] = [createTestClock('2026-06-16T12:00:00.000Z'), [] as string[]];
  const dataDirectory = temporaryDirectory();
  const path = join(dataDirectory, 'duebook.db-wal');
  writeFileSync(path, '');
  const scheduler = createScheduler(clock);
  const lines = { warn: (line: string) => log.push(line), logMade: (line: string) => log.push(line) };
  scheduleLogSize({ scheduler, dataDirectory, ...lines }).begin();

  async function saidAt(mebibytes: number): Promise<string[]> {
    truncateSync(path, mebibytes * mebibyte);
    clock.advance(60);
    await settled();
    return log.splice(0);
  }

  expect(await saidAt(64)).toEqual([]);
  expect(await saidAt(300)).toEqual([expect.stringContaining('duebook.db-wal has grown to 315 MB')]);
  expect(await saidAt(400)).toEqual([]);
  expect(await saidAt(600)).toEqual([expect.stringContaining('629 MB')]);
  expect(await saidAt(64)).toEqual(['the write-ahead log is small again']);
  expect(await saidAt(64)).toEqual([]);
  expect(await saidAt(300)).toHaveLength(1);
});
