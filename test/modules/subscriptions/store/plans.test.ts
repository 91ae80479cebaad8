import { describe, expect, test } from 'bun:test';
import { databaseOn } from '../../../../src/core/database/db.ts';
import { openDatabaseInMemory } from '../../../../src/core/database/database.ts';
import { readFilterValues } from '../../../../src/modules/subscriptions/store/filterValues.ts';
import { countOtherCurrencies } from '../../../../src/modules/subscriptions/store/recordedCurrencies.ts';
import { readRenewalsToMake } from '../../../../src/modules/subscriptions/store/renewalsToMake.ts';
import {
  readSubscriptions,
  rowOf,
  type Included,
  type Sort,
  type SubscriptionFilters,
} from '../../../../src/modules/subscriptions/store/subscriptions.ts';
import { findForms } from '../../../../src/modules/subscriptions/store/textForms.ts';
import { toolsOn } from '../../../../src/modules/verbs.ts';
import { createSubscription } from '../../../../src/modules/subscriptions/rules/subscription.ts';
import { plansOn } from '../../../support/plans.ts';
import { validDraft } from '../../../support/validDraft.ts';

const database = openDatabaseInMemory();
const db = databaseOn(database);
const plansOf = plansOn(database);
const [today, id] = ['2026-06-16', '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77'];
const page = { limit: 50, offset: 0 };
const ofRecord = 'SEARCH subscriptions USING INDEX subscriptions_id (id=?)';
const byCreation = 'SEARCH subscriptions USING INDEX subscriptions_by_creation (owner_id=?)';

describe('a list goes along an index, reads no more rows than its page, and sorts nothing', () => {
  const planOfList = (filters: SubscriptionFilters, sort: Sort, include?: Included) =>
    plansOf(() => readSubscriptions(db).list(1, filters, sort, page, include));

  test.each([
    ['createdAt', 'subscriptions_by_creation'],
    ['nextPaymentDate', 'subscriptions_by_renewal'],
    ['amount', 'subscriptions_by_amount'],
    ['name', 'subscriptions_by_name'],
  ] as const)('sorted by %s, in both directions', (sort, index) => {
    for (const direction of [sort, `-${sort}`] as const)
      expect(planOfList({}, direction)).toEqual([`SEARCH subscriptions USING INDEX ${index} (owner_id=?)`]);
  });

  test('with details and a search in them, newest first', () => {
    for (const filters of [{}, { q: 'net' }])
      expect(planOfList(filters, '-createdAt', { detailsOn: today })).toEqual([byCreation]);
  });

  test('until a date, sorted by that date', () => {
    expect(planOfList({ expiringBefore: '2026-07-01' }, 'nextPaymentDate')).toEqual([
      'SEARCH subscriptions USING INDEX subscriptions_by_renewal (owner_id=? AND next_payment_date<?)',
    ]);
  });

  test.each([
    { status: 'active' },
    { category: 'Streaming' },
    { period: 'yearly' },
    { q: 'net' },
    { status: 'active', category: 'Streaming', period: 'yearly', q: 'net' },
  ] as const)('filtered by %j, newest first', (filters) => {
    expect(planOfList(filters, '-createdAt')).toEqual([byCreation]);
  });

  test('its statement is compiled once, however often it is used', () => {
    const reader = readSubscriptions(db);
    expect(plansOf(() => reader.list(1, { status: 'active', q: 'net' }, 'name', page))).toHaveLength(1);
    const again = () => reader.list(2, { q: 'flix', status: 'paused' }, 'name', { limit: 3, offset: 9 });
    expect(plansOf(again)).toEqual([]);
  });
});

describe('one row is found by an index', () => {
  test.each(['find', 'findView', 'findDetails', 'findDetailsView', 'findDetailedView'] as const)('%s', (read) => {
    const reader = readSubscriptions(db);
    expect(plansOf(() => reader[read](1, id, today))).toEqual([ofRecord]);
    expect(plansOf(() => reader[read](2, id, today))).toEqual([]);
  });

  test('of a record to delete, with its audit entries and those of its payments', () => {
    const { deleteSilently } = toolsOn(db).records;
    const entries = 'SEARCH audit_entries';
    const byEntity = 'audit_entries_by_entity (entity_id=? AND entity_type=? AND owner_id=?)';
    expect(plansOf(() => deleteSilently({ ownerId: 1, id }))).toEqual([
      `${entries} USING INDEX ${byEntity}`,
      `${entries} USING COVERING INDEX ${byEntity}`,
      'LIST SUBQUERY 1',
      'SEARCH payments USING INDEX payments_by_subscription (subscription_id=? AND owner_id=?)',
      ofRecord,
    ]);
    expect(plansOf(() => deleteSilently({ ownerId: 2, id }))).toEqual([]);
  });

  test('of a record to change, by one statement for each set of columns', () => {
    const { update } = toolsOn(db).records;
    const created = createSubscription(validDraft, { id, at: today });
    if ('fault' in created) throw new Error('the draft is refused');
    const before = rowOf(created.value);
    expect(plansOf(() => update(1, { ...before, category: 'Video' }, before))).toEqual([ofRecord]);
    expect(plansOf(() => update(1, { ...before, category: 'Films' }, before))).toEqual([]);
  });

  test('of the others with a normalised name', () => {
    const { findDuplicates } = toolsOn(db).records;
    const row = { id, nameNormalised: 'netflix', status: 'active' } as Parameters<typeof findDuplicates>[1];
    expect(plansOf(() => findDuplicates(1, row))).toEqual([
      'SEARCH subscriptions USING INDEX subscriptions_by_normalised_name (owner_id=? AND name_normalised=?)',
    ]);
  });
});

describe('the values for a suggestion are searched in an index, for any number of records', () => {
  const bySpend = (found: string) =>
    `SEARCH subscriptions USING COVERING INDEX subscriptions_by_spend (owner_id=? AND status=? AND ${found})`;
  const byName = 'SEARCH subscriptions USING INDEX subscriptions_by_name (owner_id=? AND name_folded>?)';

  test('the next categories, one category, and the next names', () => {
    const values = readFilterValues(db);
    expect(plansOf(() => values.categories(1, 'x'))[0]).toBe(bySpend('category>?'));
    expect(plansOf(() => values.hasCategory(1, 'x'))).toEqual([bySpend('category=?')]);
    expect(plansOf(() => values.names(1, 'x'))).toEqual([byName]);
  });

  test('the forms of a category or a tag', () => {
    const { formsOfCategory, formsOfTag } = findForms(db);
    expect(plansOf(() => formsOfCategory(1, 'é'))[0]).toStartWith('SEARCH subscriptions USING');
    expect(plansOf(() => formsOfTag(1, 'é'))[0]).toStartWith('SEARCH subscriptions USING');
  });
});

test('whether anything is due is found without reading all subscriptions', () => {
  const renewals = readRenewalsToMake(db);
  expect(plansOf(() => renewals.mayExist(today))).toEqual([
    'SCAN owners',
    'SCAN subscriptions USING COVERING INDEX subscriptions_renewed_by_choice',
    'SEARCH subscriptions USING COVERING INDEX subscriptions_by_end (ends_on>? AND ends_on<?)',
    'SEARCH subscriptions USING COVERING INDEX subscriptions_with_price_steps (price_steps>?)',
  ]);
  // The last run, or the newest entry: a walk of one row.
  expect(plansOf(() => renewals.lastRunAt())).toEqual([
    'SEARCH job_runs USING INDEX sqlite_autoindex_job_runs_1 (job=?)',
    'SCAN audit_entries',
  ]);
});

test('the currencies of all owners, asked for at a start, are read from an index', () => {
  expect(plansOf(() => countOtherCurrencies(db)(['USD']))).toEqual([
    'SCAN subscriptions USING COVERING INDEX subscriptions_by_spend',
    'USE TEMP B-TREE FOR GROUP BY',
  ]);
});
