import type { Store, WriteDoor } from '../store.ts';
import type { WriteHealth } from './writeHealth.ts';

/** What is looked at to tell whether the storage can serve, and what came of it. */
export interface StorageChecks {
  /** Something can be read of everything, and what a request could not read can be read again. */
  readonly read: boolean;
  /** Something can be written, and nothing has failed to be since the last write that succeeded. */
  readonly write: boolean;
  /** The tables are those that this program knows. */
  readonly schema: boolean;
  /** The last look through the whole database found nothing wrong. */
  readonly integrity: boolean;
  /** The database and its log are the files that the server has opened. */
  readonly file: boolean;
  /** The last backup that was tried succeeded, or the first is still to come; or the server is to make none by itself. */
  readonly backup: boolean | 'not configured';
}

/** What checking the storage needs. */
export interface ReadinessOptions {
  readonly store: Pick<Store, 'hasKnownSchema' | 'readOfEverything'>;
  readonly writes: WriteDoor & { health(): WriteHealth };
  /** Whether what the event loop does not read itself can be read; unless given, it reads all. */
  readonly longReads?: { canRead(): Promise<boolean> };
  readonly integrity: { isDamaged(): boolean };
  readonly openFiles: { areInPlace(): boolean };
  readonly backups: { isConfigured(): boolean; state(): { readonly lastBackupFailed: boolean } };
  /** A clock that only goes forward, in milliseconds. */
  readonly monotonicMilliseconds: () => number;
}

// Anyone may ask as often as they like: the disk is written to now and then, sooner when the last time failed.
const millisecondsBetweenProbes = { working: 30_000, failing: 1000 };
// What fails to be read may take long to fail. What can be read is in memory.
const millisecondsBetweenFailedReads = 1000;
// Longer than the storage waits for a lock.
const probeMillisecondsMax = 6000;

/** Gives a function that finds out whether the storage can serve now. It never throws. */
export function checkStorage(options: ReadinessOptions) {
  const { store, writes, longReads, integrity, openFiles, backups, monotonicMilliseconds } = options;
  let probe: Promise<boolean> | undefined;
  let probedAt = 0;
  let hasWorked = false;
  let isUnderWay = false;
  let unreadableAt = Number.NEGATIVE_INFINITY;

  async function tryToWrite(): Promise<boolean> {
    isUnderWay = true;
    const written = writes.submit({ kind: 'probe' }).then(
      () => true,
      () => false,
    );
    hasWorked = await Promise.race([written, Bun.sleep(probeMillisecondsMax).then(() => false)]);
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
    // A write that succeeded since says more than a probe that failed before.
    const [canWriteNow, canReadLong] = await Promise.all([canWrite(), longReads?.canRead() ?? true]);
    const isWritten = canWriteNow || writes.health().succeededAt > probedAt;
    return {
      read: canRead() && canReadLong,
      schema: succeeds(() => store.hasKnownSchema()),
      write: isWritten && !writes.health().isFailing,
      integrity: !integrity.isDamaged(),
      file: openFiles.areInPlace(),
      backup: backups.isConfigured() ? !backups.state().lastBackupFailed : 'not configured',
    };
  };
}

/** Whether an action neither throws nor says no. */
function succeeds(action: () => unknown): boolean {
  try {
    return action() !== false;
  } catch {
    return false;
  }
}
