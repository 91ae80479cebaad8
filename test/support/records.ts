import type { Database } from 'bun:sqlite';
import type { Currency, Period, Status } from '../../src/domain/subscription.ts';
import { foldCase, normaliseName } from '../../src/domain/text.ts';

/** The fields of a stored subscription that a test may choose. */
export interface RecordFields {
  readonly name: string;
  readonly category: string;
  readonly amountHundredths: number;
  readonly currency: Currency;
  readonly period: Period;
  readonly customDays: number | null;
  readonly nextPaymentDate: string;
  readonly status: Status;
  readonly createdAt: string;
}

const usual: RecordFields = {
  name: 'Netflix',
  category: 'Streaming',
  amountHundredths: 1599,
  currency: 'USD',
  period: 'monthly',
  customDays: null,
  nextPaymentDate: '2026-07-15',
  status: 'active',
  createdAt: '2026-06-16T12:00:00.000Z',
};

/**
 * Puts records straight into the database, in one transaction: for tests that need many, or odd ones.
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
  const insert = database.prepare(
    `INSERT INTO subscriptions (id, owner_id, name, name_folded, name_normalised, category, amount_hundredths, currency,
      period, custom_days, last_payment_date, next_payment_date, notification_enabled, status, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)`,
  );
  return database.transaction(() =>
    records.map((chosen) => {
      const record = { ...usual, ...chosen };
      const { name, category, amountHundredths, currency, period, customDays, nextPaymentDate, createdAt } = record;
      const id = Bun.randomUUIDv7();
      const names = [name, foldCase(name), normaliseName(name)];
      const dates = ['2026-06-01', nextPaymentDate];
      const price = [amountHundredths, currency, period, customDays];
      insert.run(id, ownerId, ...names, category, ...price, ...dates, record.status, createdAt, createdAt);
      return id;
    }),
  )();
}

/** Removes every subscription, and with them their audit entries. */
export function removeRecords(database: Database): void {
  database.run('DELETE FROM subscriptions');
}
