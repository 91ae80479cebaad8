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

describe('one row is found by an index', () => {
  test.each([
    ['an audit entry', ['SELECT', 'metadata', 'WHERE id = $id'], 'audit_entries_id (id=?)'],
    ['a stored outcome', ['SELECT', 'result_json', 'key = $key'], 'idempotency_keys_key (owner_id=? AND key=?)'],
    ['the outcomes that name a record', ['SELECT', 'instr(result_json'], 'idempotency_keys_key (owner_id=?)'],
  ])('%s', (_, pieces, index) => {
    const table = /^(audit_entries|idempotency_keys)/.exec(index)?.[0];
    expect(planOf(statementWith(...pieces))).toEqual([`SEARCH ${table} USING INDEX ${index}`]);
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

test('what webhooks get costs a write one search, and what is due is found in the indexes of what waits', () => {
  const plans = ['channels_with_events', 'AS deliveryId'].map((piece) => planOf(statementWith(piece)));
  expect(plans[0]).toEqual(['SEARCH channels USING INDEX channels_with_events (owner_id=?)']);
  expect(plans[1]).toContain('SEARCH deliveries USING COVERING INDEX deliveries_pending_reminders (channel_id=?)');
});

describe('a report reads the rows of its owner alone', () => {
  test('no statement of the store walks through a whole table', () => {
    const scan =
      /^SCAN (?!owners|sums|means|planned|json_each|waiting$|due$|deliveries USING COV|\(subquery|CONSTANT ROW)/;
    const walksThrough = (step: string) => scan.test(step);
    // Asked once at the start.
    const isOfAll = (text: string) => text.includes('DISTINCT owner_id AS ownerId FROM reminders');
    expect(compiledOnce.filter((text) => !isOfAll(text) && planOf(text).some(walksThrough))).toEqual([]);
  });
});
