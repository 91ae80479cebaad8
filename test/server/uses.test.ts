import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { startProgram } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

test('the uses of keys and sessions since the last minute are stored when the server stops', async () => {
  const directory = join(temporaryDirectory(), 'data');
  const { listening, results, stop, ended, readLog } = startProgram([
    'serve',
    '--port',
    '0',
    '--data-dir',
    directory,
    '--log-level',
    'warn',
  ]);
  await listening;
  const origin = results[0]?.replace('duebook listening on ', '') ?? '';
  const apiKey = readFileSync(join(directory, 'initial-api-key'), 'utf8').trim();
  const path = `${origin}/api/v1/session`;
  const answer = await fetch(path, { method: 'POST', body: JSON.stringify({ apiKey }) });
  const { data } = (await answer.json()) as { readonly data: { readonly token: string } };
  expect((await fetch(path, { headers: { 'X-Duebook-Session': data.token } })).status).toBe(200);
  expect((await fetch(`${origin}/api/v1/revision`, { headers: { authorization: `Bearer ${apiKey}` } })).status).toBe(
    200,
  );
  stop();
  expect(await ended).toBe(0);
  expect(readLog()).toBe('');
  const database = openDatabase(directory);
  const query = "SELECT kind, last_used_at AS hour FROM api_keys WHERE kind <> 'service' ORDER BY kind";
  const used = database.query<{ kind: string; hour: string }, []>(query).all();
  database.close();
  expect(used.map(({ kind }) => kind)).toEqual(['key', 'session']);
  for (const { hour } of used) expect(hour).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
});
