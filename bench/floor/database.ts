import { Database } from 'bun:sqlite';

/** The tables of Duebook, with the pragmas that Duebook sets. */
export const database = new Database(process.argv[2] ?? '', { strict: true });
for (const pragma of [
  'busy_timeout = 2000',
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'trusted_schema = OFF',
]) {
  database.run(`PRAGMA ${pragma}`);
}

/** A row, its columns by name. */
export type Row = Readonly<Record<string, string | number | null>>;

const columns = `id, name, category, amount_hundredths AS amountHundredths, currency, period, custom_days AS customDays,
  last_payment_date AS lastPaymentDate, next_payment_date AS nextPaymentDate,
  notification_enabled AS notificationEnabled, status, created_at AS createdAt, updated_at AS updatedAt`;
const select = `SELECT ${columns} FROM subscriptions WHERE owner_id = ?`;

/** The key with a hash. */
export const selectKey = database.prepare<Row, [string]>(
  'SELECT id, owner_id AS ownerId, scope, expires_at AS expiresAt, revoked_at AS revokedAt FROM api_keys WHERE hash = ?',
);
/** One subscription. */
export const selectOne = database.prepare<Row, [number, string]>(`${select} AND id = ?`);
/** A page of subscriptions, and one more. */
export const selectPage = database.prepare<Row, [number]>(`${select} ORDER BY created_at DESC, sequence DESC LIMIT 51`);
/** The same of those in one state, by name. */
export const selectFilteredPage = database.prepare<Row, [number, string]>(
  `${select} AND status = ? ORDER BY name_folded, sequence LIMIT 51`,
);
/** The same of those whose name holds a text. */
export const searchPage = database.prepare<Row, [number, string]>(
  `${select} AND instr(name_folded, ?) > 0 ORDER BY created_at DESC, sequence DESC LIMIT 51`,
);
/** A page of audit entries, and one more. */
export const selectEntries = database.prepare<Row, [number]>(
  `SELECT id, entity_id AS subscriptionId, actor_id AS apiKeyId, request_id AS requestId, action, metadata,
   created_at AS createdAt FROM audit_entries WHERE owner_id = ? AND entity_type = 'subscription' ORDER BY sequence DESC LIMIT 51`,
);

/** A subscription as clients see it. */
export function view(row: Row) {
  return {
    id: row['id'],
    name: row['name'],
    category: row['category'],
    amount: Number(row['amountHundredths']) / 100,
    currency: row['currency'],
    period: row['period'],
    ...(row['period'] === 'custom' && { customDate: String(row['customDays']) }),
    lastPaymentDate: row['lastPaymentDate'],
    nextPaymentDate: row['nextPaymentDate'],
    notificationEnabled: row['notificationEnabled'] === 1,
    status: row['status'],
    createdAt: row['createdAt'],
    updatedAt: row['updatedAt'],
  };
}
