import { StorageUnavailable } from '../domain/storageUnavailable.ts';
import type { Store, WriteDoor } from './store.ts';

/** What is looked at to tell whether the storage can serve, and what came of it. */
export interface StorageChecks {
  /** Something can be read. */
  readonly read: boolean;
  /** Something can be written, and nothing has failed to be since the last write that succeeded. */
  readonly write: boolean;
  /** The tables are those that this program knows. */
  readonly schema: boolean;
  /** The last look through the whole database found nothing wrong. */
  readonly integrity: boolean;
}

/** What checking the storage needs. */
export interface ReadinessOptions {
  readonly store: Pick<Store, 'hasKnownSchema'>;
  readonly writes: WriteDoor & { isFailing(): boolean };
  readonly integrity: { isDamaged(): boolean };
  /** A clock that only goes forward, in milliseconds. */
  readonly monotonicMilliseconds: () => number;
}

// Anyone may ask as often as they like; the disk is not written to each time.
const millisecondsBetweenProbes = 5000;
// Longer than the storage waits for a lock.
const probeMillisecondsMax = 6000;

/** Gives a function that finds out whether the storage can serve now. It never throws. */
export function checkStorage({ store, writes, integrity, monotonicMilliseconds }: ReadinessOptions) {
  let probe: Promise<boolean> | undefined;
  let probedAt = 0;

  function canWrite(): Promise<boolean> {
    const now = monotonicMilliseconds();
    if (probe === undefined || now - probedAt >= millisecondsBetweenProbes) {
      probedAt = now;
      probe = Promise.race([
        writes.submit({ kind: 'probe' }).then(
          () => true,
          () => false,
        ),
        Bun.sleep(probeMillisecondsMax).then(() => false),
      ]);
    }
    return probe;
  }

  function readSchema(): Pick<StorageChecks, 'read' | 'schema'> {
    try {
      return { read: true, schema: store.hasKnownSchema() };
    } catch (error) {
      if (error instanceof StorageUnavailable) return { read: false, schema: false };
      throw error;
    }
  }

  return async function check(): Promise<StorageChecks> {
    const isWritten = await canWrite();
    return { ...readSchema(), write: isWritten && !writes.isFailing(), integrity: !integrity.isDamaged() };
  };
}
