import type { Db } from '../database/db.ts';
import { constants } from '../database/driver.ts';
import { findLost, type OpenFiles } from '../directory/openFiles.ts';
import { systemClock } from '../runtime/system.ts';
import type { PerformOn } from './executor.ts';
import { commitGroups, type CommitCommands } from './groupCommit.ts';
import type { CommandOutcome } from './outcomes.ts';

// Comparing both files takes longer than asking SQLite, so it happens before the commit, and not for each write under
// load.
const millisecondsBetweenComparisons = 5;

/**
 * Creates a function that executes groups of commands while the open files have their names, and refuses them
 * otherwise. It checks again after the commit: a write to a file that has lost its name is not acknowledged.
 *
 * @param open opens the database: now, or with the first group that finds it in its place
 */
export function commitInPlace(files: OpenFiles, open: () => Db, performOn: PerformOn): CommitCommands {
  let comparedAt = systemClock.monotonicMilliseconds();
  let opened = findLost(files) === undefined ? prepare(open(), performOn) : undefined;

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
    opened ??= prepare(open(), performOn);
    const outcomes = opened.commitGroup(commands);
    // The log is compared before the commit only: a log that is lost later loses its content anyway.
    if (!opened.hasMoved()) return outcomes;
    comparedAt = Number.NEGATIVE_INFINITY;
    return outcomes.map((outcome) => withUnknownOutcome(outcome, files.database.path));
  };
}

function prepare(db: Db, performOn: PerformOn) {
  const answer = new Int32Array(2);
  return {
    commitGroup: commitGroups(db, performOn(db)),
    /**
     * Whether the database has lost its name since this connection opened it. Windows does not report it, and does not
     * move open files.
     */
    hasMoved(): boolean {
      db.$client.fileControl(constants.SQLITE_FCNTL_HAS_MOVED, answer);
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
