import type { Database } from 'bun:sqlite';
import { millisecondsOf } from '../../domain/billing/instants.ts';
import { instantAt } from '../../runtime/system.ts';
import { generationOf } from '../directory/generation.ts';
import { change, inTransaction } from '../sqlite/statement.ts';

/**
 * Marks a database as restored: what was due before is not sent, because the replaced database may have sent it. *
 * The mark is also the generation of the database, which is later than all earlier ones, also when a clock was ahead.
 *
 * @param wallMilliseconds the wall clock, in milliseconds since 1970
 * @param served the generation that a server has last served in the data directory; null or undefined if there is none. Anything
 *   but an instant counts as none.
 * @returns the generation
 */
export function markRestored(restored: Database, wallMilliseconds: number, served?: string | null): string {
  return inTransaction(restored, 'immediate', () => {
    const earlier = [generationOf(restored), served ?? null].map(millisecondsOrZero);
    const generation = instantAt(Math.max(wallMilliseconds, ...earlier.map((at) => at + 1)));
    // The mark of a clock that was ahead counts for no reminder yet.
    for (const at of [instantAt(wallMilliseconds), generation])
      change(restored, 'INSERT OR IGNORE INTO restores (restored_at) VALUES ($at)', { at });
    const skip = "UPDATE deliveries SET state = 'skipped', last_error = 'restored', next_attempt_at = NULL";
    change(restored, `${skip} WHERE state = 'pending'`);
    return generation;
  });
}

function millisecondsOrZero(instant: string | null): number {
  try {
    return instant === null ? 0 : millisecondsOf(instant);
  } catch {
    return 0;
  }
}
