import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { runInWorker } from '../../../src/core/workers/startWorker.ts';
import { makeBackup } from '../../../src/core/backup/backup.ts';
import { connectToRead, databaseBytes, hasDatabase, walBytes } from '../../../src/core/database/database.ts';
import type { IntegrityAnswer } from '../../../src/core/health/integrityCheck.ts';
import { checkStorage } from '../../../src/core/health/readiness.ts';
import { scheduleBackups } from '../../../src/core/jobs/backups.ts';
import { createScheduler } from '../../../src/core/jobs/scheduler.ts';
import { systemClock } from '../../../src/core/runtime/system.ts';
import { openWriteQueue } from '../../../src/core/writer/queue.ts';
import { anotherProgramReads, isLocked } from '../../support/fileLocks.ts';
import { backupWorkerUrl, integrityWorkerUrl, queueOptions } from '../../support/service.ts';
import { openTestStore } from '../../support/testStore.ts';

// Whoever closes any descriptor of a file loses all locks that the process holds on it (POSIX). SQLite knows that of
// its own. A database without its lock is taken for one that nobody has open: whoever closes it next deletes its log.

type Open = ReturnType<typeof openTestStore>;

const wallMilliseconds = Date.parse('2026-11-21T10:00:00Z');

async function checkReadiness({ directory, store }: Open): Promise<void> {
  const writes = openWriteQueue(queueOptions(directory, []));
  const integrity = { isDamaged: () => false };
  const backups = { isConfigured: () => false, state: () => ({ lastBackupFailed: false }) };
  const openFiles = { areInPlace: () => true };
  await checkStorage({ store, writes, integrity, openFiles, backups, ...systemClock })();
  await writes.close();
}

async function backUpInThread(dataDirectory: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const scheduler = createScheduler(systemClock);
  const backups = scheduleBackups({
    dataDirectory,
    target: { folder: join(dataDirectory, 'backups'), createsFolder: true, keepMax: 1 },
    everySeconds: 0,
    workerUrl: backupWorkerUrl,
    wallMilliseconds: () => wallMilliseconds,
    scheduler,
    log: resolve,
    logMade: resolve,
  });
  backups.request();
  expect(await promise).toStartWith('backed up');
  await scheduler.stop();
}

const works: readonly [name: string, work: (open: Open) => unknown][] = [
  ['nothing at all', () => undefined],
  [
    'an integrity check',
    ({ directory }) => runInWorker<IntegrityAnswer>(integrityWorkerUrl, { dataDirectory: directory }),
  ],
  ['a backup', ({ directory }) => backUpInThread(directory)],
  [
    'a backup into a file',
    ({ directory }) => {
      const file = join(directory, 'copy.db');
      return makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds });
    },
  ],
  ['the check of the readiness', checkReadiness],
  [
    'the reading of the sizes',
    ({ directory }) => [databaseBytes(directory), walBytes(directory), hasDatabase(directory)],
  ],
  ['a connection to read', ({ directory }) => connectToRead(directory).close(true)],
];

test.each(works.map(([name, work]) => ({ name, work, open: openTestStore() })))(
  'a process that has the database open keeps its locks through $name',
  async ({ work, open }) => {
    const path = join(open.directory, 'duebook.db');
    await open.create();
    const { ino } = statSync(`${path}-wal`);
    await work(open);
    expect([isLocked(path), isLocked(`${path}-shm`)]).toEqual([true, true]);
    await anotherProgramReads(path);
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.ino).toBe(ino);
  },
);
