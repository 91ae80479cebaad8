import type { Database } from 'bun:sqlite';
import { StorageUnavailable } from '../domain/storageUnavailable.ts';
import { clearRemoved, type ClearingScope } from './clearing.ts';
import { inTransaction } from './statement.ts';

/** What clearing in the background needs. */
interface BackgroundClearingOptions {
  readonly database: Database;
  /** Calls an action some milliseconds later. */
  readonly after: (milliseconds: number, action: () => void) => void;
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
}

const logWaitMilliseconds = 100;
const retryMilliseconds = 10_000;

/**
 * Clears away what deleted owners and records have left: a piece each time that the thread has nothing else to do, until
 * nothing is left.
 */
export function clearInBackground({ database, after, log }: BackgroundClearingOptions) {
  const clearing = clearRemoved(database);
  let [isUnderWay, isEnded] = [false, false];

  function goOnAfter(milliseconds: number, scope: ClearingScope): void {
    isUnderWay = true;
    after(milliseconds, () => goOn(scope));
  }

  function goOn(scope: ClearingScope): void {
    if (isEnded) return;
    isUnderWay = false;
    whenServed(scope, () => {
      if (clearing.isLogTooLong()) return goOnAfter(logWaitMilliseconds, scope);
      inTransaction(database, 'immediate', () => clearing.clearPiece(scope));
      if (clearing.isAnythingLeft(scope)) goOnAfter(0, scope);
    });
  }

  /** Does something, or tries again later when it fails. */
  function whenServed(scope: ClearingScope, action: () => void): void {
    try {
      action();
    } catch (error) {
      // Another process may hold the database, or the disk may be full; that is told where a write of a client fails.
      if (!(error instanceof StorageUnavailable)) log(`deleted records could not be cleared away: ${String(error)}`);
      goOnAfter(retryMilliseconds, scope);
    }
  }

  return {
    /** Begins, if there is anything to clear away. The command that deletes an owner clears away itself what it leaves. */
    begin(scope: ClearingScope): void {
      if (!isUnderWay) whenServed(scope, () => clearing.isAnythingLeft(scope) && goOnAfter(0, scope));
    },

    /** Stops; a later start goes on. */
    end(): void {
      isEnded = true;
    },
  };
}
