import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from '../../bench/support/workspace.ts';
import type { Place } from '../../scripts/drill/places.ts';
import { endStarted, untilTrue } from '../../scripts/drill/programs.ts';
import { litestreamFor } from '../../scripts/drill/replica.ts';
import { run, type startServer } from './binary.ts';
import { isNightly } from './nightly.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';
import { validDraft } from './validDraft.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

/** A test that needs Litestream, at night. */
export const testWithLitestream = test.skipIf(!isNightly || Bun.which('litestream') === null);

/** Ends the programs of a test file after its tests, also when one has failed. */
export function endPrograms(): void {
  // An earlier file of the same process has removed it.
  mkdirSync(workspace, { recursive: true });
  afterAll(async () => {
    await endStarted();
    rmSync(workspace, { recursive: true, force: true });
  });
}

/** Creates subscriptions of one name, one after the other. */
export async function write(server: Server, key: string, name: string, count = 1): Promise<void> {
  for (let written = 0; written < count; written += 1) {
    const { status } = await server.call(key, 'POST', '/api/v1/subscriptions', { ...validDraft, name });
    expect(status).toBe(201);
  }
}

/** The names of all subscriptions in a database file. */
export function namesIn(path: string): string[] {
  const database = new Database(path, { readonly: true });
  // The follower of a standby locks it while it writes.
  database.run('PRAGMA busy_timeout = 5000');
  const rows = database.query<{ name: string }, []>('SELECT name FROM subscriptions ORDER BY sequence').all();
  database.close();
  return rows.map(({ name }) => name);
}

/** Waits until a restore of the replica has exactly what the database has, and checks it with Duebook. */
export async function expectSameReplica(dataDirectory: string, place: Place): Promise<void> {
  const expected = namesIn(join(dataDirectory, 'duebook.db'));
  let restored = '';
  await untilTrue(async () => {
    restored = temporaryDirectory();
    // Between two snapshots of the replica there may be none.
    const isRestored = litestreamFor(dataDirectory, place)
      .restore(join(restored, 'duebook.db'))
      .then(() => true)
      .catch(() => false);
    return (await isRestored) && Bun.deepEquals(namesIn(join(restored, 'duebook.db')), expected);
  }, 'the replica has not what the database has');
  expect(await run(['check', '--data-dir', restored])).toMatchObject({ exitCode: 0, stdout: 'no damage found\n' });
}
