import { describe, expect, test } from 'bun:test';
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeBackup } from '../../src/core/backup/backup.ts';
import { openDatabase } from '../../src/core/database/database.ts';
import { run, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const wallMilliseconds = Date.parse('2026-11-21T10:00:00Z');

const template = temporaryDirectory();
openDatabase(template).close(true);
const backup = join(temporaryDirectory(), 'backup.db');
makeBackup({ dataDirectory: template, target: { file: backup }, wallMilliseconds });

const commands = {
  backup: ['backup'],
  restore: ['restore', backup],
  check: ['check'],
  'keys create': ['keys', 'create', '--owner', 'anna', '--scope', 'read'],
  'owners list': ['owners', 'list'],
  serve: ['serve', '--port', '0'],
} as const;

/** What somebody creates under a name: links to files elsewhere. */
const plants = {
  'a symbolic link to a file': (path: string, elsewhere: string) => symlinkSync(join(elsewhere, 'file'), path),
  'a symbolic link to a directory': (path: string, elsewhere: string) => symlinkSync(elsewhere, path),
  'a symbolic link to nothing': (path: string, elsewhere: string) => symlinkSync(join(elsewhere, 'new'), path),
  'a hard link to a file': (path: string, elsewhere: string) => linkSync(join(elsewhere, 'file'), path),
} as const;

/** Creates a data directory, and a directory with a file. */
function place() {
  const [data, elsewhere] = [temporaryDirectory(), join(temporaryDirectory(), 'elsewhere')];
  cpSync(join(template, 'duebook.db'), join(data, 'duebook.db'));
  mkdirSync(elsewhere, { mode: 0o755 });
  writeFileSync(join(elsewhere, 'file'), 'precious');
  chmodSync(join(elsewhere, 'file'), 0o644);
  return { data, elsewhere };
}

/** Everything of the other directory that a command may have changed. */
function stateOf(elsewhere: string): unknown {
  const describeOne = (path: string) => {
    const { mode, uid, gid } = statSync(path);
    return { path, mode: mode.toString(8), uid, gid };
  };
  return [
    describeOne(elsewhere),
    readdirSync(elsewhere).map((name) => ({
      ...describeOne(join(elsewhere, name)),
      text: readFileSync(join(elsewhere, name), 'utf8'),
    })),
  ];
}

function plantAt(
  data: string,
  elsewhere: string,
  name: string,
  plant: (path: string, elsewhere: string) => void,
): string {
  const path = join(data, name);
  rmSync(path, { force: true });
  plant(path, elsewhere);
  return path;
}

const drafts = ['duebook.db.restoring', 'duebook.db.restoring-wal'];
const keyFiles = ['initial-api-key', 'initial-api-key.new'];

function casesOf(names: readonly string[], plantNames = Object.keys(plants) as (keyof typeof plants)[]) {
  return names.flatMap((name) => plantNames.map((what) => ({ name, what, plant: plants[what] })));
}

const openedCases = [
  ...casesOf(['duebook.db', 'duebook.lock', 'duebook-backup.lock']),
  ...casesOf(
    ['duebook.db-wal', 'duebook.db-shm', 'duebook.db-journal'],
    ['a symbolic link to nothing', 'a hard link to a file'],
  ),
];

describe('commands in a data directory with links to files elsewhere', () => {
  test.each(openedCases)('$what as $name: every command refuses it and changes nothing', async ({ name, plant }) => {
    const { data, elsewhere } = place();
    const path = plantAt(data, elsewhere, name, plant);
    const before = stateOf(elsewhere);
    const runs = Object.values(commands).map((words) => run([...words, '--data-dir', data]));
    for (const { exitCode, stdout, stderr } of await Promise.all(runs)) {
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^duebook: [^\n]+\n$/);
      expect(stderr).toContain(path);
      expect(stderr).toMatch(/is a symbolic link to |is a file with 2 names \(hard links\)/);
    }
    expect(stateOf(elsewhere)).toEqual(before);
  });

  test.each(casesOf(drafts))('$what as $name: a restore replaces the link', async ({ name, plant }) => {
    const { data, elsewhere } = place();
    const before = stateOf(elsewhere);
    plantAt(data, elsewhere, name, plant);
    expect(await run([...commands.restore, '--data-dir', data])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(stateOf(elsewhere)).toEqual(before);
    expect(existsSync(join(data, name))).toBe(false);
  });

  test.each(casesOf(keyFiles))('$what as $name: the first key is written to a new file', async ({ name, plant }) => {
    const { data, elsewhere } = place();
    const before = stateOf(elsewhere);
    plantAt(data, elsewhere, name, plant);
    const server = await startServer(['--data-dir', data]);
    expect((await server.stop()).exitCode).toBe(0);
    expect(stateOf(elsewhere)).toEqual(before);
    const file = lstatSync(join(data, 'initial-api-key'));
    expect([file.isFile(), file.uid, file.nlink, (file.mode & 0o777).toString(8)]).toEqual([
      true,
      process.getuid?.() ?? 0,
      1,
      '600',
    ]);
    expect(existsSync(join(data, 'initial-api-key.new'))).toBe(false);
  });

  test.each(Object.entries(plants))('%s as the backup directory: no backup is made', async (_, plant) => {
    const { data, elsewhere } = place();
    const path = plantAt(data, elsewhere, 'backups', plant);
    const before = stateOf(elsewhere);
    const { exitCode, stderr } = await run(['backup', '--data-dir', data]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(path);
    expect(stateOf(elsewhere)).toEqual(before);
  });
});
