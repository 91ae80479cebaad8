import type { Connection } from './driver.ts';
import { knowsSchemaOf } from './migrations.ts';
import { isDamage } from './storageErrors.ts';

/** The maximum number of findings; a check that gives this many may have missed others. */
export const findingsMax = 100;

/**
 * The damage in a database, a line each: pages that contradict one another, and rows with a dangling reference.
 *
 * @throws the error of SQLite when the check cannot run, for example because another process holds a lock
 */
export function findDamage(database: Connection): string[] {
  return findingsOf(() => [
    ...structuralDamage(database),
    ...danglingReferences(database),
    ...entriesOfNothing(database),
  ]).slice(0, findingsMax);
}

function structuralDamage(database: Connection): string[] {
  const rows = database.query<Record<string, string>, []>(`PRAGMA integrity_check(${findingsMax})`).all();
  return rows.flatMap((row) => Object.values(row)).filter((finding) => finding !== 'ok');
}

function danglingReferences(database: Connection): string[] {
  const rows = database.query<{ table: string; rowid: number; parent: string }, []>('PRAGMA foreign_key_check').all();
  return rows.map(
    ({ table, rowid, parent }) => `row ${rowid} of ${table} refers to a row of ${parent} that does not exist`,
  );
}

/** Audit entries whose subscription or actor is missing. In an older schema, the check of the references finds them. */
function entriesOfNothing(database: Connection): string[] {
  if (!knowsSchemaOf(database)) return [];
  const missing = {
    subscriptions: "entity_type = 'subscription' AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE id = entity_id)",
    api_keys: 'NOT EXISTS (SELECT 1 FROM api_keys WHERE id = actor_id)',
  };
  return Object.entries(missing).flatMap(([table, condition]) => {
    const query = `SELECT sequence FROM audit_entries WHERE ${condition} LIMIT ?`;
    const rows = database.query<{ sequence: number }, [number]>(query).all(findingsMax);
    return rows.map(
      ({ sequence }) => `row ${sequence} of audit_entries refers to a row of ${table} that does not exist`,
    );
  });
}

/** Runs a check; a page that cannot be read at all ends it, and is a finding itself. */
function findingsOf(search: () => string[]): string[] {
  try {
    return search();
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [`a page cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}
