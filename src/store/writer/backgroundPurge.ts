import type { Database } from 'bun:sqlite';
import { StorageUnavailable } from '../../commands/storageUnavailable.ts';
import { purgeRemoved, type PurgeScope } from './purge.ts';
import { inTransaction } from '../sqlite/statement.ts';

/** What the purge in the background needs. */
interface BackgroundPurgeOptions {
  readonly database: Database;
  /** Calls an action some milliseconds later. */
  readonly after: (milliseconds: number, action: () => void) => void;
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
}

const logWaitMilliseconds = 100;
const retryMilliseconds = 10_000;

/**
 * Purges deleted owners and records: a piece each time that the worker has nothing else to do, until nothing is left.
 */
export function purgeInBackground({ database, after, log }: BackgroundPurgeOptions) {
  const clearing = purgeRemoved(database);
  let [isUnderWay, isEnded] = [false, false];

  function goOnAfter(milliseconds: number, scope: PurgeScope): void {
    isUnderWay = true;
    after(milliseconds, () => goOn(scope));
  }

  function goOn(scope: PurgeScope): void {
    if (isEnded) return;
    isUnderWay = false;
    whenServed(scope, () => {
      if (clearing.isLogTooLong()) return goOnAfter(logWaitMilliseconds, scope);
      inTransaction(database, 'immediate', () => clearing.clearPiece(scope));
      if (clearing.isAnythingLeft(scope)) goOnAfter(0, scope);
    });
  }

  /** Does something, or tries again later when it fails. */
  function whenServed(scope: PurgeScope, action: () => void): void {
    try {
      action();
    } catch (error) {
      // Another process may hold the database, or the disk may be full; a write of a client reports that.
      if (!(error instanceof StorageUnavailable)) log(`deleted records could not be cleared away: ${String(error)}`);
      goOnAfter(retryMilliseconds, scope);
    }
  }

  return {
    /** Starts, if there is anything to purge. The command that deletes an owner purges its rows itself. */
    begin(scope: PurgeScope): void {
      if (!isUnderWay) whenServed(scope, () => clearing.isAnythingLeft(scope) && goOnAfter(0, scope));
    },

    /** Stops; a later start goes on. */
    end(): void {
      isEnded = true;
    },
  };
}
