import { describe, expect, test } from 'bun:test';
import { cpSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBackup } from '../../src/store/backup/backup.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { run } from '../support/binary.ts';
import { damage } from '../support/damage.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const template = temporaryDirectory();
openDatabase(template).close(true);
const backup = join(temporaryDirectory(), 'backup.db');
makeBackup({ dataDirectory: template, target: { file: backup }, wallMilliseconds: Date.parse('2026-11-21T10:00:00Z') });

const damages: readonly (readonly [name: string, spoil: (path: string) => void])[] = [
  ['garbage in its header', (path) => overwrite(path, 0, Buffer.alloc(100, 0xa5))],
  ['another application id', (path) => overwrite(path, 68, Buffer.from([0, 0, 0, 7]))],
  ['only 100 bytes left', (path) => truncateSync(path, 100)],
  ['zeros after its first page', (path) => overwrite(path, 4096, Buffer.alloc(statSync(path).size - 4096))],
  ['a broken page of its schema', (path) => overwrite(path, 100, Buffer.alloc(3996, 0xa5))],
];

function overwrite(path: string, offset: number, bytes: Buffer): void {
  const content = readFileSync(path);
  bytes.copy(content, offset);
  writeFileSync(path, content);
}

function damagedDirectory(spoil: (path: string) => void): string {
  const directory = temporaryDirectory();
  cpSync(join(template, 'duebook.db'), join(directory, 'duebook.db'));
  spoil(join(directory, 'duebook.db'));
  return directory;
}

const commands = [
  ['serve', '--port', '0'],
  ['keys', 'list'],
  ['keys', 'create', '--owner', 'anna', '--scope', 'read'],
  ['owners', 'list'],
  ['backup'],
];

/** An error code of SQLite or of the system. */
const rawCode = /SQLITE_|\bE[A-Z]{4,}\b/;

describe('a database with', () => {
  test.each(damages)(
    '%s: every command names the file, says that it is damaged, and names the next command',
    async (_, spoil) => {
      const directory = damagedDirectory(spoil);
      const runs = await Promise.all(commands.map((words) => run([...words, '--data-dir', directory])));
      for (const { exitCode, stdout, stderr } of runs) {
        expect([exitCode, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(/^duebook: [^\n]+\n$/);
        expect(stderr).toContain(join(directory, 'duebook.db'));
        expect(stderr).toMatch(/ is damaged | is not a database of Duebook/);
        expect(stderr).toContain(`run "duebook check --data-dir ${directory}"`);
        expect(stderr).toContain(`"duebook restore FILE --data-dir ${directory}" to replace it with a backup`);
        expect(stderr).not.toMatch(rawCode);
      }
    },
  );

  test.each(damages)('%s: check reports it, and a restore repairs it', async (_, spoil) => {
    const directory = damagedDirectory(spoil);
    const checked = await run(['check', '--data-dir', directory]);
    expect(checked.exitCode).toBe(1);
    expect(checked.stdout).toMatch(/ is damaged | is not a database of Duebook|a page cannot be read/);
    expect(checked.stderr).toBe(
      `duebook: stop the server, and restore a backup: "duebook restore FILE --data-dir ${directory}"\n`,
    );
    const { findings } = JSON.parse((await run(['check', '--json', '--data-dir', directory])).stdout) as {
      findings: string[];
    };
    expect(findings).toHaveLength(1);
    expect((await run(['restore', backup, '--data-dir', directory])).exitCode).toBe(0);
    expect((await run(['check', '--data-dir', directory])).stdout).toBe('no damage found\n');
  });
});

test('a command that reads a damaged page reports the same', async () => {
  const directory = damagedDirectory((path) => damage(join(path, '..'), 'owners'));
  for (const words of [['keys', 'create', '--owner', 'anna', '--scope', 'read'], ['backup']]) {
    const { exitCode, stderr } = await run([...words, '--data-dir', directory]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${join(directory, 'duebook.db')}: it is damaged (SQLite: `);
    expect(stderr).toContain(`run "duebook check --data-dir ${directory}"`);
    expect(stderr).not.toMatch(rawCode);
  }
});

test('a server that reads a damaged page at its start reports the same', async () => {
  const directory = damagedDirectory((path) => damage(join(path, '..'), 'api_keys'));
  const { exitCode, stdout, stderr } = await run(['serve', '--port', '0', '--data-dir', directory]);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`${join(directory, 'duebook.db')}: it is damaged (SQLite: `);
  expect(stderr).toContain(`run "duebook check --data-dir ${directory}"`);
});

test('the error of a damaged backup advises another backup, not another restore', async () => {
  const directory = damagedDirectory(() => undefined);
  for (const [, spoil] of damages) {
    const broken = join(damagedDirectory(spoil), 'duebook.db');
    const { exitCode, stderr } = await run(['restore', broken, '--data-dir', directory]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(broken);
    expect(stderr).toEndWith(': name another backup\n');
    expect(stderr).not.toMatch(rawCode);
  }
});
