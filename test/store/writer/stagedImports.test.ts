import { expect, test } from 'bun:test';
import type { CommandOf, WriteCommand } from '../../../src/commands/commands.ts';
import type { ImportTask } from '../../../src/http/api/imports/prepareImport.ts';
import { runImport } from '../../../src/http/api/imports/runImport.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import type { WriteDoor } from '../../../src/store/store.ts';
import { commitGroups, resultOf } from '../../../src/store/writer/groupCommit.ts';
import { fileOf } from '../../support/imports.ts';
import { importInline } from '../../support/inlineImports.ts';
import { openTestStore } from '../../support/testStore.ts';
import { validDraft } from '../../support/validDraft.ts';

const at = '2026-06-16T12:00:00.000Z';
const newId = () => systemRandomness.uuid();

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
  const task: ImportTask = {
    bytes: new TextEncoder().encode(JSON.stringify(file)),
    options: { format: 'auto', currencies: ['USD'], today: '2026-06-16' },
    ownerId: first.ownerId,
    importId: newId(),
    at,
    onDuplicate: 'skip',
    onError: 'refuse',
    isDryRun: false,
  };
  const origin = { actor: { ...first.principal, requestId: newId() }, at };
  const parts = { ...importInline(store), submit, randomness: systemRandomness };
  expect(await runImport(parts, { task, origin })).toMatchObject({ result: { outcome: 'imported' } });
  expect(kinds).toEqual(['import.stage', 'import.run', 'import.drop']);
});
