import type { Database } from 'bun:sqlite';
import { instantAt } from '../../runtime/system.ts';
import { addTables } from '../schema/migrations.ts';
import { change, inTransaction, prepareQuery } from '../sqlite/statement.ts';

/**
 * Marks a database as restored: what was due before is not sent, because the replaced database may have sent it. The upgrade of
 * an older database finds the mark there.
 *
 * @param wallMilliseconds the wall clock, in milliseconds since 1970
 */
export function markRestored(restored: Database, wallMilliseconds: number): void {
  inTransaction(restored, 'immediate', () => {
    addTables(restored, 'restores');
    const at = instantAt(wallMilliseconds);
    change(restored, 'INSERT OR IGNORE INTO restores (restored_at) VALUES ($at)', { at });
    const table = prepareQuery(restored, "SELECT 1 FROM sqlite_schema WHERE name = 'deliveries'").first({});
    if (table === undefined) return;
    const skip = "UPDATE deliveries SET state = 'skipped', last_error = 'restored', next_attempt_at = NULL";
    change(restored, `${skip} WHERE state = 'pending'`);
  });
}
