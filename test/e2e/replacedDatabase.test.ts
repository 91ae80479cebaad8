import { describe, expect, test } from 'bun:test';
import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { run, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

const path = '/api/v1/subscriptions';
const databaseEnds = ['', '-wal', '-shm'];

/** Starts a server with one subscription. Also returns its key, because its file may be moved away. */
async function serverWithOne() {
  const server = await startServer();
  const key = server.initialKey();
  expect((await server.call(key, 'POST', path, { ...validDraft, name: 'before' })).status).toBe(201);
  return { server, key, database: join(server.dataDirectory, 'duebook.db') };
}

async function write(server: Server, key: string, name: string) {
  const { status, json } = await server.call(key, 'POST', path, { ...validDraft, name });
  return { status, code: (json['error'] as { code: string } | undefined)?.code };
}

async function namesOf(server: Server, key: string): Promise<string[]> {
  const { json } = await server.call(key, 'GET', `${path}?sort=name`);
  return (json['data'] as { name: string }[]).map(({ name }) => name);
}

async function fileCheckOf(server: Server) {
  const { status, json } = await server.call('', 'GET', '/readyz');
  return { status, file: (json['checks'] as Record<string, unknown>)['file'] };
}

function moveDatabase(from: string, to: string): void {
  for (const end of databaseEnds) renameSync(`${from}${end}`, `${to}${end}`);
}

const refused = { status: 503, code: 'storage_unavailable' };

async function untilRefused(server: Server, key: string): Promise<void> {
  while ((await write(server, key, 'meanwhile')).status === 201);
}

const logLoss = 'left without its log';

/** The ways in which the database loses its name, and what undoes each. */
const losses: Readonly<Record<string, (database: string) => (() => void) | undefined>> = {
  deleted(database) {
    for (const end of databaseEnds) rmSync(`${database}${end}`);
    return undefined;
  },
  'replaced by a copy'(database) {
    cpSync(database, `${database}.copy`);
    renameSync(`${database}.copy`, database);
    return undefined;
  },
  'moved away'(database) {
    moveDatabase(database, `${database}.away`);
    return () => moveDatabase(`${database}.away`, database);
  },
  'moved away with its directory'(database) {
    const directory = join(database, '..');
    renameSync(directory, `${directory}.away`);
    return () => renameSync(`${directory}.away`, directory);
  },
  'moved away, and another one is in its place'(database) {
    moveDatabase(database, `${database}.away`);
    cpSync(`${database}.away`, database);
    return () => moveDatabase(`${database}.away`, database);
  },
  [logLoss](database) {
    renameSync(`${database}-wal`, `${database}.away`);
    return () => renameSync(`${database}.away`, `${database}-wal`);
  },
};

describe('a server whose database is', () => {
  test.each(Object.entries(losses))('%s refuses writes, is not ready, and logs once what to do', async (what, lose) => {
    const { server, key, database } = await serverWithOne();
    expect(await fileCheckOf(server)).toEqual({ status: 200, file: 'ok' });
    const undo = lose(database);
    // The log is checked every few milliseconds. Writes until then are also in the open database.
    if (what === logLoss) await untilRefused(server, key);
    for (const name of ['first', 'second', 'third']) expect(await write(server, key, name)).toEqual(refused);
    expect(await fileCheckOf(server)).toEqual({ status: 503, file: 'failing' });
    expect((await server.call(key, 'GET', path)).status).toBe(200);
    if (undo !== undefined) {
      undo();
      expect(await write(server, key, 'after')).toEqual({ status: 201, code: undefined });
      expect(await fileCheckOf(server)).toEqual({ status: 200, file: 'ok' });
    }
    const { stdout, stderr, exitCode } = await server.stop();
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stdout.match(/"level":"error","message":"[^"]+ is not the file that this server has open, /g)).toHaveLength(
      1,
    );
    expect(stdout.match(/ is back: writes are accepted again/g) ?? []).toHaveLength(undo === undefined ? 0 : 1);
    expect(stdout).toContain('duebook restore FILE');
  });

  test('deleted without a write in progress is not ready', async () => {
    const { server, database } = await serverWithOne();
    rmSync(database);
    expect(await fileCheckOf(server)).toEqual({ status: 503, file: 'failing' });
    await server.stop();
  });

  test.each(['moved away', 'moved away with its directory', 'moved away, and another one is in its place'])(
    '%s and back has all acknowledged writes and no refused one after a restart',
    async (name) => {
      const { server, key, database } = await serverWithOne();
      const undo = losses[name]?.(database);
      // The outcome of a write at the same moment may be unknown. All others are refused.
      expect(await write(server, key, 'not known')).toEqual(refused);
      expect(await write(server, key, 'refused')).toEqual(refused);
      undo?.();
      expect(await write(server, key, 'after')).toMatchObject({ status: 201 });
      server.child.kill('SIGKILL');
      await server.child.exited;
      const next = await startServer([], { cwd: server.directory });
      const names = await namesOf(next, key);
      expect(names.filter((each) => each !== 'not known')).toEqual(['after', 'before']);
      await next.stop();
    },
  );

  test('replaced does not back up the other database, which would rotate out its own backups', async () => {
    const { server, database } = await serverWithOne();
    losses['replaced by a copy']?.(database);
    server.child.kill('SIGUSR1');
    const line = await server.lineThat((each) => each.includes('the backup to'));
    expect(line).toContain('is not the file that the server has open');
    expect(readdirSync(join(server.dataDirectory, 'backups'))).toEqual([]);
    await server.stop();
  });

  test('deleted creates no new database', async () => {
    const { server, key, database } = await serverWithOne();
    losses['deleted']?.(database);
    await write(server, key, 'refused');
    await fileCheckOf(server);
    await server.stop();
    expect(readdirSync(server.dataDirectory).sort()).toEqual(['duebook.lock', 'initial-api-key']);
  });
});

describe('the database of a running server', () => {
  const links = {
    'a hard link': (from: string, to: string) => linkSync(from, to),
    'a symbolic link': (from: string, to: string) => symlinkSync(from, to),
  };

  test.each(Object.entries(links))('is refused to a second server and to commands through %s', async (_, link) => {
    const { server, key, database } = await serverWithOne();
    const other = join(temporaryDirectory(), 'data');
    mkdirSync(other);
    link(realpathSync(database), join(other, 'duebook.db'));
    for (const words of [['serve', '--port', '0'], ['keys', 'list'], ['check'], ['backup']]) {
      const { exitCode, stderr } = await run([...words, '--data-dir', other]);
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/^duebook: [^\n]*duebook\.db is a (symbolic link to|file with 2 names)[^\n]+\n$/);
    }
    expect(readdirSync(other).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
    expect(await write(server, key, 'after')).toMatchObject({ status: 201 });
    await server.stop();
  });

  test('is locked also through a link to the whole directory', async () => {
    const { server, dataDirectory } = await serverWithOne().then(({ server: each }) => ({ server: each, ...each }));
    const link = join(temporaryDirectory(), 'link');
    symlinkSync(dataDirectory, link);
    const { exitCode, stderr } = await run(['serve', '--port', '0', '--data-dir', link]);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('another duebook is running on the data directory'),
    ]);
    await server.stop();
    const next = await startServer(['--data-dir', link]);
    expect((await run(['backup', '--data-dir', link])).exitCode).toBe(0);
    expect(statSync(join(dataDirectory, 'backups')).isDirectory()).toBe(true);
    await next.stop();
  });
});
