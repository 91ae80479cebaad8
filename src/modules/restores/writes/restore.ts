import { restoreDatabase, type RestoreRequest, type Restoration, type Restored } from '../../../core/backup/restore.ts';
import { endWhatEndedSince, type KeptEnds } from './endedSince.ts';
import { countUnreadableChannels, turnOffChangedChannels } from './restoredChannels.ts';
import { markRestored } from './restoreMark.ts';
import { raiseRevisionsAbove } from './revisions.ts';

/** What a restore has kept as it was in the replaced database. */
interface Kept extends KeptEnds {
  /** The number of channels that it has turned off, because they were deleted, turned off or changed since the backup. */
  readonly channelsOff: number;
  /** The number of channels whose secrets are encrypted with a key that the data directory does not have. */
  readonly channelsUnreadable: number;
}

/** The result of the restore of a backup. */
export type RestoredBackup = Restored & Kept;

/**
 * Replaces the database of a data directory by a backup, as {@link restoreDatabase} does. Nobody stays signed in, and what the
 * replaced database had revoked stays revoked.
 */
export function restoreBackup(request: RestoreRequest): RestoredBackup {
  return restoreDatabase(request, keepWhatChanged);
}

function keepWhatChanged(restoration: Restoration): Kept {
  raiseRevisionsAbove(restoration);
  const kept = endWhatEndedSince(restoration);
  const channelsOff = turnOffChangedChannels(restoration);
  const channelsUnreadable = countUnreadableChannels(restoration);
  markRestored(restoration);
  return { ...kept, channelsOff, channelsUnreadable };
}
