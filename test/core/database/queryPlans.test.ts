import { describe, expect, spyOn, test } from 'bun:test';
import { openDatabaseInMemory } from '../../../src/core/database/database.ts';
import { compileAtOnce } from '../../../src/core/database/statement.ts';
import { createStore } from '../../../src/modules/store.ts';
import { planOf as planIn } from '../../support/plans.ts';
import { commitGroups } from '../../support/commitGroups.ts';

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

describe('a report reads the rows of its owner alone', () => {
  test('no statement of the store walks through a whole table', () => {
    const scan = /^SCAN (?!owners|sums|means|planned|json_each|\(subquery|CONSTANT ROW)/;
    const walksThrough = (step: string) => scan.test(step);
    expect(compiledOnce.filter((text) => planOf(text).some(walksThrough))).toEqual([]);
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
