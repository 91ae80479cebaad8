import { expect, test } from 'bun:test';
import type { CommandOf, WriteCommand } from '../../../../src/modules/commands.ts';
import type { ImportTask } from '../../../../src/modules/imports/routes/prepareImport.ts';
import { runImport } from '../../../../src/modules/imports/routes/runImport.ts';
import { systemRandomness } from '../../../../src/core/runtime/system.ts';
import type { WriteDoor } from '../../../../src/core/writer/queue.ts';
import { commitGroups } from '../../../support/commitGroups.ts';
import { resultOf } from '../../../../src/core/writer/outcomes.ts';
import { fileOf } from '../../../support/imports.ts';
import { importInline } from '../../../support/inlineImports.ts';
import { openTestStore } from '../../../support/testStore.ts';
import { validDraft } from '../../../support/validDraft.ts';

const at = '2026-06-16T12:00:00.000Z';
const newId = () => systemRandomness.uuid();

function taskOf(ownerId: number, file: object): ImportTask {
  return {
    bytes: new TextEncoder().encode(JSON.stringify(file)),
    options: { format: 'auto', currencies: ['USD'], today: '2026-06-16' },
    ownerId,
    importId: newId(),
    at,
    onDuplicate: 'update',
    onSameName: 'create',
    rowChoices: new Map(),
    onError: 'refuse',
    isDryRun: false,
  };
}

test('§21.1: an import succeeds at once when another write of its group fails', async () => {
  const { database, store, first, second } = openTestStore();
  const commitGroup = commitGroups(database);
  database.run(`CREATE TRIGGER fail BEFORE INSERT ON subscriptions WHEN NEW.name = 'fail'
    BEGIN SELECT RAISE(ABORT, 'made to fail'); END`);
  const failing = (): CommandOf<'subscription.create'> => ({
    kind: 'subscription.create',
    actor: { ...second.principal, requestId: newId() },
    at,
    auditEntryId: newId(),
    subscriptionId: newId(),
    draft: { ...validDraft, name: 'fail' },
  });
  const kinds: string[] = [];
  const submit = ((command: WriteCommand) => {
    kinds.push(command.kind);
    const [outcome, failed] = commitGroup([command, failing()]);
    expect(failed).toMatchObject({ failed: { message: 'made to fail' } });
    return Promise.resolve(outcome && resultOf(outcome));
  }) as WriteDoor['submit'];
  const file = fileOf({ ...validDraft, name: 'a' }, { ...validDraft, name: 'b' });
  const task = taskOf(first.ownerId, file);
  const origin = { actor: { ...first.principal, requestId: newId() }, at };
  const parts = { ...importInline(store), submit, randomness: systemRandomness };
  expect(await runImport(parts, { task, origin })).toMatchObject({ result: { outcome: 'imported' } });
  expect(kinds).toEqual(['import.run']);
});

/** A store whose owners can import the same updates of 20 subscriptions, some with details. */
function openUpdated() {
  const { database, store, first, second } = openTestStore();
  const commitGroup = commitGroups(database);
  const submit = ((command: WriteCommand) =>
    Promise.resolve(commitGroup([command]).map(resultOf)[0])) as unknown as WriteDoor['submit'];
  const parts = { ...importInline(store), submit, randomness: systemRandomness };
  const draftOf = (place: number) => ({
    ...validDraft,
    name: `Name ${place}`,
    ...(place % 3 > 0 && { details: { notes: `Note ${place}`, anchorDay: 15 } }),
  });
  const changeOf = (place: number) => ({
    ...draftOf(place),
    ...(place % 2 === 0 ? { amount: place + 1, category: 'Other' } : { details: { notes: null, tags: ['new'] } }),
    ...(place % 5 === 0 && { lastPaymentDate: '2026-05-31' }),
  });
  const places = Array.from({ length: 20 }, (_, place) => place);
  const fileOfChanges = fileOf(...places.map(changeOf));
  async function updatesOf({ ownerId, principal }: typeof first) {
    const origin = { actor: { ...principal, requestId: newId() }, at };
    await runImport(parts, { task: taskOf(ownerId, fileOf(...places.map(draftOf))), origin });
    const before = rowsOf(ownerId);
    const task = taskOf(ownerId, fileOfChanges);
    expect(await runImport(parts, { task, origin })).toMatchObject({ result: { outcome: 'imported' } });
    const { importId } = task;
    const shared = await parts.prepareUndo({ ownerId, importId, at });
    return { before, undo: { ...origin, kind: 'import.revert', auditEntryId: newId(), importId, shared } as const };
  }
  const unnamed = (row: object) => JSON.stringify(row).replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id');
  function rowsOf(ownerId: number) {
    const query = 'SELECT * FROM subscriptions WHERE owner_id = ? ORDER BY sequence';
    return database
      .query<Record<string, unknown>, [number]>(query)
      .all(ownerId)
      .map(({ sequence: _sequence, owner_id: _owner, revision: _revision, ...row }) => unnamed(row));
  }
  function updatesIn(ownerId: number) {
    const query = `SELECT id, metadata FROM audit_entries
      WHERE owner_id = ? AND action = 'subscription.update' ORDER BY sequence`;
    return database.query<{ id: string; metadata: string }, [number]>(query).all(ownerId);
  }
  const idOf = (ownerId: number) =>
    database.query<{ id: string }, [number]>('SELECT id FROM subscriptions WHERE owner_id = ?').get(ownerId)?.id ?? '';
  return { parts, submit, first, second, updatesOf, fileOfChanges, rowsOf, updatesIn, unnamed, idOf };
}

test('§21.6: an undo restores what was there before, and records it as the reverts of the single entries do', async () => {
  const { submit, first, second, updatesOf, rowsOf, updatesIn, unnamed } = openUpdated();
  const [whole, single] = [await updatesOf(first), await updatesOf(second)];
  expect(rowsOf(first.ownerId)).not.toEqual(whole.before);
  expect(await submit(whole.undo)).toMatchObject({ outcome: 'stored' });
  const { actor } = single.undo;
  for (const { id: revertedEntryId } of updatesIn(second.ownerId)) {
    const revert = { kind: 'audit.revert', actor, at, auditEntryId: newId(), revertedEntryId, currencies: ['USD'] };
    expect(await submit(revert as CommandOf<'audit.revert'>)).toMatchObject({ outcome: 'stored' });
  }
  expect(rowsOf(first.ownerId)).toEqual(whole.before);
  expect(rowsOf(second.ownerId)).toEqual(single.before);
  const metadataOf = (ownerId: number) => updatesIn(ownerId).map(({ metadata }) => unnamed({ metadata }));
  expect(metadataOf(first.ownerId)).toEqual(metadataOf(second.ownerId));
  const [updated, restored] = [updatesIn(first.ownerId).slice(0, 20), updatesIn(first.ownerId).slice(20)];
  const reverted = restored.map(({ metadata }) => (JSON.parse(metadata) as { readonly reverts: string }).reverts);
  expect(reverted).toEqual(updated.map(({ id }) => id));
});

test('§21.6: an undo is refused, and restores nothing, when a subscription was changed since', async () => {
  const { submit, first, updatesOf, rowsOf, idOf } = openUpdated();
  const { undo } = await updatesOf(first);
  const { actor } = undo;
  const subscriptionId = idOf(first.ownerId);
  await submit({ kind: 'subscription.update', actor, at, auditEntryId: newId(), subscriptionId, patch: { amount: 7 } });
  const after = rowsOf(first.ownerId);
  expect(await submit(undo)).toMatchObject({ outcome: 'importChanged', changed: [{ id: subscriptionId }] });
  expect(rowsOf(first.ownerId)).toEqual(after);
});

test.each([
  { other: 'changes what it updates', isUpdate: true, name: 'Else', created: 1, prepared: 2 },
  { other: 'creates what it creates', isUpdate: false, name: 'New', created: 0, prepared: 2 },
  { other: 'creates something else', isUpdate: false, name: 'Else', created: 1, prepared: 2 },
])('§21.3: an import is prepared $prepared times when another write $other meanwhile', async (one) => {
  const { parts, submit, first, updatesOf, fileOfChanges, idOf } = openUpdated();
  const { undo } = await updatesOf(first);
  const { actor } = undo;
  const writes = { actor, at } as const;
  const subscriptionId = idOf(first.ownerId);
  let preparations = 0;
  async function prepare(task: ImportTask) {
    const read = await parts.prepare(task);
    preparations += 1;
    if (preparations > 1) return read;
    const draft = { ...validDraft, name: one.name };
    await submit({ ...writes, kind: 'subscription.create', auditEntryId: newId(), subscriptionId: newId(), draft });
    const patch = { amount: 7 };
    if (one.isUpdate)
      await submit({ ...writes, kind: 'subscription.update', auditEntryId: newId(), subscriptionId, patch });
    return read;
  }
  const changed = fileOfChanges.subscriptions.map((subscription) => ({ ...subscription, category: 'Changed' }));
  const task = taskOf(first.ownerId, fileOf({ ...validDraft, name: 'New', category: 'Changed' }, ...changed));
  const outcome = await runImport({ ...parts, prepare }, { task, origin: writes });
  expect(outcome).toMatchObject({ result: { outcome: 'imported' }, read: { created: one.created } });
  expect(preparations).toBe(one.prepared);
});
