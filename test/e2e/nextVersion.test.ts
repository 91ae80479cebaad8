import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createKey, run, startServer } from '../support/binary.ts';
import { buildNextVersion } from '../support/nextVersion.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';

test('the next version upgrades what this one wrote after a copy of it, this one refuses that, and goes back by the copy', async () => {
  const [cwd, executable] = [temporaryDirectory(), await buildNextVersion()];
  const { key } = await createKey(cwd, 'anna', 'write');
  const list = '/api/v1/subscriptions';
  const server = await startServer([], { cwd });
  expect((await server.call(key, 'POST', list, validDraft)).status).toBe(201);
  const before = (await server.call(key, 'GET', list)).json['data'];
  await server.stop();

  const newer = await startServer([], { cwd, executable });
  const after = (await newer.call(key, 'GET', list)).json['data'];
  expect(after).toEqual((before as object[]).map((one) => ({ ...one, madeUp: 'yes' })));
  const copy = join(cwd, 'data/duebook.db.before-upgrade-101');
  expect((await newer.stop()).stderr).toContain(
    `the database was upgraded from schema version 101 to 102; the earlier database is in data/duebook.db.before-upgrade-101`,
  );
  expect(existsSync(copy)).toBe(true);

  const refused = await run(['keys', 'list'], { cwd });
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain('start a newer Duebook');
  expect((await run(['restore', copy], { cwd })).exitCode).toBe(0);
  const again = await startServer([], { cwd });
  expect((await again.call(key, 'GET', list)).json['data']).toEqual(before);
  await again.stop();
}, 120_000);
