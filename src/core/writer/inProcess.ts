import { guarded, type Db } from '../database/db.ts';
import type { ResultFor, WriteCommand } from '../../modules/commands.ts';
import type { Perform, PerformOn } from './executor.ts';
import { commitOne } from './groupCommit.ts';

/**
 * Executes commands in this process, on the connection of the reads, and blocks until they are on the disk. For the
 * command line and the start of a server only: requests write through the write queue. The executor is the same.
 */
export function writeInProcess(db: Db, performOn: PerformOn) {
  let commit: Perform | undefined;

  return {
    /**
     * Executes one command as one transaction, which waits while another process writes.
     *
     * @throws {StorageUnavailable} when the storage cannot serve
     */
    commit<Command extends WriteCommand>(command: Command): ResultFor<Command> {
      commit ??= guarded(() => commitOne(db, performOn(db)));
      return commit(command) as ResultFor<Command>;
    },
  };
}
