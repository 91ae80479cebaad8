import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { schemaVersion } from '../../../src/core/database/migrations.ts';
import { makeBackup } from '../../../src/core/backup/backup.ts';
import { openDatabase } from '../../../src/core/database/database.ts';
import { lockDirectory } from '../../../src/core/directory/directoryLock.ts';
import { keepBeside } from '../../../src/core/backup/restore.ts';
import { restoreBackup } from '../../../src/modules/restores/writes/restore.ts';
import { damage } from '../../support/damage.ts';
import { failureFrom } from '../../support/failure.ts';
import { isLocked } from '../../support/fileLocks.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { openTestStore } from '../../support/testStore.ts';

const wallMilliseconds = Date.parse('2026-11-21T10:00:00Z');
const keptName = 'duebook.db.before-restore-2026-11-21T10-00-00Z';

const { directory: source, create } = openTestStore();
await create({ name: 'in the backup' });
const backup = join(temporaryDirectory(), 'backup.db');
makeBackup({ dataDirectory: source, target: { file: backup }, wallMilliseconds });

/** A data directory with one subscription, whose database is closed. */
async function directoryWith(name: string): Promise<string> {
  const { directory, store, create: createThere } = openTestStore();
  await createThere({ name });
  store.close();
  return directory;
}

function restoreInto(dataDirectory: string, file = backup) {
  return restoreBackup({ dataDirectory, file, wallMilliseconds });
}

function namesIn(path: string): string[] {
  const database = new Database(path);
  const rows = database.query<{ name: string }, []>('SELECT name FROM subscriptions ORDER BY sequence').all();
  database.close();
  return rows.map(({ name }) => name);
}

function contentsOf(directory: string): Record<string, string> {
  const names = readdirSync(directory).filter((name) => !name.endsWith('.lock'));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(directory, name)).toString('base64')]));
}

describe('restoring', () => {
  test('replaces the database by the backup, and keeps the earlier database', async () => {
    const directory = await directoryWith('there before');
    expect(restoreInto(directory)).toEqual({
      database: join(directory, 'duebook.db'),
      schemaVersion,
      replaced: join(directory, keptName),
      ended: null,
      stillValid: [expect.stringMatching(/^key dbk_/) as string, expect.stringMatching(/^key dbk_/) as string],
      goneUsers: [],
      withoutPassword: [],
      withoutAdmin: [],
      lowered: [],
      channelsOff: 0,
      channelsUnreadable: 0,
    });
    expect(readdirSync(directory).sort()).toEqual(['duebook.db', keptName, 'duebook.lock'].sort());
    expect(namesIn(join(directory, keptName))).toEqual(['there before']);
    openDatabase(directory).close(true);
    expect(namesIn(join(directory, 'duebook.db'))).toEqual(['in the backup']);
    expect((statSync(join(directory, 'duebook.db')).mode & 0o777).toString(8)).toBe('600');
  });

  test('works in a directory that is empty or not there', () => {
    for (const directory of [temporaryDirectory(), join(temporaryDirectory(), 'new')]) {
      expect(restoreInto(directory).replaced).toBeUndefined();
      expect(namesIn(join(directory, 'duebook.db'))).toEqual(['in the backup']);
    }
  });

  test('twice in a second keeps both earlier databases', async () => {
    const directory = await directoryWith('first');
    restoreInto(directory);
    restoreInto(directory);
    expect(namesIn(join(directory, keptName))).toEqual(['first']);
    expect(namesIn(join(directory, `${keptName}.1`))).toEqual(['in the backup']);
  });

  test('after a crash, the write-ahead log of the earlier database is kept, and not applied to the backup', async () => {
    const open = openTestStore();
    await open.create({ name: 'only in the log' });
    const crashed = temporaryDirectory();
    for (const name of ['duebook.db', 'duebook.db-wal']) cpSync(join(open.directory, name), join(crashed, name));
    restoreInto(crashed);
    expect(readdirSync(crashed).filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([]);
    expect(namesIn(join(crashed, keptName))).toEqual(['only in the log']);
    expect(namesIn(join(crashed, 'duebook.db'))).toEqual(['in the backup']);
  });

  test('takes a database with its log, as a copied directory has it', async () => {
    const open = openTestStore();
    await open.create({ name: 'only in the log' });
    const copied = temporaryDirectory();
    for (const name of ['duebook.db', 'duebook.db-wal']) cpSync(join(open.directory, name), join(copied, name));
    const directory = temporaryDirectory();
    restoreInto(directory, join(copied, 'duebook.db'));
    expect(namesIn(join(directory, 'duebook.db'))).toEqual(['only in the log']);
  });

  test('replaces a damaged or missing database, and keeps the bytes of a damaged one', async () => {
    const directory = await directoryWith('there before');
    damage(directory, 'subscriptions');
    restoreInto(directory);
    expect(existsSync(join(directory, keptName))).toBe(true);
    writeFileSync(join(directory, 'duebook.db'), 'no database');
    restoreInto(directory);
    expect(readFileSync(join(directory, `${keptName}.1`), 'utf8')).toBe('no database');
    expect(namesIn(join(directory, 'duebook.db'))).toEqual(['in the backup']);
  });

  test.each([
    ['of which only 100 bytes are left', (path: string) => truncateSync(path, 100)],
    ['with garbage instead', (path: string) => writeFileSync(path, 'garbage '.repeat(1000))],
  ])('replaces a database %s beside its log, and nothing of that log gets into the new one', async (_, spoil) => {
    const open = openTestStore();
    for (let count = 0; count < 30; count += 1) await open.create({ name: 'in the file' });
    // Else the log has the first page, and SQLite would fold it into what is left of the file.
    open.database.run('PRAGMA wal_checkpoint(TRUNCATE)');
    await open.create({ name: 'only in the log' });
    const crashed = temporaryDirectory();
    for (const name of ['duebook.db', 'duebook.db-wal']) cpSync(join(open.directory, name), join(crashed, name));
    spoil(join(crashed, 'duebook.db'));
    restoreInto(crashed);
    expect(readdirSync(crashed).sort()).toEqual(['duebook.db', keptName, `${keptName}-wal`, 'duebook.lock'].sort());
    openDatabase(crashed).close(true);
    expect(namesIn(join(crashed, 'duebook.db'))).toEqual(['in the backup']);
  });

  test('gives the database to its owner alone, even from a readable backup and under a permissive umask', async () => {
    const file = join(temporaryDirectory(), 'backup.db');
    cpSync(backup, file);
    chmodSync(file, 0o644);
    const umask = process.umask(0);
    for (const directory of [temporaryDirectory(), await directoryWith('there before')]) {
      restoreInto(directory, file);
      expect((statSync(join(directory, 'duebook.db')).mode & 0o777).toString(8)).toBe('600');
    }
    process.umask(umask);
  });

  test('resumes after a crash that left the database under the name of the earlier one', async () => {
    const directory = await directoryWith('there before');
    const other = join(directory, 'duebook.db.before-restore-2026-11-20T10-00-00Z');
    linkSync(join(directory, 'duebook.db'), other);
    expect(failureFrom(() => restoreInto(directory, other))).toContain('the database to be replaced');
    openDatabase(directory).close(true);
    restoreInto(directory);
    expect(namesIn(join(directory, 'duebook.db'))).toEqual(['in the backup']);
    expect(namesIn(join(directory, keptName))).toEqual(['there before']);
  });

  test('replaces a database of a newer schema: the way back', async () => {
    const directory = await directoryWith('newer');
    const database = new Database(join(directory, 'duebook.db'));
    database.run('PRAGMA user_version = 199');
    database.close();
    restoreInto(directory);
    expect(namesIn(join(directory, 'duebook.db'))).toEqual(['in the backup']);
  });
});

describe('a file that cannot be restored is refused, and the database is unchanged', () => {
  const unfit: [name: string, spoil: (path: string) => void, reason: string][] = [
    ['that is not a database', (path) => writeFileSync(path, 'hello '.repeat(1000)), 'not a SQLite file'],
    ['that is empty', (path) => truncateSync(path, 0), 'is empty'],
    ['that is cut off', (path) => truncateSync(path, 40_960), 'cannot be restored'],
    ['of another program', (path) => change(path, 'PRAGMA application_id = 7'), 'another program'],
    ['of a newer version', (path) => change(path, 'PRAGMA user_version = 199'), 'schema version 199'],
    ['of no version', (path) => change(path, 'PRAGMA user_version = 0'), 'schema version is 0'],
    ['without its audit trail', (path) => change(path, 'DELETE FROM audit_entries'), 'has no audit entry'],
    ['with a broken page', (path) => damage(join(path, '..'), 'subscriptions'), 'malformed'],
  ];
  test.each(unfit)('one %s', async (_, spoil, reason) => {
    const folder = temporaryDirectory();
    const file = join(folder, 'duebook.db');
    cpSync(backup, file);
    spoil(file);
    const directory = await directoryWith('there before');
    const before = contentsOf(directory);
    const refusal = failureFrom(() => restoreInto(directory, file));
    expect(refusal).toStartWith('DatabaseRefused: ');
    expect(refusal).toContain(reason);
    expect(refusal).toContain(file);
    expect(contentsOf(directory)).toEqual(before);
  });

  function change(path: string, statement: string): void {
    const database = new Database(path);
    database.run(statement);
    database.close();
  }

  test('one that does not exist, or a directory', async () => {
    const directory = await directoryWith('there before');
    expect(failureFrom(() => restoreInto(directory, join(directory, 'none')))).toContain(
      'there is no such file or directory',
    );
    mkdirSync(join(directory, 'folder'));
    expect(failureFrom(() => restoreInto(directory, join(directory, 'folder')))).toContain('it is a directory');
  });

  test('the database itself', async () => {
    const directory = await directoryWith('there before');
    expect(failureFrom(() => restoreInto(directory, join(directory, 'duebook.db')))).toContain(
      'the database to be replaced',
    );
  });
});

describe('nothing is restored', () => {
  test('while a server holds the directory, or that of the file', async () => {
    const [directory, other] = [await directoryWith('there before'), await directoryWith('elsewhere')];
    const [hold, otherHold] = [lockDirectory(directory), lockDirectory(other)];
    const before = contentsOf(directory);
    expect(failureFrom(() => restoreInto(directory))).toContain(
      `another duebook is running on the data directory ${directory}`,
    );
    hold.release();
    expect(failureFrom(() => restoreInto(directory, join(other, 'duebook.db')))).toContain('another duebook');
    otherHold.release();
    expect(contentsOf(directory)).toEqual(before);
  });

  test('while another program has the database open', async () => {
    const directory = await directoryWith('there before');
    const open = openDatabase(directory);
    expect(failureFrom(() => restoreInto(directory))).toContain('another program has');
    open.close(true);
    expect(namesIn(join(directory, 'duebook.db'))).toEqual(['there before']);
  });
});

test('where files have one name only, the earlier database is copied and stays locked meanwhile', async () => {
  const directory = await directoryWith('there before');
  const [path, kept] = [join(directory, 'duebook.db'), join(directory, 'kept.db')];
  const locked = new Database(path);
  locked.run('PRAGMA journal_mode = DELETE');
  locked.run('PRAGMA journal_mode = MEMORY');
  locked.run('BEGIN EXCLUSIVE');
  keepBeside(path, kept, locked, () => {
    throw new Error('EPERM: operation not permitted, link');
  });
  expect(isLocked(path)).toBe(true);
  locked.close();
  expect(readFileSync(kept).equals(readFileSync(path))).toBe(true);
  expect((statSync(kept).mode & 0o777).toString(8)).toBe('600');
});
