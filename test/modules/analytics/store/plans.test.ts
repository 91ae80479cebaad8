import { expect, test } from 'bun:test';
import { databaseOn } from '../../../../src/core/database/db.ts';
import { openDatabaseInMemory } from '../../../../src/core/database/database.ts';
import { readAnalytics } from '../../../../src/modules/analytics/store/analytics.ts';
import { readDeadlines } from '../../../../src/modules/analytics/store/deadlines.ts';
import { readDueFigures } from '../../../../src/modules/analytics/store/dueFigures.ts';
import { plansOn } from '../../../support/plans.ts';

const [today, lastDay] = ['2026-06-16', '2026-07-16'];
const database = openDatabaseInMemory();
const db = databaseOn(database);
const plansOf = plansOn(database);

const spend = 'SEARCH subscriptions USING COVERING INDEX subscriptions_by_spend (owner_id=? AND status=?)';
const upToADay = 'SEARCH subscriptions USING INDEX subscriptions_by_renewal (owner_id=? AND next_payment_date<?)';

test('a summary reads counts and sums from an index that has them in their order, and the renewals of its days', () => {
  expect(plansOf(() => readAnalytics(db).summaryFigures(1, today, lastDay))).toEqual([
    spend,
    spend,
    'SEARCH subscriptions USING INDEX subscriptions_by_renewal (owner_id=? AND next_payment_date>? AND next_payment_date<?)',
    'USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY',
  ]);
});

test('duplicates are found by their normalised names', () => {
  const byName = 'SEARCH subscriptions USING INDEX subscriptions_by_normalised_name';
  expect(plansOf(() => readAnalytics(db).duplicates(1))).toEqual([
    `${byName} (owner_id=? AND name_normalised=?)`,
    'LIST SUBQUERY 1',
    `${byName} (owner_id=?)`,
    'USE TEMP B-TREE FOR ORDER BY',
  ]);
});

test('what may be saved, and deadlines, are found among the subscriptions of the owner', () => {
  const reads = (work: () => unknown) => plansOf(work).filter((step) => /^(SEARCH|SCAN)/.test(step));
  const byName = 'SEARCH subscriptions USING INDEX subscriptions_by_name (owner_id=?)';
  const analytics = readAnalytics(db);
  analytics.summaryFigures(1, today, lastDay);
  expect(reads(() => analytics.optimizationFigures(1))).toEqual([
    'SEARCH subscriptions USING INDEX subscriptions_by_amount (owner_id=?)',
    spend,
    byName,
    'SEARCH means USING AUTOMATIC COVERING INDEX (currency=?)',
  ]);
  expect(reads(() => readDeadlines(db).candidates(1, today, lastDay))).toEqual([byName]);
});

test('the figures of what is due are read along indexes', () => {
  expect(plansOf(() => readDueFigures(db)(today, { isPerOwner: true }))).toEqual([
    'SCAN owners',
    upToADay,
    spend,
    'USE TEMP B-TREE FOR DISTINCT',
    upToADay,
  ]);
});
