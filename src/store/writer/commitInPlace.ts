import { constants, type Database } from 'bun:sqlite';
import type { WriteCommand } from '../../commands/commands.ts';
import { systemClock } from '../../runtime/system.ts';
import { findLost, type OpenFiles } from '../directory/openFiles.ts';
import { commitGroups, type CommandOutcome } from './groupCommit.ts';

/** Carries out a group of commands, and gives the outcome of each. */
export type CommitCommands = (commands: readonly WriteCommand[]) => CommandOutcome[];

// Comparing both files takes longer than asking SQLite, so it is done before the commit and not for each write under load.
const millisecondsBetweenComparisons = 5;

/**
 * Gives a function that carries out groups of commands while the open files have their names, and refuses them
 * otherwise. It checks again after the commit: what was written to a file that has lost its name is not acknowledged.
 *
 * @param open opens the database: now, or with the first group that finds it in its place
 */
export function commitInPlace(files: OpenFiles, open: () => Database): CommitCommands {
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
    // The log is compared before the commit only: a log that is lost later loses what it held anyway.
    if (!opened.hasMoved()) return outcomes;
    comparedAt = Number.NEGATIVE_INFINITY;
    return outcomes.map((outcome) => doubted(outcome, files.database.path));
  };
}

function prepare(database: Database) {
  const answer = new Int32Array(2);
  return {
    commitGroup: commitGroups(database),
    /** Whether the database lost its name since this connection opened it. Windows gives no answer, and lets no open file be moved. */
    hasMoved(): boolean {
      database.fileControl(constants.SQLITE_FCNTL_HAS_MOVED, answer);
      return answer[0] === 1;
    },
  };
}

// The change is in the open file: it is there again when that file is moved back.
function doubted(outcome: CommandOutcome, path: string): CommandOutcome {
  return 'result' in outcome ? { unavailable: explain(path), isUnknown: true } : outcome;
}

function explain(path: string): string {
  return `${path} is not the file that this server has open`;
}
