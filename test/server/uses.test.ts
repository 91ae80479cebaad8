import { expect, test } from 'bun:test';
import { openDatabase } from '../../src/core/database/database.ts';
import { createCommands } from '../support/commands.ts';

test('the uses of keys and sessions since the last minute are stored when the server stops', async () => {
  const { dataDir, serve } = createCommands();
  const { origin, key: apiKey, stop, readLog } = await serve(['--log-level', 'warn']);
  const path = `${origin}/api/v1/session`;
  const answer = await fetch(path, { method: 'POST', body: JSON.stringify({ apiKey }) });
  const { data } = (await answer.json()) as { readonly data: { readonly token: string } };
  expect((await fetch(path, { headers: { 'X-Duebook-Session': data.token } })).status).toBe(200);
  expect((await fetch(`${origin}/api/v1/revision`, { headers: { authorization: `Bearer ${apiKey}` } })).status).toBe(
    200,
  );
  expect(await stop()).toBe(0);
  expect(readLog()).toBe('');
  const database = openDatabase(dataDir);
  const query = "SELECT kind, last_used_at AS hour FROM api_keys WHERE kind <> 'service' ORDER BY kind";
  const used = database.query<{ kind: string; hour: string }, []>(query).all();
  database.close();
  expect(used.map(({ kind }) => kind)).toEqual(['key', 'session']);
  for (const { hour } of used) expect(hour).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
});
