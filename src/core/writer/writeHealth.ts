import type { CommandOutcome } from './outcomes.ts';

/** The health of the writes. */
export interface WriteHealth {
  /** Whether the last group commit failed. */
  readonly isFailing: boolean;
  /** When a group commit last succeeded, in milliseconds of the monotonic clock. */
  readonly succeededAt: number;
}

/** A group commit: commands in one transaction, committed or failed. */
export interface CommitGroup {
  /** The number of commands. */
  readonly commands: number;
  /** The time until the commit was on the disk. */
  readonly milliseconds: number;
  /** Whether the storage failed for one of the commands. */
  readonly isFailed: boolean;
}

/** Options of the health of the writes. */
export interface WriteHealthOptions {
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMilliseconds: () => number;
  /** Called with each group commit when its outcome is known. */
  readonly onGroupCommit?: (group: CommitGroup) => void;
}

/** Tracks the health of the writes. */
export function trackWriteHealth({ monotonicMilliseconds, onGroupCommit }: WriteHealthOptions) {
  let health: WriteHealth = { isFailing: false, succeededAt: Number.NEGATIVE_INFINITY };
  let begunAt = 0;

  return {
    read: (): WriteHealth => health,

    /** A group was sent to the worker. */
    begin(): void {
      begunAt = monotonicMilliseconds();
    },

    /** The worker has answered; returns how long the group took, in milliseconds. */
    end(outcomes: readonly CommandOutcome[]): number {
      const now = monotonicMilliseconds();
      const isFailing = outcomes.some((outcome) => 'unavailable' in outcome);
      health = { isFailing, succeededAt: isFailing ? health.succeededAt : now };
      const milliseconds = now - begunAt;
      onGroupCommit?.({ commands: outcomes.length, milliseconds, isFailed: isFailing });
      return milliseconds;
    },

    /** The worker died, during a group with a number of commands, or during none. */
    die(commands: number): void {
      health = { ...health, isFailing: true };
      if (commands > 0) onGroupCommit?.({ commands, milliseconds: monotonicMilliseconds() - begunAt, isFailed: true });
    },
  };
}
