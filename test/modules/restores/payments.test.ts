import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { makeBackup } from '../../../src/core/backup/backup.ts';
import { restoreBackup } from '../../../src/modules/restores/writes/restore.ts';
import { openStore } from '../../../src/modules/store.ts';
import { insertRecords } from '../../support/records.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { openTestStore } from '../../support/testStore.ts';

const wallMilliseconds = Date.parse('2026-11-21T10:00:00Z');
const at = '2026-11-21T00:00:00.000Z';

test('§10.1: payments, anchor days and preferences survive a backup and its restore', () => {
  const { directory, database, store, first } = openTestStore();
  const [id = ''] = insertRecords(database, 'first', [
    { lastPaymentDate: '2026-08-31', nextPaymentDate: '2026-09-30', createdAt: '2026-08-31T00:00:00.000Z' },
  ]);
  const actor = { ...first.principal, requestId: 'r' };
  const patch = { autoRenew: true };
  store.inProcess.commit({ kind: 'preferences.update', actor, at, auditEntryId: 'preferences', patch });
  store.inProcess.commit({ kind: 'renewDue', at, requestId: 'r', today: '2026-10-15', timeZone: 'UTC' });
  const stateOf = ({ subscriptions, payments, preferences }: typeof store) => ({
    subscription: subscriptions.find(first.ownerId, id),
    payments: payments.list(first.ownerId, {}, { limit: 10, offset: 0 }).items,
    preferences: preferences.findView(first.ownerId),
  });
  const before = stateOf(store);
  expect(before).toMatchObject({
    subscription: { lastPaymentDate: '2026-09-30', nextPaymentDate: '2026-10-31', anchorDay: 31 },
    payments: [expect.stringContaining('"dueOn":"2026-09-30"')],
    preferences: '{"autoRenew":true,"householdName":null,"monthlyBudget":null}',
  });

  const file = join(temporaryDirectory(), 'backup.db');
  makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds });
  const dataDirectory = temporaryDirectory();
  restoreBackup({ dataDirectory, file, wallMilliseconds });
  const restored = openStore(dataDirectory);
  expect(stateOf(restored)).toEqual(before);
  restored.close();
});
