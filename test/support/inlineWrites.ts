import type { Database } from 'bun:sqlite';
import type { ResultFor, WriteCommand, WriteResult } from '../../src/modules/commands.ts';
import type { WriteDoor } from '../../src/core/writer/queue.ts';
import { commitGroups } from './commitGroups.ts';
import { resultOf } from '../../src/core/writer/outcomes.ts';

/** A write queue that executes at once over a connection of this process, so that a test can make that connection fail. */
export function writeInline(database: Database): WriteDoor {
  const commitGroup = commitGroups(database);

  function submit(command: WriteCommand): WriteResult {
    const [outcome] = commitGroup([command]);
    if (outcome === undefined) throw new Error('a batch of one gave no outcome');
    return resultOf(outcome);
  }

  // In a separate task, like in the worker, which has a connection of its own: here, the shared reads end first.
  return {
    submit: <Command extends WriteCommand>(command: Command) =>
      Promise.resolve().then(() => {
        if (database.inTransaction) database.run('COMMIT');
        return submit(command) as ResultFor<Command>;
      }),
  };
}
