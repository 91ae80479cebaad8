import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { viewOf, type OwnerModel, type SoakDetails, type SoakRecord } from './soakModel.ts';

type Row = Readonly<Record<string, unknown>>;

/** The rows of an owner, in the order of their creation. */
interface OwnerRows {
  readonly subscriptions: readonly Row[];
  readonly payments: readonly Row[];
  readonly entries: readonly Row[];
}

const differencesShown = 10;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Compares all rows of a database with the rows that the models of its owners expect.
 *
 * @returns a description of each difference
 */
export function differencesIn(dataDirectory: string, models: ReadonlyMap<string, OwnerModel>): string[] {
  const database = new Database(join(dataDirectory, 'duebook.db'), { readonly: true });
  try {
    const owners = database.query<{ id: number; name: string }, []>('SELECT id, name FROM owners').all();
    const differences = owners.flatMap(({ id, name }) => {
      const model = models.get(name);
      const stored = rowsOf(database, id);
      const expected =
        model === undefined ? { subscriptions: [], payments: [], entries: [] } : expectedRows(model, stored);
      return [
        ...differing(`${name}: subscription`, expected.subscriptions, stored.subscriptions),
        ...differing(`${name}: payment`, expected.payments, stored.payments),
        ...differing(`${name}: audit entry`, expected.entries, stored.entries),
      ];
    });
    return [...differences, ...brokenIn(database)].slice(0, differencesShown);
  } finally {
    database.close();
  }
}

function rowsOf(database: Database, ownerId: number): OwnerRows {
  const all = (table: string) =>
    database
      .query<Record<string, unknown>, [number]>(`SELECT * FROM ${table} WHERE owner_id = ? ORDER BY sequence`)
      .all(ownerId)
      .map(({ sequence: _sequence, owner_id: _owner, ...row }) => row);
  return {
    // Only calendars show the number of updates.
    subscriptions: all('subscriptions').map(({ revision: _revision, ...row }) => ({
      ...row,
      view_json: parsed(row['view_json']),
    })),
    // Ids are chosen by the server.
    payments: all('payments').map(({ id: _id, audit_entry_id: _entry, ...row }) => row),
    entries: all('audit_entries')
      .filter(({ entity_type: type }) => type === 'subscription')
      .map((row) => ({ ...row, metadata: parsed(row['metadata']) })),
  };
}

function parsed(json: unknown): unknown {
  return JSON.parse(String(json));
}

/** The expected rows. If no answer has shown the id of an entry, its stored id is accepted if it is a UUID. */
function expectedRows({ records, payments, trail }: OwnerModel, stored: OwnerRows): OwnerRows {
  return {
    subscriptions: Array.from(records.values(), rowOf),
    payments: payments.map(({ subscriptionId, dueOn, paidOn, amountHundredths, currency }) => ({
      subscription_id: subscriptionId,
      due_on: dueOn,
      paid_on: paidOn,
      amount_hundredths: amountHundredths,
      currency,
      source: 'manual',
      reverted_at: null,
      removed_at: null,
    })),
    entries: trail.map((entry, position) => {
      const storedId = String(stored.entries[position]?.['id']);
      return {
        id: entry.id ?? (uuid.test(storedId) ? storedId : 'a UUID'),
        entity_type: 'subscription',
        entity_id: entry.subscriptionId,
        actor_kind: 'key',
        actor_id: entry.apiKeyId,
        request_id: entry.requestId,
        action: entry.action,
        metadata: entry.metadata,
        created_at: entry.createdAt,
      };
    }),
  };
}

function rowOf(record: SoakRecord): Row {
  return {
    id: record.id,
    name: record.name.text.trim(),
    name_folded: record.name.folded,
    name_normalised: record.name.normalised,
    category: record.category,
    amount_hundredths: record.amountHundredths,
    currency: record.currency,
    period: record.period,
    custom_days: record.customDays,
    last_payment_date: record.lastPaymentDate,
    next_payment_date: record.nextPaymentDate,
    notification_enabled: record.notificationEnabled ? 1 : 0,
    status: record.status,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    view_json: viewOf(record),
    ...Object.fromEntries(Object.entries(record.details).map(([name, value]) => [columnOf(name), storedDetail(value)])),
    // The notes and tags of the test have no capital letters.
    details_folded: foldedTexts(record.details),
    // No planned price comes while the test runs.
    earlier_prices: null,
  };
}

function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

function storedDetail(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? null : JSON.stringify(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'boolean' ? Number(value) : value;
}

function foldedTexts({ notes, tags }: SoakDetails): string | null {
  const texts = [notes ?? [], tags].flat();
  return texts.length === 0 ? null : texts.join('\u001f');
}

function differing(what: string, expected: readonly Row[], stored: readonly Row[]): string[] {
  const count = Math.max(expected.length, stored.length);
  return Array.from({ length: count }, (_, position) => position)
    .filter((position) => !Bun.deepEquals(expected[position], stored[position], true))
    .map(
      (position) =>
        `${what} ${position} is ${JSON.stringify(stored[position])}, not ${JSON.stringify(expected[position])}`,
    );
}

function brokenIn(database: Database): string[] {
  const integrity = database.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all();
  const orphans = database.query('PRAGMA foreign_key_check').all();
  const twice = database.query('SELECT id FROM audit_entries GROUP BY id HAVING count(*) > 1').all();
  return [
    ...integrity.filter((row) => row.integrity_check !== 'ok').map((row) => row.integrity_check),
    ...orphans.map((row) => `an orphan: ${JSON.stringify(row)}`),
    ...twice.map((row) => `an id of two entries: ${JSON.stringify(row)}`),
  ];
}
