import type { Connection } from '../database/driver.ts';
import { instantAt } from '../runtime/system.ts';
import { change, inTransaction } from '../database/statement.ts';

/**
 * Marks a database as restored: what was due before is not sent, because the replaced database may have sent it.
 *
 * @param wallMilliseconds the wall clock, in milliseconds since 1970
 */
export function markRestored(restored: Connection, wallMilliseconds: number): void {
  inTransaction(restored, 'immediate', () => {
    const at = instantAt(wallMilliseconds);
    change(restored, 'INSERT OR IGNORE INTO restores (restored_at) VALUES ($at)', { at });
    const skip = "UPDATE deliveries SET state = 'skipped', last_error = 'restored', next_attempt_at = NULL";
    change(restored, `${skip} WHERE state = 'pending'`);
  });
}
