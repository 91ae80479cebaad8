import { guarded } from '../database/db.ts';
import type { Connection } from '../database/driver.ts';
import type { ResultFor, WriteCommand } from '../../modules/commands.ts';

import { commitOne } from './groupCommit.ts';

/**
 * Executes commands in this process, on the connection of the reads, and blocks until they are on the disk. For the
 * command line and the start of a server only: requests write through the write queue. The executor is the same.
 */
export function writeInProcess(database: Connection) {
  let commit: ReturnType<typeof commitOne> | undefined;

  return {
    /**
     * Executes one command as one transaction, which waits while another process writes.
     *
     * @throws {StorageUnavailable} when the storage cannot serve
     */
    commit<Command extends WriteCommand>(command: Command): ResultFor<Command> {
      commit ??= guarded(() => commitOne(database));
      return commit(command) as ResultFor<Command>;
    },
  };
}
