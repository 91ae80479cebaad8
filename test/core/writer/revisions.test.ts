import { describe, expect, test } from 'bun:test';
import type { BatchOperation, WriteCommand } from '../../../src/modules/commands.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { openStore } from '../../../src/modules/store.ts';
import { commitGroups } from '../../support/commitGroups.ts';
import { writeInline } from '../../support/inlineWrites.ts';
import { addKey, creationOf, credentialOf, operatorAt } from '../../support/operator.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';
import { validDraft } from '../../support/validDraft.ts';

const { directory, database, store, first, second, create, update } = openTestStore();
const writes = writeInline(database);
const at = '2026-06-16T12:00:00.000Z';
const absent = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';
const subscriptionId = await storedId(create());
const idempotency = { key: 'used', fingerprint: 'used', keptSince: at };

const origin = () => ({ actor: { ...first.principal, requestId: systemRandomness.uuid() }, at });
const newEntry = () => ({ ...origin(), auditEntryId: systemRandomness.uuid() });
const creation = (id = systemRandomness.uuid()) =>
  ({ ...newEntry(), kind: 'subscription.create', subscriptionId: id, draft: validDraft }) as const;
const change = (id = subscriptionId) =>
  ({ ...newEntry(), kind: 'subscription.update', subscriptionId: id, patch: { amount: 3 } }) as const;
const removal = (id: string) => ({ ...newEntry(), kind: 'subscription.delete', subscriptionId: id }) as const;
const batch = (operations: readonly BatchOperation[]) => ({ ...origin(), kind: 'batch', operations }) as const;
const revert = (revertedEntryId: string) => ({ ...newEntry(), kind: 'audit.revert', revertedEntryId }) as const;

function newKey(owner = 'first') {
  const id = systemRandomness.uuid();
  return { id, key: `dbk_w_${id}`, owner, scope: 'write', name: null, createdAt: at, expiresAt: null } as const;
}

function storedKeyId(): string {
  const key = newKey();
  addKey(store, key);
  return key.id;
}

let amounts = 0;
async function changedEntryId(): Promise<string> {
  amounts += 1;
  const command = { ...change(), patch: { amount: 100 + amounts } };
  await writes.submit(command);
  return command.auditEntryId;
}

function revoke(keyId: string) {
  return { ...operatorAt(at), kind: 'key.revoke', keyId } as const;
}

function rotation(keyId: string) {
  return { ...operatorAt(at), kind: 'key.rotate', keyId, successor: credentialOf(newKey()), graceSeconds: 60 } as const;
}

/** How much a command raises the revision of each owner. */
async function raisedBy(command: WriteCommand): Promise<readonly [number, number]> {
  const revisions = () => [store.revisionOf(first.ownerId), store.revisionOf(second.ownerId)] as const;
  const before = revisions();
  await writes.submit(command);
  const after = revisions();
  return [after[0] - before[0], after[1] - before[1]];
}

describe('the revision of an owner', () => {
  test.each<[string, () => WriteCommand | Promise<WriteCommand>]>([
    ['a creation', creation],
    ['an update', change],
    ['an update that changes no field', () => ({ ...change(), patch: { status: 'active' } })],
    ['a deletion', async () => removal(await storedId(create()))],
    ['a revert', async () => revert(await changedEntryId())],
    ['a batch', () => batch([creation(), change()])],
    ['a batch that only deletes', async () => batch([removal(await storedId(create()))])],
    ['a write with an idempotency key', () => ({ ...change(), idempotency })],
    ['a new key', () => creationOf(newKey())],
    ['a rotated key', () => rotation(storedKeyId())],
    ['a revoked key', () => revoke(storedKeyId())],
    ['a new name', () => ({ ...operatorAt(at), kind: 'owner.rename', owner: 'first', newName: 'First' })],
    ['the old name again', () => ({ ...operatorAt(at), kind: 'owner.rename', owner: 'First', newName: 'first' })],
  ])('§13.1: is raised by %s, and no other owner’s is', async (_, commandOf) => {
    const [own, others] = await raisedBy(await commandOf());
    expect(own).toBeGreaterThan(0);
    expect(others).toBe(0);
  });

  test.each<[string, () => WriteCommand | Promise<WriteCommand>]>([
    ['a dry run of a creation', () => ({ ...creation(), dryRun: true })],
    ['a dry run of a deletion', async () => ({ ...removal(await storedId(create())), dryRun: true })],
    ['a dry run of a batch', () => ({ ...batch([creation(), change()]), dryRun: true })],
    ['an update of no record', () => change(absent)],
    ['a deletion of no record', () => removal(absent)],
    ['a revert of no entry', () => revert(absent)],
    ['an update of an older state', () => ({ ...change(), ifMatch: ['"other"'] })],
    ['an update that the record refuses', () => ({ ...change(), patch: { customDate: '3' } })],
    ['a batch of which one operation is refused', () => batch([creation(), removal(absent)])],
    ['the replay of a stored write', () => ({ ...change(), idempotency })],
    ['another request with its key', () => ({ ...change(), idempotency: { ...idempotency, fingerprint: 'other' } })],
    [
      'the revocation of a revoked key',
      async () => {
        const command = revoke(storedKeyId());
        await writes.submit(command);
        return command;
      },
    ],
    ['the same name', () => ({ ...operatorAt(at), kind: 'owner.rename', owner: 'first', newName: 'first' })],
    ['a probe', () => ({ kind: 'probe' })],
  ])('§13.1: is not raised by %s', async (_, commandOf) => {
    const command = await commandOf();
    expect(await raisedBy(command)).toEqual([0, 0]);
  });

  test('§13.1: is not raised by a write that fails half-way', async () => {
    const twin = creation(subscriptionId);
    const before = store.revisionOf(first.ownerId);
    expect(await writes.submit(batch([creation(), twin])).catch(() => 'failed')).toBe('failed');
    expect(await writes.submit(twin).catch(() => 'failed')).toBe('failed');
    expect(store.revisionOf(first.ownerId)).toBe(before);
  });

  test('§13.1: is raised by a write in the same group commit as refused and failed ones of its owner', () => {
    const commit = commitGroups(database);
    const refused = batch([creation(), change(absent)]);
    const failed = creation(subscriptionId);
    // It has raised the revision before it fails.
    const failedHalfway = batch([creation(), failed]);
    for (const group of [
      [failedHalfway, creation()],
      [creation(), failedHalfway],
      [refused, creation()],
      [failed, creation()],
      [creation(), failed],
      [creation(), refused],
    ]) {
      const before = store.revisionOf(first.ownerId);
      expect(commit(group)).toHaveLength(2);
      expect(store.revisionOf(first.ownerId)).toBe(before + 1);
    }
    const before = store.revisionOf(first.ownerId);
    commit([refused, failed, failedHalfway]);
    expect(store.revisionOf(first.ownerId)).toBe(before);
  });

  test('§13.1: is raised by a write of another process, and kept in the database', async () => {
    const before = store.revisionOf(first.ownerId);
    const elsewhere = openStore(directory);
    addKey(elsewhere, newKey());
    elsewhere.close();
    expect(store.revisionOf(first.ownerId)).toBe(before + 1);
    await update(subscriptionId, { amount: 4 });
    expect(store.revisionOf(first.ownerId)).toBe(before + 2);
  });

  test('begins at one for an owner with one key, and an unknown owner has none', () => {
    addKey(store, newKey('third'));
    const id = database.query<{ id: number }, []>("SELECT id FROM owners WHERE name = 'third'").get()?.id;
    expect([store.revisionOf(id ?? -1), store.revisionOf(99)]).toEqual([1, 0]);
  });
});
