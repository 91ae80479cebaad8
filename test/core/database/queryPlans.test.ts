import { describe, expect, spyOn, test } from 'bun:test';
import { openDatabaseInMemory } from '../../../src/core/database/database.ts';
import { compileAtOnce } from '../../../src/core/database/statement.ts';
import { createStore } from '../../../src/modules/store.ts';
import { planOf as planIn } from '../../support/plans.ts';
import { commitGroups } from '../../../src/core/writer/groupCommit.ts';

const database = openDatabaseInMemory();
compileAtOnce(database);
const prepared = spyOn(database, 'prepare');
const store = createStore(database);
commitGroups(database);
const compiledOnce = textsFrom(0);
const page = { limit: 50, offset: 0 };

function textsFrom(position: number): string[] {
  return prepared.mock.calls.slice(position).map(([text]) => text);
}

/** The one statement that some work compiles. */
function statementOf(work: () => unknown): string {
  const { length: before } = prepared.mock.calls;
  work();
  return onlyOne(textsFrom(before));
}

/** The one statement, of those that are always the same, that has these pieces. */
function statementWith(...pieces: readonly string[]): string {
  return onlyOne(compiledOnce.filter((text) => pieces.every((piece) => text.includes(piece))));
}

function onlyOne(texts: readonly string[]): string {
  const [text, ...others] = new Set(texts);
  if (text === undefined || others.length > 0) throw new Error(`there is not one statement but ${texts.length}`);
  return text;
}

const planOf = (text: string) => planIn(database, text);

describe('a list goes along an index, reads no more rows than its page, and sorts nothing', () => {
  test.each([
    ['createdAt', 'subscriptions_by_creation'],
    ['nextPaymentDate', 'subscriptions_by_renewal'],
    ['amount', 'subscriptions_by_amount'],
    ['name', 'subscriptions_by_name'],
  ] as const)('sorted by %s, in both directions', (sort, index) => {
    for (const direction of [sort, `-${sort}`] as const) {
      const text = statementOf(() => store.subscriptions.list(1, {}, direction, page));
      expect(planOf(text)).toEqual([`SEARCH subscriptions USING INDEX ${index} (owner_id=?)`]);
    }
  });

  test('with details and a search in them, newest first', () => {
    for (const filters of [{}, { q: 'net' }]) {
      const text = statementOf(() =>
        store.subscriptions.list(1, filters, '-createdAt', page, { detailsOn: '2026-06-16' }),
      );
      expect(planOf(text)).toEqual(['SEARCH subscriptions USING INDEX subscriptions_by_creation (owner_id=?)']);
    }
  });

  test('until a date, sorted by that date', () => {
    const text = statementOf(() =>
      store.subscriptions.list(1, { expiringBefore: '2026-07-01' }, 'nextPaymentDate', page),
    );
    expect(planOf(text)).toEqual([
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
    const text = statementOf(() => store.subscriptions.list(1, filters, '-createdAt', page));
    expect(planOf(text)).toEqual(['SEARCH subscriptions USING INDEX subscriptions_by_creation (owner_id=?)']);
  });

  test('its statement is compiled once, however often it is used', () => {
    store.subscriptions.list(1, { status: 'active', q: 'net' }, 'name', page);
    const before = prepared.mock.calls.length;
    store.subscriptions.list(2, { q: 'flix', status: 'paused' }, 'name', { limit: 3, offset: 9 });
    expect(textsFrom(before)).toEqual([]);
  });
});

describe('one row is found by an index', () => {
  test.each([
    ['a subscription to show', ['SELECT view_json AS viewJson FROM', 'WHERE id = $id'], 'subscriptions_id (id=?)'],
    ['a subscription with its details', ['SELECT view_json', 'notes', 'WHERE id = $id'], 'subscriptions_id (id=?)'],
    ['the details of a subscription', ['SELECT subscriptions.notes', 'WHERE id = $id'], 'subscriptions_id (id=?)'],
    ['a record to change', ['SELECT subscriptions.id', 'custom_days', 'WHERE id = $id'], 'subscriptions_id (id=?)'],
    ['the subscription to delete', ['DELETE FROM subscriptions'], 'subscriptions_id (id=?)'],
    ['an audit entry', ['SELECT', 'metadata', 'WHERE id = $id'], 'audit_entries_id (id=?)'],
    ['a stored outcome', ['SELECT', 'result_json', 'key = $key'], 'idempotency_keys_key (owner_id=? AND key=?)'],
    ['the outcomes that name a record', ['SELECT', 'instr(result_json'], 'idempotency_keys_key (owner_id=?)'],
  ])('%s', (_, pieces, index) => {
    const table = /^(audit_entries|idempotency_keys)/.exec(index)?.[0] ?? 'subscriptions';
    expect(planOf(statementWith(...pieces))).toEqual([`SEARCH ${table} USING INDEX ${index}`]);
  });

  test('the others of a normalised name', () => {
    const [step] = planOf(statementWith('name_normalised = $nameNormalised', 'id <> $id'));
    expect(step).toStartWith('SEARCH subscriptions USING INDEX subscriptions_by_normalised_name (owner_id=? AND name');
  });

  test('the audit entries that go with a deleted subscription', () => {
    const [step] = planOf(statementWith('DELETE FROM audit_entries', 'entity_id = $id'));
    expect(step).toBe(
      'SEARCH audit_entries USING INDEX audit_entries_by_entity (entity_id=? AND entity_type=? AND owner_id=?)',
    );
  });
});

describe('lists of several kinds merge what the index has in order, and sort nothing', () => {
  /** The steps of a plan that read a table; the others only merge. */
  const readsOf = (text: string) => {
    const steps = planOf(text);
    expect(steps.filter((step) => step.includes('B-TREE') || step.startsWith('SCAN'))).toEqual([]);
    return new Set(steps.filter((step) => step.startsWith('SEARCH')));
  };
  const id = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';

  test.each([
    [{}, 'by_owner (owner_id=? AND entity_type=?)'],
    [{ entityType: 'user' }, 'by_owner (owner_id=? AND entity_type=?)'],
    [{ entityId: id }, 'by_entity (entity_id=? AND entity_type=? AND owner_id=?)'],
    [{ entityType: 'key', entityId: id }, 'by_entity (entity_id=? AND entity_type=? AND owner_id=?)'],
  ] as const)('the activity filtered by %j', (filters, index) => {
    const text = statementOf(() => store.activity.list(1, filters, page));
    const reads = Array.from(readsOf(text), (step) => step.replace('COVERING ', ''));
    expect(new Set(reads.filter((step) => !step.startsWith('SEARCH subscriptions')))).toEqual(
      new Set([`SEARCH audit_entries USING INDEX audit_entries_${index}`]),
    );
  });
});

describe('the audit trail goes along an index, reads no more rows than its page, and sorts nothing', () => {
  const id = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';
  const byKey = { apiKeyId: id, action: 'subscription.update' } as const;
  const [since, until] = ['2026-06-01T00:00:00.000Z', '2026-07-01T00:00:00.000Z'];
  test.each([
    ...([{}, byKey] as const).map((filters) => [filters, 'by_owner (owner_id=? AND entity_type=?)'] as const),
    [{ subscriptionId: id }, 'by_entity (entity_id=? AND entity_type=? AND owner_id=?)'],
    [{ subscriptionId: id, since, until, ...byKey }, 'by_entity (entity_id=? AND entity_type=? AND owner_id=?)'],
    [{ since }, 'by_time (owner_id=? AND entity_type=? AND created_at>?)'],
    [{ until }, 'by_time (owner_id=? AND entity_type=? AND created_at<?)'],
    [{ since, until }, 'by_time (owner_id=? AND entity_type=? AND created_at>? AND created_at<?)'],
    [{ since, ...byKey }, 'by_time (owner_id=? AND entity_type=? AND created_at>?)'],
  ] as const)('filtered by %j', (filters, index) => {
    const text = statementOf(() => store.auditTrail.list(1, filters, page));
    expect(planOf(text)).toEqual([`SEARCH audit_entries USING INDEX audit_entries_${index}`]);
    const before = prepared.mock.calls.length;
    store.auditTrail.list(2, filters, { limit: 3, offset: 9 });
    expect(textsFrom(before)).toEqual([]);
  });

  test('of one subscription, between two entries', () => {
    expect(planOf(statementWith('audit_entries', 'entity_id = $entityId', 'sequence > $after'))).toEqual([
      'SEARCH audit_entries USING INDEX audit_entries_by_entity (entity_id=? AND entity_type=? AND owner_id=? AND rowid>? AND rowid<?)',
      'CORRELATED SCALAR SUBQUERY 1',
      'SEARCH reverted USING COVERING INDEX audit_entries_id (id=?)',
    ]);
  });
});

describe('prices are read from the audit entries of their subscriptions', () => {
  test('those of one', () => {
    const ofOne =
      'SEARCH audit_entries USING INDEX audit_entries_by_entity (entity_id=? AND entity_type=? AND owner_id=?)';
    expect(planOf(statementWith('AND entity_id = $subscriptionId ORDER BY sequence'))).toEqual([ofOne]);
    expect(planOf(statementWith(`->> '$.before.period'`, 'ORDER BY sequence DESC LIMIT'))).toContain(ofOne);
  });

  test('the subscriptions whose price has changed since an instant', () => {
    const [outer, list, inner] = planOf(statementWith(`->> '$.before.amount'`, 'created_at >= $since'));
    expect([outer, list, inner]).toEqual([
      'SEARCH subscriptions USING INDEX subscriptions_id (id=?)',
      'LIST SUBQUERY 1',
      'SEARCH audit_entries USING INDEX audit_entries_by_time (owner_id=? AND entity_type=? AND created_at>?)',
    ]);
  });
});

test('the revisions of an owner are read, and raised, by its primary key', () => {
  const reads = ['SELECT revision AS', 'SELECT revision + delivery_revision AS'];
  for (const piece of [...reads, 'UPDATE owners SET revision'])
    expect(planOf(statementWith(piece))).toEqual(['SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)']);
});

describe('the values for a suggestion are searched in an index, for any number of records', () => {
  test.each([
    ['the next categories', 'category > $after', 'category>?'],
    ['one category', 'AND category = $category LIMIT 1', 'category=?'],
  ])('%s', (_, piece, found) => {
    const [step] = planOf(statementWith(piece));
    expect(step).toBe(
      `SEARCH subscriptions USING COVERING INDEX subscriptions_by_spend (owner_id=? AND status=? AND ${found})`,
    );
  });
});

describe('a report reads the rows of its owner alone', () => {
  test('no statement of the store walks through a whole table', () => {
    const scan = /^SCAN (?!owners|sums|means|planned|json_each|\(subquery|CONSTANT ROW)/;
    const walksThrough = (step: string) => scan.test(step);
    // Asked once at the start, or before renewals, which an index answers for a household.
    const isOfAll = (text: string) =>
      ['currency NOT IN', 'auto_renew = 1 AND next'].some((part) => text.includes(part));
    expect(compiledOnce.filter((text) => !isOfAll(text) && planOf(text).some(walksThrough))).toEqual([]);
  });

  test.each([
    ['the counts of those that are not active', ['count(*) AS subscriptions', 'status IN']],
    ['the sums by category, currency and period', ['sum(amount_hundredths)', 'FROM subscriptions']],
  ])('%s are read from an index that has them in their order', (_, pieces) => {
    const [step, ...others] = planOf(statementWith(...pieces));
    expect(step).toStartWith('SEARCH subscriptions USING COVERING INDEX subscriptions_by_spend (owner_id=?');
    expect(others).toEqual([]);
  });

  test('the schedules of a forecast are read in the order of creation, which is that of the file', () => {
    expect(planOf(statementWith('anchor_day', ', category FROM subscriptions'))).toEqual([
      'SEARCH subscriptions USING INDEX subscriptions_by_creation (owner_id=?)',
    ]);
  });

  test('the subscriptions of a page of payments are read by their row numbers', () => {
    const [step] = planOf(statementWith('FROM subscriptions', 'sequence IN (SELECT value'));
    expect(step).toBe('SEARCH subscriptions USING INTEGER PRIMARY KEY (rowid=?)');
  });

  const upToTheLast = '(owner_id=? AND next_payment_date<?)';
  test.each([
    ['scheduled payments', ['SELECT sequence', 'anchor_day', 'next_payment_date <= $to'], upToTheLast],
    ['overdue subscriptions', ['anchor_day', 'next_payment_date < $today'], upToTheLast],
    ['the number of overdue subscriptions', ['count(*)', 'next_payment_date < $today'], upToTheLast],
    [
      'renewals',
      ['next_payment_date BETWEEN $today AND $lastDay'],
      '(owner_id=? AND next_payment_date>? AND next_payment_date<?)',
    ],
  ])('of %s, only the days asked for are read', (_, pieces, range) => {
    expect(planOf(statementWith(...pieces))[0]).toBe(
      `SEARCH subscriptions USING INDEX subscriptions_by_renewal ${range}`,
    );
  });
});
