import { expect, test } from 'bun:test';
import type { CommandOf, WriteCommand } from '../../../src/commands/commands.ts';
import type { ImportTask } from '../../../src/http/api/imports/prepareImport.ts';
import { revertImport, runImport } from '../../../src/http/api/imports/runImport.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import type { WriteDoor } from '../../../src/store/store.ts';
import { commitGroups, resultOf } from '../../../src/store/writer/groupCommit.ts';
import { fileOf } from '../../support/imports.ts';
import { importInline } from '../../support/inlineImports.ts';
import { openTestStore } from '../../support/testStore.ts';
import { validDraft } from '../../support/validDraft.ts';

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
    onError: 'refuse',
    isDryRun: false,
  };
}

test('§21.1: an import succeeds at once when other writes of its groups fail', async () => {
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
  expect(kinds).toEqual(['import.stage', 'import.run', 'import.drop']);
});

/** A store whose owners can import the same updates of 150 subscriptions, some with details. */
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
  async function updatesOf({ ownerId, principal }: typeof first) {
    const origin = { actor: { ...principal, requestId: newId() }, at };
    const places = Array.from({ length: 150 }, (_, place) => place);
    await runImport(parts, { task: taskOf(ownerId, fileOf(...places.map(draftOf))), origin });
    const before = rowsOf(ownerId);
    const task = taskOf(ownerId, fileOf(...places.map(changeOf)));
    const { result } = (await runImport(parts, { task, origin })) as { readonly result: object };
    expect(result).toMatchObject({ outcome: 'imported' });
    const { importId } = task;
    return { ownerId, before, undo: { ...origin, kind: 'import.revert', auditEntryId: newId(), importId } as const };
  }
  const unnamed = (json: string) => json.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id');
  function rowsOf(ownerId: number) {
    const query = 'SELECT * FROM subscriptions WHERE owner_id = ? ORDER BY sequence';
    return database
      .query<Record<string, unknown>, [number]>(query)
      .all(ownerId)
      .map(({ sequence: _sequence, owner_id: _owner, revision: _revision, ...row }) => unnamed(JSON.stringify(row)));
  }
  function entriesOf(ownerId: number) {
    const query = 'SELECT action, metadata FROM audit_entries WHERE owner_id = ? ORDER BY sequence';
    return database
      .query<object, [number]>(query)
      .all(ownerId)
      .map((row) => unnamed(JSON.stringify(row)));
  }
  const idOf = (ownerId: number) =>
    database.query<{ id: string }, [number]>('SELECT id FROM subscriptions WHERE owner_id = ?').get(ownerId)?.id;
  return { submit, first, second, updatesOf, rowsOf, entriesOf, idOf };
}

test('§21.6: an undo that was prepared in pieces stores what one without preparation does: what was there before', async () => {
  const { submit, first, second, updatesOf, rowsOf, entriesOf } = openUpdated();
  const [prepared, unprepared] = [await updatesOf(first), await updatesOf(second)];
  const kinds: string[] = [];
  const noted = ((command: WriteCommand) => {
    kinds.push(command.kind);
    return submit(command);
  }) as WriteDoor['submit'];
  expect(rowsOf(first.ownerId)).not.toEqual(prepared.before);
  expect(await revertImport({ writes: { submit: noted } }, prepared.undo)).toMatchObject({ outcome: 'stored' });
  expect(kinds).toEqual(['import.stageRevert', 'import.stageRevert', 'import.revert', 'import.drop']);
  expect(await submit(unprepared.undo)).toMatchObject({ outcome: 'stored' });
  expect(rowsOf(first.ownerId)).toEqual(prepared.before);
  expect(rowsOf(second.ownerId)).toEqual(prepared.before);
  expect(entriesOf(first.ownerId)).toEqual(entriesOf(second.ownerId));
});

test('§21.6: an undo is refused, and restores nothing, when a subscription was changed after the undo was prepared', async () => {
  const { submit, first, updatesOf, rowsOf, idOf } = openUpdated();
  const { undo } = await updatesOf(first);
  const { importId, actor } = undo;
  while ((await submit({ kind: 'import.stageRevert', importId, ownerId: first.ownerId, at })).isMore);
  const subscriptionId = idOf(first.ownerId) ?? '';
  await submit({ kind: 'subscription.update', actor, at, auditEntryId: newId(), subscriptionId, patch: { amount: 7 } });
  const after = rowsOf(first.ownerId);
  expect(await submit(undo)).toMatchObject({ outcome: 'importChanged', changed: [{ id: subscriptionId }] });
  expect(rowsOf(first.ownerId)).toEqual(after);
});
