import { describe, expect, test } from 'bun:test';
import { cpSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBackup } from '../../src/core/backup/backup.ts';
import { openDatabase } from '../../src/core/database/database.ts';
import { run, startServer } from '../support/binary.ts';
import { damage } from '../support/damage.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

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

/** Creates a data directory with a hundred subscriptions. No server runs on it. */
async function filledDirectory() {
  const server = await startServer();
  const key = server.initialKey();
  const operations = Array.from({ length: 100 }, (_, place) => ({
    action: 'create',
    subscription: { ...validDraft, name: `Name ${place}` },
  }));
  expect((await server.call(key, 'POST', '/api/v1/subscriptions/batch', { operations })).status).toBe(200);
  await server.stop();
  return { directory: server.directory, dataDirectory: server.dataDirectory, key };
}

function checksOf({ json }: { json: Readonly<Record<string, unknown>> }): Readonly<Record<string, unknown>> {
  return json['checks'] as Record<string, unknown>;
}

describe('a damaged page', () => {
  test.each([
    ['of an index', 'subscriptions_by_renewal', 'ok', 200],
    ['of the subscriptions', 'subscriptions', 'failing', 503],
    ['of the audit trail', 'audit_entries', 'failing', 200],
    ['of the users', 'users', 'failing', 200],
  ])(
    '%s is reported by check, readiness and the log, and the server keeps serving the rest',
    async (_, name, read, list) => {
      const { directory, key } = await filledDirectory();
      damage(join(directory, 'data'), name);

      const checked = await run(['check', '--data-dir', join(directory, 'data')]);
      expect(checked.exitCode).toBe(1);
      expect(checked.stdout).toContain('malformed');

      const server = await startServer(['--log-level', 'error'], { cwd: directory });
      let readiness = await server.call('', 'GET', '/readyz');
      expect(checksOf(readiness)).toMatchObject({ read });
      while (checksOf(readiness)['integrity'] === 'ok') readiness = await server.call('', 'GET', '/readyz');
      expect(readiness.status).toBe(503);
      expect(checksOf(readiness)).toMatchObject({ read, write: 'ok', integrity: 'failing' });
      expect((await server.call(key, 'GET', '/api/v1/subscriptions')).status).toBe(list);
      expect((await server.call('', 'GET', '/livez')).status).toBe(200);
      const summary = await server.call(key, 'GET', '/api/v1/analytics/summary');
      // Readiness also reports what a request could not read.
      const found = await server.call('', 'GET', '/readyz');
      expect(checksOf(found)).toMatchObject({ read: summary.status === 200 ? read : 'failing' });
      const { stdout, exitCode } = await server.stop();
      expect(stdout).toContain('"level":"error","message":"the database is damaged: ');
      expect(exitCode).toBe(0);
    },
  );
});

describe('duebook check', () => {
  test('finds nothing in an intact database, also while a server runs', async () => {
    const server = await startServer();
    await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', validDraft);
    const words = ['check', '--data-dir', server.dataDirectory];
    expect(await run(words)).toEqual({ exitCode: 0, stdout: 'no damage found\n', stderr: '' });
    expect((await run([...words, '--json'])).stdout).toBe('{"findings":[]}\n');
  });
});
