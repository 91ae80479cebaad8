import { expect, test } from 'bun:test';
import { feedRecord, feedSettingsOf } from '../../../../../src/modules/feeds/model.ts';
import { calendar } from '../../../../../src/modules/feeds/reads.ts';
import { insertPayments, insertRecords } from '../../../../support/records.ts';
import { openTestStore } from '../../../../support/testStore.ts';

const mebibyte = 1024 * 1024;
const today = '2026-06-16';
const publicUrl = 'https://duebook.home.example.org/household/';
const settings = { name: 'Bills', daysAhead: 1100, daysBack: 400, alarmDaysBefore: 3 };

test.each([
  ['emoji', '\u{1f600}'.repeat(120)],
  ['characters that are escaped', ';'.repeat(120)],
  ['a short name', 'N'],
])('§17.4: a calendar has at most 8 MiB, with its last days left out: %s', (_, name) => {
  const { database, store, first } = openTestStore();
  const record = { name, category: name.slice(0, 80), period: 'custom', customDays: 1 } as const;
  insertRecords(
    database,
    'first',
    Array.from({ length: 36 }, () => ({ ...record, lastPaymentDate: '2025-05-01' })),
  );
  insertPayments(database, 'first', 12_000);
  database.run(`UPDATE payments SET paid_on = date('2026-06-16', '-' || (sequence % 400) || ' days')`);
  const feed = feedRecord({ id: 'id', userId: null, createdAt: '2026-06-16T12:00:00.000Z' }, feedSettingsOf(settings));
  const { text } = calendar(store, first.ownerId, { feed, today, publicUrl });
  const bytes = Buffer.byteLength(text);
  expect(bytes).toBeLessThanOrEqual(8 * mebibyte);
  expect(bytes).toBeGreaterThan(4 * mebibyte);
});
