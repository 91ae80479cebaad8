import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createKey, rotateKey } from '../../src/cli/keys.ts';
import { CliError } from '../../src/core/runtime/terminal.ts';
import { instantOf, systemClock, systemRandomness } from '../../src/core/runtime/system.ts';
import { createCommands } from '../support/commands.ts';
import { createTestClock } from '../support/clock.ts';
import { outcomeOf } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

/** A terminal on which no key can be printed. */
const brokenTerminal = {
  result() {
    throw new CliError('cannot write the output: broken pipe');
  },
  notice: () => undefined,
};

describe('keys', () => {
  test('create, list and revoke', async () => {
    const { ask, askJson, createKey: create } = createCommands();
    const created = await create('anna', '--name', 'panel', '--expires', '1d');
    expect(created).toMatchObject({ code: 0, notices: [] });
    const [{ id }] = await askJson<[{ id: string }]>('keys', 'list');
    const table = (await ask('keys', 'list')).results;
    expect(table[0]).toMatch(/^ID +OWNER +SCOPE +STATE +KEY +CREATED +LAST USED +EXPIRES +NAME$/);
    expect(table[1]).toMatch(/ active +dbk_r_\w{5}… .* panel$/);
    expect(table.join('\n')).not.toContain(created.results[0]?.slice(0, 20));
    expect(await askJson('keys', 'revoke', id)).toEqual({ id, revoked: true });
    expect((await ask('keys', 'revoke', 'other')).code).toBe(1);
    expect((await ask('keys', 'list')).results[1]).toMatch(/ anna +read +revoked +dbk_r_/);
  });

  test('a key of scope admin is created, listed and rotated like other keys', async () => {
    const { ask, askJson } = createCommands();
    const create = ['keys', 'create', '--owner', 'anna', '--scope', 'admin', '--init'];
    const created = await askJson<{ id: string; key: string }>(...create);
    expect(created).toMatchObject({ scope: 'admin', key: expect.stringMatching(/^dbk_a_/) as unknown });
    const successor = await askJson<typeof created>('keys', 'rotate', created.id);
    expect(Object.keys(successor)).toEqual(Object.keys(created));
    expect(successor).toMatchObject({ scope: 'admin', key: expect.stringMatching(/^dbk_a_/) as unknown });
    const keys = await askJson<object[]>('keys', 'list');
    const ends = ['lastUsedAt', 'expiresAt', 'revokedAt'];
    const members = ['id', 'scope', 'name', 'start', 'createdAt', ...ends, 'owner', 'state'];
    expect(keys.map((key) => Object.keys(key))).toEqual([members, members]);
    expect((await ask('keys', 'list')).results[1]).toMatch(/ anna +admin +revoked +dbk_a_/);
  });

  test('list shows the day of the last use; as JSON, the hour', async () => {
    const { ask, askJson, createKey: create, inStore } = createCommands();
    await create('anna');
    inStore(({ apiKeys, inProcess }) => {
      const uses = [{ id: apiKeys.list()[0]?.id ?? '', hour: '2026-06-16T12:00:00.000Z' }];
      const never = '2000-01-01T00:00:00.000Z';
      const extension = { at: never, due: never, to: never };
      inProcess.commit({ kind: 'recordUses', uses, extension, endedBefore: never });
    });
    expect((await ask('keys', 'list')).results[1]).toMatch(/ 2026-06-16 +never$/);
    expect(await askJson('keys', 'list')).toMatchObject([{ lastUsedAt: '2026-06-16T12:00:00.000Z' }]);
  });

  test('create whose key cannot be printed leaves the key revoked', async () => {
    const { dataDir, askJson } = createCommands();
    const request = { owner: 'anna', scope: 'read', name: null, lifetimeSeconds: undefined } as const;
    const shared = { terminal: brokenTerminal, clock: systemClock, randomness: systemRandomness };
    const confirm = () => Promise.resolve(undefined);
    const options = { ...shared, dataDir, json: false, init: true, newOwner: false, confirm };
    expect(createKey(request, options)).rejects.toThrow(CliError);
    expect(await askJson('keys', 'list')).toMatchObject([{ owner: 'anna', state: 'revoked' }]);
  });

  test('create reports a new owner when there are others', async () => {
    const { createKey: create } = createCommands();
    const noticesFor = async (owner: string) => (await create(owner)).notices;
    expect(await noticesFor('default')).toEqual([]);
    expect(await noticesFor('default')).toEqual([]);
    expect(await noticesFor('anna')).toEqual(['duebook: new owner anna; the others are: default']);
    for (let number = 10; number < 19; number += 1) await noticesFor(`owner ${number}`);
    const [notice] = await noticesFor('last');
    expect(notice).toMatch(/^duebook: new owner last; the others are: anna, default, owner 10, .*, owner 17, …$/);
    await noticesFor('zahn');
    // The similar name is among those that are shown, wherever the alphabet puts it.
    expect(await noticesFor('zahm')).toEqual([
      expect.stringMatching(/^duebook: new owner zahm; the others are: zahn, anna, .*, …$/),
    ]);
  });

  test('an expired key is listed as expired', async () => {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const { ask, createKey: create } = createCommands(clock);
    await create('anna', '--expires', '1d');
    clock.advance(86_399);
    expect((await ask('keys', 'list')).results[1]).toContain(' active ');
    clock.advance(1);
    expect((await ask('keys', 'list')).results[1]).toContain(' expired ');
  });

  test('list aligns its columns for any names', async () => {
    const { ask, createKey: create } = createCommands();
    for (const owner of ['家族', 'e\u0301va', 'anna']) await create(owner);
    const { results } = await ask('keys', 'list');
    const places = results.map((line) => Bun.stringWidth(line.slice(0, line.search(/SCOPE|read/))));
    expect(places).toEqual(Array(4).fill(places[0]));
  });

  test('without a database they exit with 1 and create none', async () => {
    const none = join(temporaryDirectory(), 'none');
    for (const words of [['list'], ['create', '--owner', 'anna', '--scope', 'read']]) {
      expect(await outcomeOf(['keys', ...words, '--data-dir', none])).toMatchObject({
        code: 1,
        results: [],
        notices: [expect.stringMatching(/there is no database in .*--data-dir/)],
      });
    }
    expect(existsSync(none)).toBe(false);
  });
});

describe('keys rotate', () => {
  interface ShownKey {
    readonly id: string;
    readonly key: string;
    readonly owner: string;
    readonly scope: string;
    readonly name: string;
    readonly state: string;
    readonly createdAt: string;
    readonly expiresAt: string | null;
  }

  function createDirectory() {
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const { dataDir, ask, askJson, inStore } = createCommands(clock);
    const common = ['keys', 'create', '--owner', 'anna', '--scope', 'read', '--name', 'panel', '--init'];
    return {
      directory: dataDir,
      clock,
      ask: (words: readonly string[]) => ask('keys', ...words),
      create: (...words: string[]) => askJson<ShownKey>(...common, ...words),
      list: () => askJson<ShownKey[]>('keys', 'list'),
      /** Whether a server accepts the key. */
      opens: (key: string) => inStore(({ apiKeys }) => apiKeys.findHolder(key, () => instantOf(clock)) !== undefined),
    };
  }

  test('creates a key of the same owner, scope and name, and revokes the old one at once', async () => {
    const { ask, create, list, opens } = createDirectory();
    const old = await create();
    const rotated = await ask(['rotate', old.id.toUpperCase()]);
    expect(rotated).toMatchObject({ code: 0, notices: [] });
    const key = rotated.results[0] ?? '';
    expect(key).toMatch(/^dbk_r_\w{36}$/);
    expect([opens(old.key), opens(key)]).toEqual([false, true]);
    const same = { owner: 'anna', scope: 'read', name: 'panel' };
    expect(await list()).toMatchObject([
      { ...same, id: old.id, state: 'revoked' },
      { ...same, state: 'active', expiresAt: null },
    ]);
  });

  test('with --grace accepts both keys for that time, then only the new one', async () => {
    const { clock, ask, create, opens } = createDirectory();
    const old = await create();
    const made = await ask(['rotate', old.id, '--grace', '24h', '--json']);
    const { key } = JSON.parse(made.results[0] ?? '') as ShownKey;
    clock.advance(86_399);
    expect([opens(old.key), opens(key)]).toEqual([true, true]);
    clock.advance(1);
    expect([opens(old.key), opens(key)]).toEqual([false, true]);
  });

  test('never extends the old key, and gives the new one the original lifetime of the old one', async () => {
    const { clock, ask, create, list } = createDirectory();
    const old = await create('--expires', '2d');
    clock.advance(86_400);
    await ask(['rotate', old.id, '--grace', '30d']);
    const [first, second] = await list();
    expect(first?.expiresAt).toBe(old.expiresAt);
    expect(second).toMatchObject({ createdAt: '2026-06-17T12:00:00.000Z', expiresAt: '2026-06-19T12:00:00.000Z' });
    await ask(['rotate', second?.id ?? '', '--expires', '1h']);
    expect((await list())[2]?.expiresAt).toBe('2026-06-17T13:00:00.000Z');
  });

  test('refuses a key that is unknown, revoked or expired, and creates none', async () => {
    const { clock, ask, create, list } = createDirectory();
    const revoked = await create();
    await ask(['revoke', revoked.id]);
    const expired = await create('--expires', '1h');
    clock.advance(3600);
    for (const [id, reason] of [
      ['nothing', 'no key with the id nothing'],
      [revoked.id, 'is revoked'],
      [expired.id, 'is expired'],
    ] as const) {
      const refused = await ask(['rotate', id]);
      expect(refused).toMatchObject({ code: 1, results: [] });
      expect(refused.notices).toEqual([expect.stringContaining(reason)]);
    }
    expect((await ask(['rotate', revoked.id, '--grace', 'soon'])).code).toBe(2);
    expect(await list()).toHaveLength(2);
  });

  test('refuses a key that was already rotated, and names its successor', async () => {
    const { ask, create, list, opens } = createDirectory();
    const old = await create();
    await create();
    const { id, key } = JSON.parse(
      (await ask(['rotate', old.id, '--grace', '1h', '--json'])).results[0] ?? '',
    ) as ShownKey;
    const before = await list();
    expect(await ask(['rotate', old.id])).toEqual({
      code: 1,
      results: [],
      notices: [expect.stringMatching(new RegExp(`^duebook: the key ${old.id} was already rotated: .*${id}`))],
    });
    expect(await list()).toEqual(before);
    expect([opens(old.key), opens(key)]).toEqual([true, true]);
    expect((await ask(['rotate', id])).code).toBe(0);
  });

  test('says when the new key expires; the list shows the minute of an expiry within two days', async () => {
    const { ask, create } = createDirectory();
    const old = await create('--expires', '90d');
    expect((await ask(['rotate', old.id, '--grace', '36h'])).notices).toEqual([
      'duebook: the new key expires at 2026-09-14T12:00:00.000Z',
    ]);
    const ends = (await ask(['list'])).results
      .slice(1)
      .map((line) => / 2026-06-16 +never +(\S+) +panel$/.exec(line)?.[1]);
    expect(ends).toEqual(['2026-06-18T00:00Z', '2026-09-14']);
  });

  test('is undone when the new key cannot be printed: the old key is unchanged and can be rotated', async () => {
    const { directory, clock, ask, create, list, opens } = createDirectory();
    const old = await create('--expires', '2d');
    for (const graceSeconds of [0, 60]) {
      const rotation = { id: old.id, graceSeconds, lifetimeSeconds: undefined };
      const shared = { terminal: brokenTerminal, clock, randomness: systemRandomness };
      const options = { ...shared, dataDir: directory, json: false };
      expect(() => rotateKey(rotation, options)).toThrow(CliError);
    }
    expect(opens(old.key)).toBe(true);
    const states = (await list()).map(({ id, state, expiresAt }) => ({ id, state, expiresAt }));
    expect(states).toEqual([{ id: old.id, state: 'active', expiresAt: old.expiresAt }]);
    expect((await ask(['rotate', old.id])).code).toBe(0);
  });
});
