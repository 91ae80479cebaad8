import { describe, expect, test } from 'bun:test';
import type { RenewalCursor } from '../../../../src/modules/subscriptions/commands.ts';
import { operatorAt, removeOwner } from '../../../support/operator.ts';
import { insertRecords, type RecordFields } from '../../../support/records.ts';
import { openTestStore } from '../../../support/testStore.ts';

const due = { lastPaymentDate: '2026-05-10', nextPaymentDate: '2026-06-10' };
const today = '2026-06-16';

/** A store whose owner `first` wants automatic renewals and has these records; and a function that renews all. */
function openStoreWith(records: readonly Partial<RecordFields>[]) {
  const { database, store } = openTestStore();
  database.run(`UPDATE owners SET auto_renew = 1 WHERE name = 'first'`);
  const ids = insertRecords(database, 'first', records);

  function renewOnce(cursor?: RenewalCursor) {
    const command = {
      kind: 'renewDue',
      at: '2026-06-16T00:00:00.000Z',
      requestId: 'r',
      today,
      timeZone: 'UTC',
    } as const;
    return store.inProcess.commit({ ...command, ...(cursor !== undefined && { cursor }) });
  }

  /** The results of all commands, one after the other. */
  function renewAll() {
    const results = [renewOnce()];
    for (let { cursor } = results[0] ?? {}; cursor !== undefined; cursor = results.at(-1)?.cursor) {
      results.push(renewOnce(cursor));
    }
    return results;
  }

  const sumOf = (results: ReturnType<typeof renewAll>) => results.reduce((sum, { payments }) => sum + payments, 0);
  return { database, store, ids, renewOnce, renewAll, sumOf };
}

const many = (count: number, fields: Partial<RecordFields>) => Array.from({ length: count }, () => fields);

const daily = {
  period: 'custom',
  customDays: 1,
  lastPaymentDate: '2020-01-01',
  nextPaymentDate: '2020-01-02',
} as const;

describe('a run', () => {
  test('makes 10,000 payments for an owner, leaves the rest to the next run, and serves the other owners', () => {
    const { database, renewAll, sumOf } = openStoreWith(many(21, daily));
    insertRecords(database, 'second', [due]);
    database.run(`UPDATE owners SET auto_renew = 1 WHERE name = 'second'`);
    const paidOf = (owner: string) =>
      database
        .query<{ payments: number }, [string]>(
          'SELECT count(*) AS payments FROM payments JOIN owners ON owners.id = owner_id WHERE name = ?',
        )
        .get(owner)?.payments;
    const isRestLeft = () => renewAll().some((result) => result.isRestLeft);
    expect([isRestLeft(), paidOf('first'), paidOf('second')]).toEqual([true, 10_000, 1]);
    expect([isRestLeft(), paidOf('first'), paidOf('second')]).toEqual([false, 10_500, 1]);
    expect(sumOf(renewAll())).toBe(0);
  });
});

describe('one command', () => {
  test('renews at most 25 subscriptions with one payment each, and the next one continues', () => {
    const { renewAll, sumOf, database } = openStoreWith(many(1030, due));
    const results = renewAll();
    expect(Math.max(...results.map(({ payments }) => payments))).toBe(25);
    expect(sumOf(results)).toBe(1030);
    expect(database.query('SELECT count(DISTINCT subscription_id) FROM payments').values()).toEqual([[1030]]);
  });

  test('renews one subscription completely, and no other after one with many payments', () => {
    const { renewAll } = openStoreWith(many(3, daily));
    expect(
      renewAll()
        .map(({ payments }) => payments)
        .slice(0, 3),
    ).toEqual([500, 500, 500]);
  });

  test('reads a bounded number of rows, also when none of them is renewed', () => {
    const { renewAll, sumOf } = openStoreWith([...many(2000, { ...due, status: 'paused' }), due]);
    const results = renewAll();
    expect([sumOf(results), results.length >= 10]).toEqual([1, true]);
  });

  test('cancels at most 50 subscriptions whose last day is over', () => {
    const { renewAll, database } = openStoreWith(many(250, { ...due, endsOn: '2026-06-01' }));
    const ended = renewAll().map((result) => result.ended);
    expect([Math.max(...ended), ended.reduce((sum, one) => sum + one, 0)]).toEqual([50, 250]);
    expect(database.query(`SELECT count(*) FROM subscriptions WHERE status = 'active'`).values()).toEqual([[0]]);
  });
});

test('§10.10: a subscription that is made active again after its last day is cancelled again, each time with an entry', () => {
  const { database, renewAll } = openStoreWith([{ ...due, endsOn: '2026-06-01' }]);
  for (let times = 1; times <= 2; times += 1) {
    renewAll();
    renewAll();
    expect(database.query('SELECT status FROM subscriptions').values()).toEqual([['cancelled']]);
    expect(database.query('SELECT count(*) FROM audit_entries').values()).toEqual([[times]]);
    database.run(`UPDATE subscriptions SET status = 'active'`);
  }
});

describe('the search for due subscriptions', () => {
  test('finds each of them once, whatever its due date and the owners before it', () => {
    const { database, renewAll, sumOf, ids } = openStoreWith([
      ...many(120, due),
      ...many(120, { lastPaymentDate: '2026-05-12', nextPaymentDate: '2026-06-12' }),
      ...many(70, { lastPaymentDate: '2026-05-16', nextPaymentDate: today }),
    ]);
    for (let count = 0; count < 300; count += 1) {
      database.run(`INSERT INTO owners (name, created_at) VALUES ('owner ${count}', '')`);
    }
    const [last] = insertRecords(database, 'owner 299', [due]);
    database.query('UPDATE subscriptions SET auto_renew = 1 WHERE id = ?').run(last ?? '');
    expect(sumOf(renewAll())).toBe(241);
    const missing = ids.slice(0, 240).filter((id) => {
      return database.query('SELECT 1 FROM payments WHERE subscription_id = ?').get(id) === null;
    });
    expect(missing).toEqual([]);
    expect(sumOf(renewAll())).toBe(0);
  });

  test('leaves the details of a renewed subscription as they are', () => {
    const { database, renewAll, ids } = openStoreWith([due]);
    const columns = 'auto_renew, notes, tags, every_months, ends_on, trial_ends_on, details_folded';
    database.run(`UPDATE subscriptions SET auto_renew = 1, notes = 'n', tags = '["t"]', details_folded = 'n t'`);
    const detailsOf = () => database.query(`SELECT ${columns} FROM subscriptions WHERE id = ?`).get(ids[0] ?? '');
    const before = detailsOf();
    renewAll();
    expect(detailsOf()).toEqual(before);
  });
});

describe('between two commands', () => {
  const countOf = ({ database }: ReturnType<typeof openStoreWith>, from: string) =>
    database.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM ${from}`).get()?.rows;

  test('an owner may be renamed: its entries go on with the same key of the service', () => {
    const parts = openStoreWith(many(120, due));
    const { cursor } = parts.renewOnce();
    const renaming = { ...operatorAt(`${today}T00:00:00.000Z`), owner: 'first', newName: 'anna' };
    expect(parts.store.inProcess.commit({ ...renaming, kind: 'owner.rename' })).toEqual({ outcome: 'stored' });
    for (let next = cursor; next !== undefined;) next = parts.renewOnce(next).cursor;
    expect([countOf(parts, 'payments'), countOf(parts, `api_keys WHERE owner_id = 1 AND kind = 'service'`)]).toEqual([
      120, 1,
    ]);
  });

  test('an owner may be deleted: nothing of it is renewed, and nothing is left', () => {
    const parts = openStoreWith(many(120, due));
    const { cursor } = parts.renewOnce();
    removeOwner(parts.store, 'first');
    for (let next = cursor; next !== undefined;) next = parts.renewOnce(next).cursor;
    for (const table of ['payments', 'subscriptions', `api_keys WHERE owner_id = 1`]) {
      expect([table, countOf(parts, table)]).toEqual([table, 0]);
    }
  });
});
