import { settlesWithin, type Clock } from '../runtime/system.ts';
import type { WriteDoor } from '../writer/queue.ts';
import type { WriteHealth } from '../writer/writeHealth.ts';

/** The health checks of the storage, with their results. */
export interface StorageChecks {
  /** Every table can be read, and so can everything that a request failed to read. */
  readonly read: boolean;
  /** A write succeeds, and none has failed since the last success. */
  readonly write: boolean;
  /** The schema version is the one that this program supports. */
  readonly schema: boolean;
  /** The last integrity check found no damage. */
  readonly integrity: boolean;
  /** The database and its log are the files that the server has open. */
  readonly file: boolean;
  /** The last backup succeeded, the first one is still to come, or the server makes no backups itself. */
  readonly backup: boolean | 'not configured';
}

/** Options of the readiness check. */
export interface ReadinessOptions extends Pick<Clock, 'monotonicMilliseconds' | 'after'> {
  readonly store: { hasKnownSchema(): boolean; readOfEverything(): void };
  readonly writes: WriteDoor & { health(): WriteHealth };
  readonly integrity: { isDamaged(): boolean };
  readonly openFiles: { areInPlace(): boolean };
  readonly backups: { isConfigured(): boolean; state(): { readonly lastBackupFailed: boolean } };
}

// Anybody may request health checks often, so a probe is written at intervals, which are shorter after a failure.
const millisecondsBetweenProbes = { working: 30_000, failing: 1000 };
// A read that fails may take long to fail. A read that succeeds comes from memory.
const millisecondsBetweenFailedReads = 1000;
// Longer than SQLite waits for a lock.
const probeMillisecondsMax = 6000;

/** Creates a function that checks whether the storage can serve now. It never throws. */
export function checkStorage(options: ReadinessOptions) {
  const { store, writes, integrity, openFiles, backups, monotonicMilliseconds } = options;
  let probe: Promise<boolean> | undefined;
  let probedAt = 0;
  let hasWorked = false;
  let isUnderWay = false;
  let unreadableAt = Number.NEGATIVE_INFINITY;

  async function tryToWrite(): Promise<boolean> {
    isUnderWay = true;
    const written = settlesWithin(options, probeMillisecondsMax, writes.submit({ kind: 'probe' }));
    hasWorked = await written.catch(() => false);
    isUnderWay = false;
    probedAt = monotonicMilliseconds();
    return hasWorked;
  }

  function canWrite(): Promise<boolean> {
    const isWell = hasWorked && !writes.health().isFailing;
    const pause = millisecondsBetweenProbes[isWell ? 'working' : 'failing'];
    const isDue = !isUnderWay && monotonicMilliseconds() - probedAt >= pause;
    if (probe === undefined || isDue) probe = tryToWrite();
    return probe;
  }

  function canRead(): boolean {
    if (monotonicMilliseconds() - unreadableAt < millisecondsBetweenFailedReads) return false;
    const isReadable = succeeds(() => store.readOfEverything());
    unreadableAt = isReadable ? Number.NEGATIVE_INFINITY : monotonicMilliseconds();
    return isReadable;
  }

  return async function check(): Promise<StorageChecks> {
    // A write that succeeded later counts more than a probe that failed.
    const isWritten = (await canWrite()) || writes.health().succeededAt > probedAt;
    return {
      read: canRead(),
      schema: succeeds(() => store.hasKnownSchema()),
      write: isWritten && !writes.health().isFailing,
      integrity: !integrity.isDamaged(),
      file: openFiles.areInPlace(),
      backup: backups.isConfigured() ? !backups.state().lastBackupFailed : 'not configured',
    };
  };
}

/** Whether an action neither throws nor returns false. */
function succeeds(action: () => unknown): boolean {
  try {
    return action() !== false;
  } catch {
    return false;
  }
}
