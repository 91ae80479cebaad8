import { expect, test } from 'bun:test';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectAgain, openDatabase } from '../../../src/store/database/database.ts';
import { identifyOpened } from '../../../src/store/directory/openFiles.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import { commitGroups, commitInPlace } from '../../../src/store/writer/groupCommit.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { openTestStore } from '../../support/testStore.ts';
import { validDraft } from '../../support/validDraft.ts';

test('what is written right after the database was moved away is not acknowledged', () => {
  const directory = temporaryDirectory();
  const { opened, files } = identifyOpened(directory, () => openDatabase(directory));
  const connections = [opened];
  const commit = commitInPlace(files, () => {
    const connection = connectAgain(directory);
    connections.push(connection);
    return connection;
  });
  expect(commit([{ kind: 'probe' }])).toEqual([{ result: { outcome: 'probed' } }]);
  const path = join(directory, 'duebook.db');
  renameSync(path, `${path}.away`);
  // At once: the files were compared a moment ago.
  expect(commit([{ kind: 'probe' }])).toMatchObject([{ unavailable: expect.stringContaining('duebook.db') }]);
  expect(commit([{ kind: 'probe' }])).toMatchObject([{ unavailable: expect.stringContaining('duebook.db') }]);
  renameSync(`${path}.away`, path);
  expect(commit([{ kind: 'probe' }])).toEqual([{ result: { outcome: 'probed' } }]);
  for (const connection of connections) connection.close();
  rmSync(directory, { recursive: true });
});

test('a group leaves what it has no time for to the next one, dry runs too, and stores nothing of it', () => {
  const { database, first, countOf } = openTestStore();
  let now = 0;
  // Each command takes 20 ms of the 50.
  const commitGroup = commitGroups(database, { monotonicMilliseconds: () => (now += 20) });
  const creation = (options: { readonly dryRun?: true; readonly name?: string } = {}) => ({
    kind: 'subscription.create' as const,
    actor: { ...first.principal, requestId: systemRandomness.uuid() },
    at: '2026-06-16T12:00:00.000Z',
    subscriptionId: systemRandomness.uuid(),
    auditEntryId: systemRandomness.uuid(),
    ...options,
    draft: { ...validDraft, name: options.name ?? 'Netflix' },
  });
  const dry = () => creation({ dryRun: true });
  const isDone = (outcomes: ReturnType<typeof commitGroup>) => outcomes.map((outcome) => 'result' in outcome);
  expect(isDone(commitGroup(Array.from({ length: 5 }, () => creation())))).toEqual([true, true, true, false, false]);
  expect(countOf('subscriptions')).toBe(3);
  const mixed = [dry(), creation(), dry(), creation(), dry(), creation(), dry(), creation()];
  expect(isDone(commitGroup(mixed))).toEqual([true, true, true, true, true, true, false, false]);
  expect(countOf('subscriptions')).toBe(6);
  database.run(`CREATE TRIGGER fail BEFORE INSERT ON subscriptions WHEN NEW.name = 'fail'
    BEGIN SELECT RAISE(ABORT, 'made to fail'); END`);
  const failing = [creation({ name: 'fail' }), creation(), creation(), creation()];
  expect(commitGroup(failing)).toMatchObject([
    { failed: { message: 'made to fail' } },
    { result: { outcome: 'stored' } },
    { result: { outcome: 'stored' } },
    { isLeft: true },
  ]);
  expect(countOf('subscriptions')).toBe(8);
});
