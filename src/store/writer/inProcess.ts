import type { Database } from 'bun:sqlite';
import type { ResultOf, WriteCommand } from '../../commands/commands.ts';
import { guarded, inTransaction } from '../sqlite/statement.ts';
import { commitOne } from './groupCommit.ts';
import { purgeRemoved } from './purge.ts';

/**
 * Carries out commands in this process, on the connection that reads. It blocks until they are on the disk, so it is for
 * the command line and the start of a server only: requests write through the write queue. The executor is the same.
 */
export function writeInProcess(database: Database) {
  let commit: ReturnType<typeof commitOne> | undefined;
  let purging: ReturnType<typeof purgeRemoved> | undefined;

  return {
    /**
     * Carries out one command as one transaction, which waits while another process writes.
     *
     * @throws {StorageUnavailable} when the storage cannot serve
     */
    commit<Command extends WriteCommand>(command: Command): ResultOf<Command['kind']> {
      commit ??= guarded(() => commitOne(database));
      return commit(command) as ResultOf<Command['kind']>;
    },

    /**
     * Purges a piece of what deleted owners and records have left.
     *
     * @returns what has to be done next: the next piece, the same after a while, or nothing
     */
    purgeNext(): 'next' | 'wait' | 'done' {
      purging ??= purgeRemoved(database);
      const pieces = purging;
      if (!pieces.isAnythingLeft('all')) return 'done';
      if (pieces.isLogTooLong()) return 'wait';
      inTransaction(database, 'immediate', () => pieces.clearPiece('all'));
      return 'next';
    },
  };
}
