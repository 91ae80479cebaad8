import type { Connection } from '../database/driver.ts';
import { isSealedWith, type SealedSecrets } from '../../modules/channels/rules/channel.ts';
import { DatabaseRefused } from '../directory/databaseFile.ts';
import { readKeys } from '../secrets/keyFile.ts';
import { inTransaction } from '../database/statement.ts';

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
export function turnOffChangedChannels(restored: Connection, replaced: Connection | null | undefined): number {
  if (replaced === null) return 0;
  const present = new Set(replaced === undefined ? [] : enabledIn(replaced).map(keyOf));
  const changed = enabledIn(restored).filter((channel) => !present.has(keyOf(channel)));
  inTransaction(restored, 'immediate', () => {
    for (const { id } of changed) restored.query('UPDATE channels SET enabled = 0 WHERE id = ?').run(id);
  });
  return changed.length;
}

/** The number of channels with a secret that cannot be decrypted, because the `secret.key` of the data directory does not have its key. */
export function countUnreadableChannels(restored: Connection, dataDirectory: string): number {
  const keyIds = keyIdsIn(dataDirectory);
  const isReadable = (secret: string | null) => secret === null || keyIds.some((id) => isSealedWith(secret, id));
  return restored
    .query<{ readonly secrets: string }, []>(
      'SELECT secrets_json AS secrets FROM channels WHERE owner_id IN (SELECT id FROM owners)',
    )
    .all()
    .filter(({ secrets }) => !Object.values(JSON.parse(secrets) as SealedSecrets).every(isReadable)).length;
}

/** The ids of the keys of secrets; none when their file is damaged, which the next start says. */
function keyIdsIn(dataDirectory: string): readonly string[] {
  try {
    return readKeys(dataDirectory).map(({ id }) => id);
  } catch (error) {
    if (error instanceof DatabaseRefused) return [];
    throw error;
  }
}

/** The channels that are on, without those of deleted owners. */
function enabledIn(database: Connection): readonly Target[] {
  const select = `SELECT id, origin, settings_json AS settings, secrets_json AS secrets FROM channels
    WHERE enabled = 1`;
  return database.query<Target, []>(select).all();
}

function keyOf({ id, origin, settings, secrets }: Target): string {
  return JSON.stringify([id, origin, settings, secrets]);
}
