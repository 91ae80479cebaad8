import { databaseOn } from '../../src/core/database/db.ts';
import type { Database } from 'bun:sqlite';
import { billingOf, type Period } from '../../src/core/billing/periodTable.ts';
import type { Currency, Status } from '../../src/modules/subscriptions/model.ts';
import { defaultValues } from '../../src/modules/subscriptions/rules/subscription.ts';
import { rowOf } from '../../src/modules/subscriptions/store/subscriptions.ts';
import { toolsOn } from '../../src/modules/verbs.ts';

/** The fields of a stored subscription that a test may choose. */
export interface RecordFields {
  readonly name: string;
  readonly category: string;
  readonly amountHundredths: number;
  readonly currency: Currency;
  readonly period: Period;
  readonly customDays: number | null;
  readonly everyMonths?: number | null;
  readonly anchorDay?: number | null;
  readonly endsOn?: string | null;
  /** Planned prices, as JSON. */
  readonly priceSteps?: string | null;
  readonly amountVaries?: number | null;
  readonly lastPaymentDate?: string;
  readonly nextPaymentDate: string;
  readonly status: Status;
  readonly createdAt: string;
}

const usual: Required<RecordFields> = {
  name: 'Netflix',
  category: 'Streaming',
  amountHundredths: 1599,
  currency: 'USD',
  period: 'monthly',
  customDays: null,
  everyMonths: null,
  anchorDay: null,
  endsOn: null,
  priceSteps: null,
  amountVaries: null,
  lastPaymentDate: '2026-06-01',
  nextPaymentDate: '2026-07-15',
  status: 'active',
  createdAt: '2026-06-16T12:00:00.000Z',
};

/**
 * Inserts records directly into the database, in one transaction: for tests with many or unusual records.
 *
 * @returns their ids, in the order given
 */
export function insertRecords(
  database: Database,
  owner: string,
  records: readonly Partial<RecordFields>[],
): readonly string[] {
  const ownerId = database.query<{ id: number }, [string]>('SELECT id FROM owners WHERE name = ?').get(owner)?.id;
  if (ownerId === undefined) throw new Error(`there is no owner ${owner}`);
  const { insert } = toolsOn(databaseOn(database)).records;
  return database.transaction(() =>
    records.map((chosen) => {
      const { period, customDays, everyMonths, ...record } = { ...usual, ...chosen };
      const id = Bun.randomUUIDv7();
      const billing = billingOf({ period, customDays: period === 'custom' ? (customDays ?? 30) : null, everyMonths });
      const rest = { updatedAt: record.createdAt };
      insert({ ...rowOf({ ...defaultValues, ...record, ...billing, ...rest, id }), ownerId });
      return id;
    }),
  )();
}

/** Inserts so many payments of an owner's first subscription, one for each day until 2026-06-16. */
export function insertPayments(database: Database, owner: string, count: number): void {
  database
    .query(
      `WITH RECURSIVE numbers(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM numbers WHERE value < ?2 - 1)
       INSERT INTO payments (id, owner_id, subscription_id, due_on, paid_on, amount_hundredths, currency, source, audit_entry_id)
       SELECT printf('01980f3c-86f0-7f4c-b0f5-%012d', value), owner_id, id, date('2026-06-16', -value || ' days'),
         date('2026-06-16', -value || ' days'), value, 'USD', 'manual', ''
       FROM numbers, (SELECT id, owner_id FROM subscriptions
         WHERE owner_id = (SELECT id FROM owners WHERE name = ?1) LIMIT 1)`,
    )
    .run(owner, count);
}

/** Deletes every subscription. Their audit entries stay. */
export function removeRecords(database: Database): void {
  database.run('DELETE FROM subscriptions');
}
