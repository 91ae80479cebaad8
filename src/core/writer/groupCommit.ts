import { databaseOn } from '../database/db.ts';
import { type Connection, constants } from '../database/driver.ts';
import { isDryRun } from './origin.ts';
import { OutcomeUnknown, StorageUnavailable } from './storageUnavailable.ts';
import type { WriteCommand, WriteResult } from '../../modules/commands.ts';
import { LimitRefusal } from './roomForOwners.ts';
import { createExecutor } from './executor.ts';
import { asStorageFault } from '../database/storageErrors.ts';
import { systemClock } from '../runtime/system.ts';
import { findLost, type OpenFiles } from '../directory/openFiles.ts';

/** The outcome of one command of a group, as plain data that can leave the worker. */
export type CommandOutcome =
  | { readonly result: WriteResult }
  | { readonly unavailable: string; readonly isUnknown?: true }
  | { readonly failed: { readonly message: string; readonly stack: string } };

/**
 * Creates a function that executes a group of commands as one transaction with one commit: when it returns, everything
 * that it reports as done is on the disk. A failing command does not affect the others of its group; when the transaction
 * itself fails, nothing is done. Dry runs follow, each in a transaction that is rolled back, so that they never reach the
 * disk.
 */
export function commitGroups(database: Connection): CommitCommands {
  const { perform } = createExecutor(databaseOn(database));
  const committing = prepareTransaction(database, 'COMMIT');
  const rollingBack = prepareTransaction(database, 'ROLLBACK');
  const savepoint = database.prepare('SAVEPOINT command');
  const release = database.prepare('RELEASE command');
  const rollbackToSavepoint = database.prepare('ROLLBACK TO command');

  function attempt(command: WriteCommand): CommandOutcome {
    savepoint.run();
    try {
      const result = perform(command);
      release.run();
      return { result };
    } catch (error) {
      // A full disk or an I/O error may have ended the whole transaction.
      if (!database.inTransaction) throw error;
      rollbackToSavepoint.run();
      release.run();
      return outcomeOf(error);
    }
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
    return committing<CommandOutcome[]>(performAll, (error) =>
      // The transaction was rolled back. One whose commit has failed may be on the disk, and is not repeated.
      isPerforming && commands.length > 1 ? committing(() => commands.map(attempt), failAll) : failAll(error),
    );
  }

  function performDry(command: WriteCommand): CommandOutcome {
    return rollingBack<CommandOutcome>(() => ({ result: perform(command) }), outcomeOf);
  }

  return function commitGroup(commands) {
    const lasting = commands.filter((command) => !isDryRun(command));
    if (lasting.length === commands.length) return commitAll(commands);
    const committed = lasting.length === 0 ? [] : commitAll(lasting);
    const tried = commands.filter(isDryRun).map(performDry);
    return commands.flatMap((command) => (isDryRun(command) ? tried : committed).splice(0, 1));
  };
}

/** Creates a function that executes one command as one transaction, and throws the errors of SQLite. */
export function commitOne(database: Connection): (command: WriteCommand) => WriteResult {
  const { perform } = createExecutor(databaseOn(database));
  const committing = prepareTransaction(database, 'COMMIT');
  const rollingBack = prepareTransaction(database, 'ROLLBACK');

  return function commit(command) {
    const steps = () => perform(command);
    return (isDryRun(command) ? rollingBack : committing)<WriteResult>(steps, (error) => {
      if (error instanceof LimitRefusal) return error.result;
      throw asStorageFault(error);
    });
  };
}

/**
 * Creates a function that runs steps as one transaction and ends it. When they fail, it rolls back and returns what
 * `otherwise` makes of the error.
 */
function prepareTransaction(database: Connection, ending: 'COMMIT' | 'ROLLBACK') {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const end = database.prepare(ending);
  const rollback = database.prepare('ROLLBACK');

  return function transact<Result>(steps: () => Result, otherwise: (error: unknown) => Result): Result {
    try {
      begin.run();
      const result = steps();
      end.run();
      return result;
    } catch (error) {
      // If even the rollback fails, the worker ends with the error, and its successor starts with a new connection.
      if (database.inTransaction) rollback.run();
      return otherwise(error);
    }
  };
}

/** The result in an outcome. Throws {@link StorageUnavailable} or the original error when there is none. */
export function resultOf(outcome: CommandOutcome): WriteResult {
  if ('result' in outcome) return outcome.result;
  if ('unavailable' in outcome) {
    throw outcome.isUnknown === true
      ? new OutcomeUnknown(outcome.unavailable)
      : new StorageUnavailable(outcome.unavailable);
  }
  const failure = new Error(outcome.failed.message);
  failure.stack = outcome.failed.stack;
  throw failure;
}

function outcomeOf(error: unknown): CommandOutcome {
  if (error instanceof LimitRefusal) return { result: error.result };
  const fault = asStorageFault(error);
  if (fault instanceof OutcomeUnknown) return { unavailable: fault.message, isUnknown: true };
  if (fault instanceof StorageUnavailable) return { unavailable: fault.message };
  const { message, stack = message } = fault instanceof Error ? fault : new Error(String(fault));
  return { failed: { message, stack } };
}

/** Executes a group of commands, and returns the outcome of each. */
export type CommitCommands = (commands: readonly WriteCommand[]) => CommandOutcome[];

// Comparing both files takes longer than asking SQLite, so it happens before the commit, and not for each write under
// load.
const millisecondsBetweenComparisons = 5;

/**
 * Creates a function that executes groups of commands while the open files have their names, and refuses them
 * otherwise. It checks again after the commit: a write to a file that has lost its name is not acknowledged.
 *
 * @param open opens the database: now, or with the first group that finds it in its place
 */
export function commitInPlace(files: OpenFiles, open: () => Connection): CommitCommands {
  let comparedAt = systemClock.monotonicMilliseconds();
  let opened = findLost(files) === undefined ? prepare(open()) : undefined;

  function findLostNow(): string | undefined {
    const now = systemClock.monotonicMilliseconds();
    if (now - comparedAt < millisecondsBetweenComparisons) return undefined;
    const lost = findLost(files);
    comparedAt = lost === undefined ? now : Number.NEGATIVE_INFINITY;
    return lost;
  }

  return function commit(commands) {
    const lost = findLostNow();
    if (lost !== undefined) return commands.map(() => ({ unavailable: explain(lost) }));
    opened ??= prepare(open());
    const outcomes = opened.commitGroup(commands);
    // The log is compared before the commit only: a log that is lost later loses its content anyway.
    if (!opened.hasMoved()) return outcomes;
    comparedAt = Number.NEGATIVE_INFINITY;
    return outcomes.map((outcome) => withUnknownOutcome(outcome, files.database.path));
  };
}

function prepare(database: Connection) {
  const answer = new Int32Array(2);
  return {
    commitGroup: commitGroups(database),
    /**
     * Whether the database has lost its name since this connection opened it. Windows does not report it, and does not
     * move open files.
     */
    hasMoved(): boolean {
      database.fileControl(constants.SQLITE_FCNTL_HAS_MOVED, answer);
      return answer[0] === 1;
    },
  };
}

// The change is in the open file, and valid again if that file is moved back.
function withUnknownOutcome(outcome: CommandOutcome, path: string): CommandOutcome {
  return 'result' in outcome ? { unavailable: explain(path), isUnknown: true } : outcome;
}

function explain(path: string): string {
  return `${path} is not the file that this server has open`;
}
