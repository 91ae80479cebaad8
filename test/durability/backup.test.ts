import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectToRead, openDatabase } from '../../src/core/database/database.ts';
import { faultsOf } from '../../src/core/database/copy.ts';
import { findStaleRows } from '../../src/modules/subscriptions/store/staleRows.ts';
import { binary, run, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

// How many backups are made under load, and how many are killed; more for a night than for a commit.
const rounds = Number(Bun.env['DURABILITY_ROUNDS'] ?? 5);
const writers = 8;

type Server = Awaited<ReturnType<typeof startServer>>;

/**
 * Writers that each create records and increment their amounts until they are stopped; also returns what was
 * acknowledged to them.
 */
function writeTo(server: Server) {
  const key = server.initialKey();
  const acknowledged = Array.from({ length: writers }, () => new Map<string, number>());
  const stopping = new AbortController();

  async function write(own: Map<string, number>): Promise<void> {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const [id, amount = 0] = turn % 3 === 0 ? [] : (Array.from(own).at(-1) ?? []);
      const path = `/api/v1/subscriptions${id === undefined ? '' : `/${id}`}`;
      const [method, body] =
        id === undefined ? ['POST', { ...validDraft, amount: 0 }] : ['PATCH', { amount: amount + 1 }];
      const { json, status } = await server.call(key, method, path, body);
      if (status >= 300) throw new Error(`${method} was answered ${status}`);
      const stored = json['data'] as { id: string; amount: number };
      own.set(stored.id, stored.amount);
    }
  }

  const writing = Promise.all(acknowledged.map(write));
  return {
    acknowledgedNow: () => acknowledged.map((own) => new Map(own)),
    count: () => acknowledged.reduce((sum, own) => sum + own.size, 0),
    async stop(): Promise<void> {
      stopping.abort();
      await writing;
    },
  };
}

/** Every difference between a database and the states of the server after so many acknowledgements. */
function flawsOf(dataDirectory: string, acknowledged: readonly ReadonlyMap<string, number>[]): string[] {
  const database = connectToRead(dataDirectory);
  const rows = database
    .query<{ id: string; amount: number; entries: number; last: number }, []>(
      `SELECT id, amount_hundredths / 100 AS amount,
         (SELECT count(*) FROM audit_entries WHERE entity_id = subscriptions.id) AS entries,
         (SELECT json_extract(metadata, '$.after.amount') FROM audit_entries
          WHERE entity_id = subscriptions.id ORDER BY sequence DESC LIMIT 1) AS last
       FROM subscriptions`,
    )
    .all();
  const flaws = [...faultsOf(database), ...findStaleRows(database)];
  database.close();
  const amounts = new Map(rows.map(({ id, amount }) => [id, amount]));
  for (const { id, amount, entries, last } of rows) {
    if (entries !== amount + 1 || last !== amount)
      flaws.push(`${id} has ${amount}, ${entries} entries, the last of ${last}`);
  }
  for (const [id, amount] of acknowledged.flatMap((own) => Array.from(own))) {
    if ((amounts.get(id) ?? -1) < amount) flaws.push(`${id} had ${amount} and has ${amounts.get(id)}`);
  }
  return flaws;
}

describe('a backup under full load', () => {
  test(
    `restored elsewhere, is a state of the server after all that was acknowledged before it began, ${rounds} times over`,
    async () => {
      const server = await startServer(['--quota', '1000000000']);
      const load = writeTo(server);
      for (let round = 0; round < rounds; round += 1) {
        const enough = load.count() + 100;
        while (load.count() < enough) await Bun.sleep(1);
        const acknowledged = load.acknowledgedNow();
        const { exitCode, stdout } = await run(['backup'], { cwd: server.directory });
        expect(exitCode).toBe(0);
        const elsewhere = join(temporaryDirectory(), 'data');
        const backup = join(server.directory, stdout.trim());
        expect((await run(['restore', backup, '--data-dir', elsewhere])).exitCode).toBe(0);
        expect(flawsOf(elsewhere, acknowledged)).toEqual([]);
        expect(flawsOf(elsewhere, [new Map([['never', 0]])])).toHaveLength(1);
      }
      await load.stop();
      await server.stop();
    },
    60_000 * rounds,
  );
});

/** A data directory whose database takes a while to be copied: many megabytes of audit entries. */
async function largeDirectory(): Promise<string> {
  const server = await startServer();
  await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', validDraft);
  await server.stop();
  const database = openDatabase(server.dataDirectory);
  database.run(
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
     INSERT INTO audit_entries
       (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
     SELECT id || n, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action,
       json_object('after', json_extract(metadata, '$.after'), 'rest', hex(zeroblob(500))), created_at
     FROM audit_entries, numbers`,
  );
  database.close(true);
  return server.directory;
}

/** Begins a backup, kills what makes it as soon as there is a part of it, and gives what that has left in the folder. */
async function killWhenPartial(begin: () => Promise<Bun.Subprocess>, folder: string): Promise<string[]> {
  const namesIn = () => (existsSync(folder) ? readdirSync(folder).sort() : []);
  const partsIn = () => namesIn().filter((name) => name.includes('.partial'));
  for (let triesLeft = 5; triesLeft > 0; triesLeft -= 1) {
    // A backup of the same second has the same name, and what the last one left is not to be taken for its part.
    for (const name of partsIn()) rmSync(join(folder, name));
    const earlier = namesIn();
    const newNames = () => namesIn().filter((name) => !earlier.includes(name));
    const child = await begin();
    // A part, or a whole backup that was made between two looks: a server makes no other.
    while (newNames().length === 0 && child.exitCode === null) await Bun.sleep(1);
    child.kill('SIGKILL');
    await child.exited;
    const left = newNames();
    if (left.length > 0 && left.every((name) => name.includes('.partial'))) return left;
    // It was done between two looks.
    for (const name of left) rmSync(join(folder, name));
  }
  throw new Error('no backup could be killed while it was made');
}

describe('a backup that is killed', () => {
  test(
    `leaves a part of itself and the earlier ones, ${rounds} times over, and the next removes the part`,
    async () => {
      const cwd = await largeDirectory();
      const folder = join(cwd, 'data/backups');
      expect((await run(['backup'], { cwd })).exitCode).toBe(0);
      const earlier = readdirSync(folder);
      const begin = () => Promise.resolve(Bun.spawn([binary, 'backup'], { cwd, stdout: 'ignore', stderr: 'inherit' }));
      for (let round = 0; round < rounds; round += 1) {
        const left = await killWhenPartial(begin, folder);
        expect(readdirSync(folder)).toEqual(expect.arrayContaining(earlier));
        expect(left.length).toBeGreaterThan(0);
        for (const name of left) expect(name).toMatch(/^duebook-.*\.db\.partial(-journal)?$/);
      }
      expect((await run(['backup', '--json'], { cwd })).exitCode).toBe(0);
      expect(readdirSync(folder).filter((name) => name.includes('.partial'))).toEqual([]);
      expect(readdirSync(folder)).toHaveLength(2);
      for (const name of readdirSync(folder)) {
        const database = new Database(join(folder, name), { readonly: true });
        expect(faultsOf(database)).toEqual([]);
        database.close();
      }
    },
    60_000 * rounds,
  );

  test('with its server leaves the database and the directory to the next', async () => {
    const cwd = await largeDirectory();
    const begin = async () => {
      const { child } = await startServer([], { cwd });
      child.kill('SIGUSR1');
      return child;
    };
    const left = await killWhenPartial(begin, join(cwd, 'data/backups'));
    expect(left.length).toBeGreaterThan(0);
    for (const name of left) expect(name).toMatch(/^duebook-.*\.db\.partial(-journal)?$/);
    const next = await startServer([], { cwd });
    expect((await run(['backup'], { cwd })).exitCode).toBe(0);
    expect(readdirSync(join(cwd, 'data/backups'))).toEqual([expect.stringMatching(/^duebook-.*Z\.db$/)]);
    await next.stop();
  }, 60_000);
});
