import { keepIf, type Db } from '../database/db.ts';
import { asStorageFault } from '../database/storageErrors.ts';
import type { WriteCommand } from '../../modules/commands.ts';
import type { Perform } from './executor.ts';
import { isDryRun } from './origin.ts';
import { outcomeOf, type CommandOutcome } from './outcomes.ts';
import { LimitRefusal } from './roomForOwners.ts';

/** Executes a group of commands, and returns the outcome of each. */
export type CommitCommands = (commands: readonly WriteCommand[]) => CommandOutcome[];

const immediate = { behavior: 'immediate' } as const;

/**
 * Creates a function that executes a group of commands as one transaction with one commit: when it returns, everything
 * that it reports as done is on the disk. A failing command does not affect the others of its group; when the transaction
 * itself fails, nothing is done. Dry runs follow, each in a transaction that is rolled back, so that they never reach the
 * disk.
 */
export function commitGroups(db: Db, perform: Perform): CommitCommands {
  /** Executes a command of a group; undoes it when it fails, and nothing else. */
  function attempt(command: WriteCommand): CommandOutcome {
    let isDone = false;
    function performOne(): CommandOutcome {
      try {
        const result = perform(command);
        isDone = true;
        return { result };
      } catch (error) {
        // A full disk or an I/O error may have ended the whole transaction.
        if (!db.$client.inTransaction) throw error;
        return outcomeOf(error);
      }
    }
    return keepIf(db, () => isDone, performOne);
  }

  /** Executes the commands without savepoints, which would take a sixth of the time; with them if one has failed. */
  function commitAll(commands: readonly WriteCommand[]): CommandOutcome[] {
    let isPerforming = false;
    function performAll(): CommandOutcome[] {
      isPerforming = true;
      const outcomes = commands.map((command) => ({ result: perform(command) }));
      isPerforming = false;
      return outcomes;
    }
    const failAll = (error: unknown) => commands.map(() => outcomeOf(error));
    const attemptAll = () => orElse(() => db.transaction(() => commands.map(attempt), immediate), failAll);
    // One whose commit has failed may be on the disk, and is not repeated.
    const repeat = (error: unknown) => (isPerforming && commands.length > 1 ? attemptAll() : failAll(error));
    return orElse(() => db.transaction(performAll, immediate), repeat);
  }

  /** The result of a transaction; what `otherwise` makes of the error when it has failed and was rolled back. */
  function orElse<Result>(transact: () => Result, otherwise: (error: unknown) => Result): Result {
    try {
      return transact();
    } catch (error) {
      // If even the rollback failed, the worker ends with the error, and its successor starts with a new connection.
      if (db.$client.inTransaction) throw error;
      return otherwise(error);
    }
  }

  return function commitGroup(commands) {
    const lasting = commands.filter((command) => !isDryRun(command));
    if (lasting.length === commands.length) return commitAll(commands);
    const committed = lasting.length === 0 ? [] : commitAll(lasting);
    const tried = commands.filter(isDryRun).map((one) => orElse(() => ({ result: perform(one) }), outcomeOf));
    return commands.flatMap((command) => (isDryRun(command) ? tried : committed).splice(0, 1));
  };
}

/** Creates a function that executes one command as one transaction, and throws the errors of SQLite. */
export function commitOne(db: Db, perform: Perform): Perform {
  return function commit(command) {
    try {
      return isDryRun(command) ? perform(command) : db.transaction(() => perform(command), immediate);
    } catch (error) {
      if (error instanceof LimitRefusal) return error.result;
      throw asStorageFault(error);
    }
  };
}
