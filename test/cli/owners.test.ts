import { describe, expect, test } from 'bun:test';
import { composeApiKey } from '../../src/core/access/apiKey.ts';
import { systemRandomness } from '../../src/core/runtime/system.ts';
import { outcomeOf } from '../support/program.ts';
import { openTestStore, storedId } from '../support/testStore.ts';
import { addKey } from '../support/operator.ts';

/** Creates a data directory with the owners `first`, who has two subscriptions, and `second`, who has one. */
async function createOwners() {
  const parts = openTestStore();
  await storedId(parts.create());
  await storedId(parts.create({ name: 'Other' }));
  await storedId(parts.create({}, parts.second));
  const ask = (...words: string[]) => outcomeOf(['owners', ...words, '--data-dir', parts.directory]);
  const list = async () => JSON.parse((await ask('list', '--json')).results[0] ?? '') as unknown[];
  return { ...parts, ask, list };
}

const first = expect.objectContaining({ name: 'first', keys: 1, subscriptions: 2 });
const second = expect.objectContaining({ name: 'second', keys: 1, subscriptions: 1 });

describe('owners list', () => {
  test('shows how many keys and subscriptions each owner has', async () => {
    const { ask, list } = await createOwners();
    expect(await list()).toEqual([first, second]);
    const { results } = await ask('list');
    expect(results[0]).toMatch(/^OWNER +KEYS +SUBSCRIPTIONS +CREATED$/);
    expect(results[1]).toMatch(/^first +1 +2 +2026-06-16$/);
    expect(results).toHaveLength(3);
  });
});

describe('owners list --usage', () => {
  test('shows all that limits count, and the largest owner first', async () => {
    const { ask, create, first: owner, database } = await createOwners();
    const id = await storedId(create({ name: 'Third' }));
    database.run(
      `INSERT INTO payments (id, owner_id, subscription_id, due_on, paid_on, amount_hundredths, currency, source, audit_entry_id)
       VALUES ('p', ?, ?, '2026-06-15', '2026-06-15', 100, 'USD', 'manual', 'a')`,
      [owner.ownerId, id],
    );
    const { results } = await ask('list', '--usage');
    expect(results[0]).toMatch(/^OWNER +KEYS +SUBSCRIPTIONS +PAYMENTS +AUDIT ENTRIES +ESTIMATED SIZE$/);
    expect(results[1]).toMatch(/^first +1 +3 +1 +3 +0\.0 MB$/);
    expect(results[2]).toMatch(/^second +1 +1 +0 +1 +0\.0 MB$/);
    const [largest] = JSON.parse((await ask('list', '--usage', '--json')).results[0] ?? '') as object[];
    expect(largest).toMatchObject({ name: 'first', payments: 1, auditEntries: 3 });
  });
});

describe('owners rename', () => {
  test('keeps keys and records', async () => {
    const { ask, list, store, first: owner } = await createOwners();
    const renamed = await ask('rename', 'first', 'Anna Ö');
    expect(renamed).toEqual({ code: 0, results: ['renamed first to Anna Ö'], notices: [] });
    expect(await list()).toEqual([expect.objectContaining({ name: 'Anna Ö', keys: 1, subscriptions: 2 }), second]);
    expect(store.apiKeys.findHolder(owner.key, () => '2026-06-17')?.ownerId).toBe(owner.ownerId);
    expect((await ask('rename', 'Anna Ö', 'Anna Ö', '--json')).results).toEqual([
      '{"name":"Anna Ö","newName":"Anna Ö","renamed":true}',
    ]);
  });

  test('refuses a name that exists or is blank, and an unknown owner', async () => {
    const { ask, list } = await createOwners();
    expect((await ask('rename', 'first', 'second')).notices).toEqual([
      'duebook: there is already an owner "second": choose another name',
    ]);
    expect(await ask('rename', 'third', 'fourth')).toMatchObject({ code: 1, results: [] });
    expect(await ask('rename', 'first', ' ')).toMatchObject({ code: 2, results: [] });
    expect(await list()).toEqual([first, second]);
  });
});

describe('owners rename to a name that differs only in case', () => {
  test('is refused when another owner has that name', async () => {
    const { ask, list } = await createOwners();
    expect(await ask('rename', 'first', 'Second')).toEqual({
      code: 1,
      results: [],
      notices: ['duebook: there is already an owner "second", which differs only in case: choose another name'],
    });
    expect(await list()).toEqual([first, second]);
  });

  test('works for the own name of the owner', async () => {
    const { ask } = await createOwners();
    expect(await ask('rename', 'first', 'First')).toMatchObject({ code: 0, results: ['renamed first to First'] });
  });
});

describe('owners delete', () => {
  test('deletes everything of the owner, and nothing of others', async () => {
    const { ask, list, store, database, first: owner, second: other, countOf, entriesOf } = await createOwners();
    const deleted = await ask('delete', 'first', '--yes');
    expect(deleted).toEqual({ code: 0, results: ['deleted first with 1 key and 2 subscriptions'], notices: [] });
    expect(await list()).toEqual([second]);
    expect([countOf('subscriptions'), countOf('audit_entries')]).toEqual([1, 1]);
    expect(entriesOf(owner.ownerId, undefined)).toEqual([]);
    expect(store.apiKeys.findHolder(owner.key, () => '2026-06-17')).toBeUndefined();
    expect(store.apiKeys.findHolder(other.key, () => '2026-06-17')?.ownerId).toBe(other.ownerId);
    expect(database.query('PRAGMA foreign_key_check').all()).toEqual([]);
    const asJson = await ask('delete', 'second', '--yes', '--json');
    expect(JSON.parse(asJson.results[0] ?? '')).toEqual({ name: 'second', deleted: true, keys: 1, subscriptions: 1 });
  });

  test('during a write of the owner rejects the whole write, even if the id of the owner is used again', async () => {
    const { ask, store, create, first: owner, second: other, countOf } = await createOwners();
    await ask('delete', 'second', '--yes');
    expect(await create({}, other)).toEqual({ outcome: 'actorEnded', kind: 'key' });
    const key = composeApiKey('write', systemRandomness.bytes);
    const fields = { scope: 'write', name: null, createdAt: '2026-06-16T12:00:00.000Z', expiresAt: null } as const;
    addKey(store, { ...fields, key, id: systemRandomness.uuid(), owner: 'third' });
    expect(await create({}, other)).toEqual({ outcome: 'actorEnded', kind: 'key' });
    // The third entry is that of the key.
    expect([countOf('subscriptions'), countOf('audit_entries')]).toEqual([2, 3]);
    expect(store.apiKeys.findHolder(key, () => '2026-06-17')?.ownerId).not.toBe(owner.ownerId);
  });

  test('without --yes prints what it would delete, and deletes nothing', async () => {
    const { ask, list } = await createOwners();
    expect(await ask('delete', 'first')).toEqual({
      code: 2,
      results: [],
      notices: ['duebook: this deletes first with 1 key and 2 subscriptions permanently: add --yes to confirm'],
    });
    expect(await ask('delete', 'third', '--yes')).toMatchObject({ code: 1, results: [] });
    expect(await list()).toEqual([first, second]);
  });

  test('that fails before the owner is gone deletes nothing', async () => {
    const { ask, list, database, countOf } = await createOwners();
    database.run(`CREATE TRIGGER stuck BEFORE DELETE ON api_keys BEGIN SELECT RAISE(ABORT, 'stuck'); END`);
    expect(await ask('delete', 'first', '--yes')).toMatchObject({ code: 1, results: [] });
    expect(await list()).toEqual([first, second]);
    expect(countOf('audit_entries')).toBe(3);
  });
});
