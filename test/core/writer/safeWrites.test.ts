import { afterEach, describe, expect, test } from 'bun:test';
import type { BatchOperation, WriteCommand } from '../../../src/modules/commands.ts';
import { commitGroups } from '../../support/commitGroups.ts';
import { resultOf } from '../../../src/core/writer/outcomes.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { failureOf, openTestStore, storedId } from '../../support/testStore.ts';
import { validDraft } from '../../support/validDraft.ts';

const { database, store, create, update, remove, first, countOf, entriesOf } = openTestStore();
const commitGroup = commitGroups(database);
const at = '2026-06-16T12:00:00.000Z';
const absent = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';

function origin({ principal } = first) {
  return { actor: { ...principal, requestId: systemRandomness.uuid() }, at };
}

function creation(): BatchOperation {
  const ids = { subscriptionId: systemRandomness.uuid(), auditEntryId: systemRandomness.uuid() };
  return { ...origin(), ...ids, kind: 'subscription.create', draft: validDraft };
}

/** A creation that SQLite refuses: of an id that there is already. */
function twinOfStored(): BatchOperation {
  const command = creation();
  resultsOf(command);
  return { ...creation(), subscriptionId: command.subscriptionId };
}

const removal = (subscriptionId: string): BatchOperation => ({
  ...origin(),
  auditEntryId: systemRandomness.uuid(),
  kind: 'subscription.delete',
  subscriptionId,
});
const batch = (operations: readonly BatchOperation[]): WriteCommand => ({ ...origin(), kind: 'batch', operations });
const counts = () => [countOf('subscriptions'), countOf('audit_entries'), countOf('idempotency_keys')];

function resultsOf(...commands: readonly WriteCommand[]) {
  return commitGroup(commands).map(resultOf);
}

function failingTrigger(event: string): void {
  database.run(`CREATE TRIGGER make_it_fail ${event} BEGIN SELECT RAISE(ABORT, 'made to fail'); END`);
}

afterEach(() => database.run('DROP TRIGGER IF EXISTS make_it_fail'));

describe('a change and its audit entry', () => {
  test('§6.1: when the entry cannot be stored, nothing is created', async () => {
    const before = counts();
    failingTrigger('BEFORE INSERT ON audit_entries');
    const id = Bun.randomUUIDv7();
    expect(await failureOf(create({}, first, id))).toMatchObject({ message: 'made to fail' });
    expect(store.subscriptions.find(first.ownerId, id)).toBeUndefined();
    expect(counts()).toEqual(before);
  });

  test.each([
    ['the entry', 'BEFORE INSERT ON audit_entries'],
    ['the record', 'AFTER UPDATE ON subscriptions'],
  ])('§6.1: when %s cannot be stored, nothing is updated', async (_, event) => {
    const id = await storedId(create());
    const before = store.subscriptions.find(first.ownerId, id);
    const entries = countOf('audit_entries');
    failingTrigger(event);
    expect(await failureOf(update(id, { name: 'Changed', status: 'cancelled' }))).toMatchObject({
      message: 'made to fail',
    });
    expect(store.subscriptions.find(first.ownerId, id)).toEqual(before);
    expect(countOf('audit_entries')).toBe(entries);
  });

  test('§6.1: when the entries cannot be removed, the record stays, with all of them', async () => {
    const id = await storedId(create());
    failingTrigger('BEFORE DELETE ON audit_entries');
    expect(await failureOf(remove(id))).toMatchObject({ message: 'made to fail' });
    expect(store.subscriptions.find(first.ownerId, id)).toBeDefined();
    expect(entriesOf(first.ownerId, id)).toHaveLength(1);
  });
});

describe('a batch', () => {
  test('that has a fault leaves nothing behind, and what came with it untouched', () => {
    const [records, entries] = counts();
    const results = resultsOf(creation(), batch([creation(), removal(absent), creation()]), creation());
    expect(results.map(({ outcome }) => outcome)).toEqual(['stored', 'batchRefused', 'stored']);
    expect(results[1]).toEqual({ outcome: 'batchRefused', faults: [{ index: 1, result: { outcome: 'missing' } }] });
    expect(counts().slice(0, 2)).toEqual([(records ?? 0) + 2, (entries ?? 0) + 2]);
  });

  test('that fails half-way fails as a whole', () => {
    const before = counts();
    const stranger = { ...creation(), actor: { ...first.principal, id: 'none', ownerId: 99, requestId: 'r' } };
    expect(() => resultsOf(batch([creation(), stranger]))).toThrow('FOREIGN KEY');
    expect(counts()).toEqual(before);
  });
});

describe('a group of writes', () => {
  test('with failing ones stores the others, each once and in order', () => {
    const before = counts();
    const [one, other] = [creation(), creation()];
    const key = (name: string) => ({ idempotency: { key: name, fingerprint: name, keptSince: at } });
    const group = [{ ...one, ...key('one') }, { ...one, ...key('twin') }, { ...other, ...key('other') }, one];
    const failed = { failed: { message: expect.stringContaining('UNIQUE') } };
    const stored = { result: { outcome: 'stored' } };
    expect(commitGroup(group)).toMatchObject([stored, failed, stored, failed]);
    expect(counts()).toEqual(before.map((count) => count + 2));
    const newest = 'SELECT id FROM subscriptions ORDER BY sequence DESC LIMIT 2';
    const ids = database.query<{ id: string }, []>(newest).all();
    expect(ids.map(({ id }) => id)).toEqual([other.subscriptionId, one.subscriptionId]);
    database.run('DELETE FROM idempotency_keys');
  });
});

describe('a dry run', () => {
  test('that fails reports it, and does not affect others', () => {
    const twin = { ...twinOfStored(), dryRun: true } as const;
    const before = counts();
    const [failed, stored] = commitGroup([twin, creation()]);
    expect(failed).toMatchObject({ failed: { message: expect.stringContaining('UNIQUE') } });
    expect(stored).toMatchObject({ result: { outcome: 'stored' } });
    expect(counts()[0]).toBe((before[0] ?? 0) + 1);
  });
});

test('an outcome is not stored when the transaction fails as a whole', () => {
  const twin = { ...twinOfStored(), idempotency: { key: 'key', fingerprint: 'f', keptSince: at } };
  expect(() => resultsOf(twin)).toThrow('UNIQUE');
  expect(countOf('idempotency_keys')).toBe(0);
});
