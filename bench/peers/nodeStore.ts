import { createHash, randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import { rowOf, view, type Draft, type Row } from './record.ts';

/** Whom a request speaks for. */
export interface Caller {
  readonly ownerId: number;
  readonly apiKeyId: string;
  readonly scope: 'read' | 'write';
}

/** What a list may be restricted to. */
export interface ListQuery {
  readonly limit: number;
  readonly offset: number;
}

const columns = `id, name, category, amount_hundredths AS amountHundredths, currency, period, custom_days AS customDays,
  last_payment_date AS lastPaymentDate, next_payment_date AS nextPaymentDate,
  notification_enabled AS notificationEnabled, status, created_at AS createdAt, updated_at AS updatedAt`;

function open(path: string): Database.Database {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return database;
}

function prepareReads(database: Database.Database) {
  return {
    key: database.prepare<[string, string], Caller>(
      `SELECT id AS apiKeyId, owner_id AS ownerId, scope FROM api_keys
       WHERE hash = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`,
    ),
    one: database.prepare<[string, number], Row>(`SELECT ${columns} FROM subscriptions WHERE id = ? AND owner_id = ?`),
    page: database.prepare<[number, number, number], Row>(
      `SELECT ${columns} FROM subscriptions WHERE owner_id = ? ORDER BY created_at DESC, sequence DESC LIMIT ? OFFSET ?`,
    ),
  };
}

function prepareCreate(database: Database.Database) {
  const insert = database.prepare(
    `INSERT INTO subscriptions (id, owner_id, name, name_folded, name_normalised, category, amount_hundredths, currency,
       period, custom_days, last_payment_date, next_payment_date, notification_enabled, status, created_at, updated_at)
     VALUES (@id, @ownerId, @name, @folded, @folded, @category, @amountHundredths, @currency,
       @period, @customDays, @lastPaymentDate, @nextPaymentDate, @notificationEnabled, @status, @createdAt, @updatedAt)`,
  );
  const insertEntry = database.prepare(
    `INSERT INTO audit_entries (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata,
       created_at)
     VALUES (?, ?, 'subscription', ?, 'key', ?, ?, 'subscription.create', ?, ?)`,
  );
  return database.transaction(({ ownerId, apiKeyId }: Caller, requestId: string, draft: Draft) => {
    const row = rowOf(draft, randomUUID());
    const after = view(row);
    insert.run({ ...row, ownerId, folded: row.name.toLowerCase() });
    const metadata = JSON.stringify({ after });
    insertEntry.run(randomUUID(), ownerId, row.id, apiKeyId, requestId, metadata, row.createdAt);
    return after;
  });
}

/** The database as one opens it with better-sqlite3: statements prepared once, run one after the other. */
export function openStore(path: string) {
  const database = open(path);
  const reads = prepareReads(database);
  const create = prepareCreate(database);
  return {
    findCaller(key: string): Caller | undefined {
      return reads.key.get(createHash('sha256').update(key).digest('hex'), new Date().toISOString());
    },
    find(ownerId: number, id: string) {
      const row = reads.one.get(id, ownerId);
      return row && view(row);
    },
    list(ownerId: number, { limit, offset }: ListQuery) {
      const rows = reads.page.all(ownerId, limit + 1, offset);
      const pagination = { limit, offset, hasMore: rows.length > limit };
      return { data: rows.slice(0, limit).map(view), pagination, query: { sort: '-createdAt', filters: {} } };
    },
    create(caller: Caller, requestId: string, draft: Draft) {
      return create.immediate(caller, requestId, draft);
    },
  };
}
