import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Postgres } from './database.ts';
import { apiKeys, auditEntries, owners, subscriptions } from './tables.ts';

const rowsAtOnce = 500;

/** Copies the rows of a data directory of Duebook into the tables of the spike. */
export async function copyInto(postgres: Postgres, dataDirectory: string): Promise<void> {
  const source = new Database(join(dataDirectory, 'duebook.db'), { readonly: true });
  for (const table of [owners, apiKeys, subscriptions, auditEntries]) await copyTable(postgres, source, table);
  source.close();
  for (const table of [subscriptions, auditEntries]) {
    const name = getTableName(table);
    await postgres.execute(
      `SELECT setval(pg_get_serial_sequence('${name}', 'sequence'), (SELECT max(sequence) FROM ${name}))`,
    );
  }
  await postgres.execute('ANALYZE');
}

async function copyTable(postgres: Postgres, source: Database, table: PgTable): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => `${column.name} AS ${key}`);
  const order = 'sequence' in getTableColumns(table) ? 'ORDER BY sequence' : '';
  const rows = source
    .query<Record<string, unknown>, []>(`SELECT ${columns.join(', ')} FROM ${getTableName(table)} ${order}`)
    .all();
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await postgres.insert(table).values(rows.slice(start, start + rowsAtOnce));
  }
}

/** Stores copies of one of an owner's subscriptions with an audit entry each, and gives their ids. */
export async function addRecords(
  postgres: Postgres,
  { id: ownerId, apiKeyId }: { readonly id: number; readonly apiKeyId: string },
  count: number,
): Promise<string[]> {
  const [model] = await postgres.select().from(subscriptions).limit(1);
  if (model === undefined) throw new Error('there is no subscription to copy');
  const { sequence: _sequence, ...row } = model;
  const ids = Array.from({ length: count }, () => Bun.randomUUIDv7());
  for (let start = 0; start < count; start += rowsAtOnce) {
    const some = ids.slice(start, start + rowsAtOnce);
    await postgres.insert(subscriptions).values(some.map((id) => ({ ...row, ownerId, id })));
    await postgres.insert(auditEntries).values(
      some.map((id) => ({
        id: Bun.randomUUIDv7(),
        ownerId,
        entityType: 'subscription' as const,
        entityId: id,
        actorKind: 'key' as const,
        actorId: apiKeyId,
        requestId: Bun.randomUUIDv7(),
        action: 'subscription.create' as const,
        metadata: `{"after":${row.viewJson}}`,
        createdAt: row.createdAt,
      })),
    );
  }
  return ids;
}
