import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, startServer } from '../support/binary.ts';
import { anotherProgramReads } from '../support/fileLocks.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await Bun.sleep(5);
}

async function backupCheckOf(server: Server): Promise<{ status: number; backup: unknown }> {
  const { status, json } = await server.call('', 'GET', '/readyz');
  return { status, backup: (json['checks'] as Record<string, unknown>)['backup'] };
}

/** The name of the first backup that a server logs. */
async function backupToldBy(server: Server): Promise<string> {
  const line = await server.lineThat((each) => each.includes('"message":"backed up to '));
  return /duebook-[^"/]*\.db/.exec(line)?.[0] ?? '';
}

function backupsIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => /^duebook-.*Z(\.\d+)?\.db$/.test(name)) : [];
}

describe('a running server', () => {
  test('makes scheduled backups that only its user can read, and logs them', async () => {
    const server = await startServer(['--backup-every', '24h']);
    expect(await backupCheckOf(server)).toEqual({ status: 200, backup: 'ok' });
    const folder = join(server.dataDirectory, 'backups');
    const name = await backupToldBy(server);
    expect(backupsIn(folder)).toEqual([name]);
    const modes = [folder, join(folder, name)].map((path) => (statSync(path).mode & 0o777).toString(8));
    expect(modes).toEqual(['700', '600']);
    expect((await server.stop()).stdout).toContain(`"level":"info","message":"backed up to data/backups/${name}"`);
  });

  test('backs up all acknowledged writes on SIGUSR1, and keeps running', async () => {
    const server = await startServer();
    await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', { ...validDraft, name: 'before' });
    expect(await backupCheckOf(server)).toEqual({ status: 200, backup: 'not configured' });
    server.child.kill('SIGUSR1');
    const folder = join(server.dataDirectory, 'backups');
    const backup = join(folder, await backupToldBy(server));
    expect(await backupCheckOf(server)).toEqual({ status: 200, backup: 'ok' });
    await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', { ...validDraft, name: 'after' });
    const elsewhere = temporaryDirectory();
    expect((await run(['restore', backup, '--data-dir', join(elsewhere, 'data')])).exitCode).toBe(0);
    const restored = await startServer([], { cwd: elsewhere });
    const list = await restored.call(server.initialKey(), 'GET', '/api/v1/subscriptions');
    expect((list.json['data'] as { name: string }[]).map(({ name }) => name)).toEqual(['before']);
    await Promise.all([server.stop(), restored.stop()]);
  });

  test('reports a failed backup in its readiness and its log, until one succeeds', async () => {
    const directory = temporaryDirectory();
    const folder = join(directory, 'unmounted');
    const server = await startServer(['--backup-dir', folder], { cwd: directory });
    expect(await backupCheckOf(server)).toEqual({ status: 200, backup: 'not configured' });
    server.child.kill('SIGUSR1');
    await until(async () => (await backupCheckOf(server)).status === 503);
    expect(await backupCheckOf(server)).toEqual({ status: 503, backup: 'failing' });
    expect((await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', validDraft)).status).toBe(201);
    mkdirSync(folder);
    server.child.kill('SIGUSR1');
    await until(async () => (await backupCheckOf(server)).status === 200);
    expect(backupsIn(folder)).toHaveLength(1);
    expect((await server.stop()).stdout).toContain(`"level":"error","message":"the backup to ${folder} failed: `);
  });
});

describe('another program with SQLite that reads the database of a server', () => {
  test('breaks no lock of the server: after a kill, every acknowledged write is stored', async () => {
    const server = await startServer(['--metrics-token', 'token-of-the-collector']);
    server.child.kill('SIGUSR1');
    await server.lineThat((line) => line.includes('backed up to'));
    await server.call('', 'GET', '/readyz');
    await server.call('token-of-the-collector', 'GET', '/metrics');
    await anotherProgramReads(join(server.dataDirectory, 'duebook.db'));
    const key = server.initialKey();
    expect((await server.call(key, 'POST', '/api/v1/subscriptions', validDraft)).status).toBe(201);
    server.child.kill('SIGKILL');
    await server.child.exited;
    const next = await startServer([], { cwd: server.directory });
    const list = await next.call(key, 'GET', '/api/v1/subscriptions');
    expect(list.json['data']).toHaveLength(1);
    await next.stop();
  });
});

describe('a data directory of a running server', () => {
  test('is refused to a second server and to restore in one line, unchanged; other commands work', async () => {
    const server = await startServer();
    const { directory: cwd, dataDirectory } = server;
    await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', validDraft);
    const { stdout } = await run(['backup', '--to', 'copy.db'], { cwd });
    expect(stdout).toBe('copy.db\n');
    const namesBefore = readdirSync(dataDirectory);
    for (const words of [
      ['serve', '--port', '0'],
      ['restore', 'copy.db'],
    ]) {
      const refused = await run(words, { cwd });
      expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
      expect(refused.stderr).toMatch(/^duebook: another duebook is running on the data directory [^\n]+\n$/);
    }
    expect(readdirSync(dataDirectory)).toEqual(namesBefore);
    for (const words of [['check'], ['keys', 'list'], ['keys', 'create', '--owner', 'a', '--scope', 'read']]) {
      expect((await run(words, { cwd })).exitCode).toBe(0);
    }
    expect((await server.call(server.initialKey(), 'GET', '/api/v1/subscriptions')).status).toBe(200);
    await server.stop();
  });

  test('is unlocked as soon as the server is killed', async () => {
    const first = await startServer();
    first.child.kill('SIGKILL');
    await first.child.exited;
    const second = await startServer([], { cwd: first.directory });
    expect((await second.stop()).exitCode).toBe(0);
  });
});

describe('a backup that fails', () => {
  test('exits with 1 and one line, and leaves no file behind', async () => {
    const server = await startServer();
    const { directory: cwd } = server;
    writeFileSync(join(cwd, 'there.db'), 'precious');
    for (const to of ['none/', 'none/x.db', 'there.db']) {
      const failed = await run(['backup', '--to', to], { cwd });
      expect(failed).toMatchObject({ exitCode: 1, stdout: '' });
      expect(failed.stderr).toMatch(/^duebook: the backup to [^\n]+\n$/);
    }
    expect(readFileSync(join(cwd, 'there.db'), 'utf8')).toBe('precious');
    expect(readdirSync(cwd).sort()).toEqual(['data', 'there.db']);
    await server.stop();
  });
});
