import type { WriteCommand } from '../domain/writes.ts';
import { findLost, isInPlace, type OpenFiles } from './openFiles.ts';
import type { BatchOutcome } from './writeBatch.ts';

/** Carries out a batch of commands, and gives what became of each. */
export type CommitBatch = (commands: readonly WriteCommand[]) => BatchOutcome[];

/**
 * Gives a function that carries out batches only while the open files have their names. It looks again after the commit:
 * what went into a file that has lost its name meanwhile is not acknowledged. It is there if the file is moved back.
 */
export function commitInPlace(files: OpenFiles, commitBatch: CommitBatch): CommitBatch {
  return function commit(commands) {
    if (!isInPlace(files.database)) return commands.map(() => ({ unavailable: unavailableText(files.database.path) }));
    const outcomes = commitBatch(commands);
    const lost = findLost(files);
    return lost === undefined ? outcomes : outcomes.map((outcome) => doubted(outcome, unavailableText(lost)));
  };
}

function doubted(outcome: BatchOutcome, unavailable: string): BatchOutcome {
  return 'result' in outcome ? { unavailable, isUnknown: true } : outcome;
}

function unavailableText(path: string): string {
  return `${path} is not the file that this server has open`;
}
