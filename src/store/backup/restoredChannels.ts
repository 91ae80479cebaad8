import type { Database } from 'bun:sqlite';
import { inTransaction } from '../sqlite/statement.ts';

// Where a channel sends to, and with which secrets.
interface Target {
  readonly id: string;
  readonly origin: string | null;
  readonly settings: string;
  readonly secrets: string;
}

/**
 * Turns off the channels of a restored database that were deleted, turned off or changed since the backup: their secrets may
 * still work, and nobody expects messages there. Returns how many it turns off.
 *
 * @param replaced the replaced database; null if there was none, so that all stay as they are; undefined if it is damaged, so
 *   that all are turned off
 */
export function turnOffChangedChannels(restored: Database, replaced: Database | null | undefined): number {
  if (replaced === null) return 0;
  const present = new Set(replaced === undefined ? [] : enabledIn(replaced).map(keyOf));
  const changed = enabledIn(restored).filter((channel) => !present.has(keyOf(channel)));
  inTransaction(restored, 'immediate', () => {
    for (const { id } of changed) restored.query('UPDATE channels SET enabled = 0 WHERE id = ?').run(id);
  });
  return changed.length;
}

/** The channels that are on; none in a database of a schema version without them. */
function enabledIn(database: Database): readonly Target[] {
  const isThere = database.query("SELECT 1 FROM sqlite_schema WHERE name = 'channels'").get() !== null;
  const select =
    'SELECT id, origin, settings_json AS settings, secrets_json AS secrets FROM channels WHERE enabled = 1';
  return isThere ? database.query<Target, []>(select).all() : [];
}

function keyOf({ id, origin, settings, secrets }: Target): string {
  return JSON.stringify([id, origin, settings, secrets]);
}
