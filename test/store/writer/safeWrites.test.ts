import { describe, expect, test } from 'bun:test';
import type { BatchOperation, WriteCommand } from '../../../src/commands/commands.ts';
import { commitGroups, resultOf } from '../../../src/store/writer/groupCommit.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';
import { validDraft } from '../../support/validDraft.ts';

const { database, create, update, first, second, countOf, entriesOf } = openTestStore();
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
  kind: 'subscription.delete',
  subscriptionId,
});
const batch = (operations: readonly BatchOperation[]): WriteCommand => ({ ...origin(), kind: 'batch', operations });
const counts = () => [countOf('subscriptions'), countOf('audit_entries'), countOf('idempotency_keys')];

function resultsOf(...commands: readonly WriteCommand[]) {
  return commitGroup(commands).map(resultOf);
}

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

describe('a dry run', () => {
  test('that fails reports it, and does not affect others', () => {
    const twin = { ...twinOfStored(), dryRun: true } as const;
    const before = counts();
    const [failed, stored] = commitGroup([twin, creation()]);
    expect(failed).toMatchObject({ failed: { message: expect.stringContaining('UNIQUE') } });
    expect(stored).toMatchObject({ result: { outcome: 'stored' } });
    expect(counts()[0]).toBe((before[0] ?? 0) + 1);
  });

  test('of a batch and of a deletion reports the result, and changes nothing', () => {
    const made = creation();
    resultsOf(made);
    const before = counts();
    const id = made.subscriptionId;
    const [many, one] = resultsOf({ ...batch([creation(), removal(id)]), dryRun: true } as WriteCommand, {
      ...removal(id),
      dryRun: true,
    });
    expect(many).toMatchObject({
      outcome: 'batch',
      results: [{ duplicateIds: expect.arrayContaining([id]) }, { viewJson: expect.stringContaining(id) }],
    });
    expect(one).toMatchObject({ outcome: 'deleted', viewJson: expect.stringContaining(id) });
    expect(counts()).toEqual(before);
  });
});

describe('a revert', () => {
  const revert = (revertedEntryId: string, actor = first): WriteCommand => {
    return { ...origin(actor), kind: 'audit.revert', auditEntryId: systemRandomness.uuid(), revertedEntryId };
  };
  const entryIdOf = (subscriptionId: string) =>
    database
      .query<{ id: string }, [string]>('SELECT id FROM audit_entries WHERE entity_id = ? ORDER BY sequence DESC')
      .get(subscriptionId)?.id ?? '';

  test('writes the record and its entry, of the owner alone', async () => {
    const id = await storedId(create({ amount: 1 }));
    await update(id, { amount: 2 });
    const entryId = entryIdOf(id);
    expect(resultsOf(revert(entryId, second))).toEqual([{ outcome: 'entryMissing' }]);
    expect(resultsOf(revert(entryId))).toMatchObject([{ outcome: 'stored' }]);
    const [latest] = entriesOf(first.ownerId, id);
    expect(latest?.metadata).toMatchObject({ after: { amount: 1 }, reverts: entryId });
    expect(resultsOf(revert(entryId))).toMatchObject([{ outcome: 'overwritten', fields: ['amount'] }]);
  });

  test('of a creation, or of an entry that changed nothing, has an outcome of its own', async () => {
    const id = await storedId(create({ period: 'custom', customDate: '2900000' }));
    expect(resultsOf(revert(entryIdOf(id)))).toMatchObject([{ outcome: 'notRevertible', reason: 'otherAction' }]);
    await update(id, { customDate: '1' });
    const entryId = entryIdOf(id);
    await update(id, { lastPaymentDate: '9990-01-01' });
    expect(resultsOf(revert(entryId))).toMatchObject([{ outcome: 'overwritten', fields: ['customDate'] }]);
    await update(id, { customDate: '1' });
    expect(resultsOf(revert(entryIdOf(id)))).toMatchObject([{ outcome: 'notRevertible', reason: 'unchanged' }]);
  });

  test('of a stale tag changes nothing', async () => {
    const id = await storedId(create({ amount: 1 }));
    await update(id, { amount: 2 });
    const stale = { ...revert(entryIdOf(id)), ifMatch: ['"x"'] } as WriteCommand;
    expect(resultsOf(stale)).toMatchObject([{ outcome: 'stale', currentJson: expect.stringContaining('"amount":2') }]);
  });
});

describe('a stored outcome', () => {
  const once = (command: BatchOperation, keptSince = at, fingerprint = 'f'): WriteCommand => {
    return { ...command, idempotency: { key: 'key', fingerprint, keptSince } };
  };

  test('is returned again until it expires; then the write is executed again', async () => {
    const command = removal(await storedId(create({ amount: 1 })));
    expect(resultsOf(once(command), once(command))).toEqual([
      { outcome: 'deleted' },
      { outcome: 'deleted', replayed: true },
    ]);
    expect(resultsOf(once(command, at, 'other'))).toEqual([{ outcome: 'keyReused' }]);
    expect(resultsOf(once(command, '2026-06-17T00:00:00.000Z', 'other'))).toEqual([{ outcome: 'missing' }]);
    expect(countOf('idempotency_keys')).toBe(0);
  });

  test('is not stored when the transaction fails as a whole', () => {
    const twin = twinOfStored();
    expect(() => resultsOf(once(twin))).toThrow('UNIQUE');
    expect(countOf('idempotency_keys')).toBe(0);
  });
});
