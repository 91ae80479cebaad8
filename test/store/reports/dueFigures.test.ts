import { afterAll, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { isCustom, periods } from '../../../src/domain/billing/periodTable.ts';
import { contractCurrencies as currencies } from '../../../src/domain/subscriptions/currencies.ts';
import { statuses, type Currency } from '../../../src/domain/subscriptions/fields.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { openDatabaseInMemory } from '../../../src/store/database/database.ts';
import { compileAtOnce } from '../../../src/store/sqlite/statement.ts';
import { openReadQueue } from '../../../src/store/reader/queue.ts';
import { readDueFigures } from '../../../src/store/reports/dueFigures.ts';
import { anyDay } from '../../support/arbitraries.ts';
import { dueDaysUntil, scheduled } from '../../support/dueDays.ts';
import { plansOn } from '../../support/plans.ts';
import { insertRecords, removeRecords, type RecordFields } from '../../support/records.ts';
import { readWorkerUrl } from '../../support/service.ts';
import { openTestStore } from '../../support/testStore.ts';

const today = '2026-06-16';
/** Days with the one before and the last of the seven that begin with it. */
const anyWeek = fc.constantFrom(
  ['2026-06-15', today, '2026-06-22'],
  ['2026-06-29', '2026-06-30', '2026-07-06'],
  ['2026-06-30', '2026-07-01', '2026-07-07'],
  ['2026-05-30', '2026-05-31', '2026-06-06'],
  ['2026-06-24', '2026-06-25', '2026-07-01'],
);
const { directory, database, second } = openTestStore();
const reader = readDueFigures(database);

const anyRecord = fc
  .record({
    currency: fc.constantFrom(...currencies.slice(0, 3)),
    amountHundredths: fc.oneof(fc.nat(3000), fc.constant(99_999_999)),
    lastPaymentDate: fc.oneof(anyDay('2026-05-01', '2026-06-30'), anyDay('2024-01-01', '2026-06-30')),
    period: fc.constantFrom(...periods),
    customDays: fc.integer({ min: 1, max: 40 }),
    anchorDay: fc.option(fc.integer({ min: 1, max: 31 })),
    endsOn: fc.option(anyDay('2026-05-01', '2026-07-31')),
    status: fc.constantFrom(...statuses, 'active', 'active'),
  })
  .map((record) => ({ ...record, customDays: isCustom(record.period) ? record.customDays : null }));

function figuresOf(name: string, day: string) {
  return reader.slice({ today: day, isPerOwner: true }).figures.find(({ owner }) => owner === name);
}

test('what is due in the seven days from today, and what is overdue, follow from the due dates', () => {
  fc.assert(
    fc.property(anyWeek, fc.array(anyRecord, { maxLength: 12 }), ([yesterday = '', day = '', lastDay = ''], drawn) => {
      removeRecords(database);
      const records = drawn.map(scheduled);
      insertRecords(database, 'first', records);
      const active = records.filter(({ status }) => status === 'active');
      const sums = new Map<Currency, number>();
      for (const record of active) {
        const due = dueDaysUntil(record, lastDay).filter((dueOn) => dueOn >= day).length;
        sums.set(record.currency, (sums.get(record.currency) ?? 0) + due * record.amountHundredths);
      }
      const overdue = active.filter((record) => dueDaysUntil(record, yesterday).length > 0).length;
      expect(figuresOf('first', day)).toEqual({ owner: 'first', overdue, dueHundredths: sums });
      expect(figuresOf('second', day)).toEqual({ owner: 'second', overdue: 0, dueHundredths: new Map() });
    }),
    { numRuns: 200 },
  );
});

const everyDay: Partial<RecordFields> = {
  period: 'custom',
  customDays: 1,
  amountHundredths: 1,
  nextPaymentDate: today,
};

test('the read worker reads all owners, in parts, and none that is deleted', async () => {
  removeRecords(database);
  insertRecords(
    database,
    'first',
    Array.from({ length: 20_000 }, () => ({ ...everyDay, lastPaymentDate: '2026-06-15' })),
  );
  insertRecords(database, 'second', [{ ...everyDay, lastPaymentDate: '2026-06-01', nextPaymentDate: '2026-06-02' }]);
  const add = database.prepare(`INSERT INTO owners (id, name, created_at) VALUES (?, ?, '')`);
  for (let id = 10; id < 260; id += 1) add.run(id, `owner ${id}`);
  database.run('INSERT INTO removed_owners (owner_id) VALUES (100)');
  expect(reader.slice({ today, isPerOwner: true })).toMatchObject({ figures: [{ owner: 'first' }], lastOwner: 1 });
  const queue = openReadQueue({
    ...systemClock,
    dataDirectory: directory,
    files: undefined,
    workerUrl: readWorkerUrl,
    log: (line) => expect(line).toBe(''),
  });
  afterAll(() => queue.close());
  const figures = await queue.dueFigures({ today, isPerOwner: true });
  expect(figures.slice(0, 2)).toEqual([
    { owner: 'first', overdue: 0, dueHundredths: new Map([['USD', 7 * 20_000]]) },
    { owner: 'second', overdue: 1, dueHundredths: new Map([['USD', 7]]) },
  ]);
  expect(figures).toHaveLength(2 + 250 - 1);
  expect(figures.map(({ owner }) => owner)).not.toContain('owner 100');
  expect(second.ownerId).toBe(2);
  // One figure, however many owners there are.
  expect(await queue.dueFigures({ today, isPerOwner: false })).toEqual([
    { owner: '', overdue: 1, dueHundredths: new Map([['USD', 7 * 20_001]]) },
  ]);
});

test('the figures are read along indexes', () => {
  const empty = openDatabaseInMemory();
  compileAtOnce(empty);
  expect(plansOn(empty)(() => readDueFigures(empty))).toEqual([
    'SEARCH owners USING INTEGER PRIMARY KEY (rowid>?)',
    'USING ROWID SEARCH ON TABLE removed_owners FOR IN-OPERATOR',
    'SEARCH subscriptions USING INDEX subscriptions_by_renewal (owner_id=? AND next_payment_date<?)',
    'SEARCH subscriptions USING COVERING INDEX subscriptions_by_spend (owner_id=? AND status=?)',
    'USE TEMP B-TREE FOR DISTINCT',
    'SEARCH subscriptions USING INDEX subscriptions_by_renewal (owner_id=? AND next_payment_date<?)',
  ]);
});
