import { eq, inArray } from 'drizzle-orm';
import type { Restoration } from '../../../core/backup/restore.ts';
import type { Db } from '../../../core/database/db.ts';
import { DatabaseRefused } from '../../../core/directory/databaseFile.ts';
import { readKeys } from '../../../core/secrets/keyFile.ts';
import { isSealedWith } from '../../../core/secrets/sealed.ts';
import { channels } from '../../channels/table.ts';

/**
 * Turns off the channels of a restored database that were deleted, turned off or changed since the backup: their secrets may
 * still work, and nobody expects messages there. Without a replaced database all stay as they are, with a damaged one all are
 * turned off. Returns how many it turns off.
 */
export function turnOffChangedChannels({ restored, replaced }: Restoration): number {
  if (replaced === null) return 0;
  const present = new Set(replaced === undefined ? [] : enabledIn(replaced).map((channel) => JSON.stringify(channel)));
  const changed = enabledIn(restored).filter((channel) => !present.has(JSON.stringify(channel)));
  const ids = changed.map(({ id }) => id);
  restored.update(channels).set({ enabled: false }).where(inArray(channels.id, ids)).run();
  return ids.length;
}

/** The number of channels with a secret that cannot be decrypted, because the `secret.key` of the data directory does not have its key. */
export function countUnreadableChannels({ restored, dataDirectory }: Restoration): number {
  const keyIds = keyIdsIn(dataDirectory);
  const isReadable = (secret: string | null) => secret === null || keyIds.some((id) => isSealedWith(secret, id));
  return restored
    .select({ secrets: channels.secrets })
    .from(channels)
    .all()
    .filter(({ secrets }) => !Object.values(secrets).every(isReadable)).length;
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

/** The channels that are on: where each sends to, and with which secrets. */
function enabledIn(db: Db) {
  const { id, origin, settings, secrets, enabled } = channels;
  return db.select({ id, origin, settings, secrets }).from(channels).where(eq(enabled, true)).all();
}
