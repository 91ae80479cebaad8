import type { CommandOutcome } from '../writer/groupCommit.ts';

/** How writing fares. */
export interface WriteHealth {
  /** Whether the last that was to be written could not be. */
  readonly isFailing: boolean;
  /** When a batch was last written as a whole, in milliseconds of the clock that only goes forward. */
  readonly succeededAt: number;
}

/** A batch of writes that was carried out as one transaction, or could not be. */
export interface CommitGroup {
  /** How many commands were in it. */
  readonly commands: number;
  /** How long it took, until it was on the disk. */
  readonly milliseconds: number;
  /** Whether the storage could not carry out one of them. */
  readonly isFailed: boolean;
}

/** What keeping account of writing needs. */
export interface WriteHealthOptions {
  /** A clock that only goes forward, in milliseconds. */
  readonly monotonicMilliseconds: () => number;
  /** Told of each batch when its outcome is known. */
  readonly onBatch?: (batch: CommitGroup) => void;
}

/** Keeps account of how writing fares. */
export function trackWriteHealth({ monotonicMilliseconds, onBatch }: WriteHealthOptions) {
  let health: WriteHealth = { isFailing: false, succeededAt: Number.NEGATIVE_INFINITY };
  let begunAt = 0;

  return {
    read: (): WriteHealth => health,

    /** A batch is on its way. */
    begin(): void {
      begunAt = monotonicMilliseconds();
    },

    /** The batch has come back; gives how long it took, in milliseconds. */
    end(outcomes: readonly CommandOutcome[]): number {
      const now = monotonicMilliseconds();
      const isFailing = outcomes.some((outcome) => 'unavailable' in outcome);
      health = { isFailing, succeededAt: isFailing ? health.succeededAt : now };
      const milliseconds = now - begunAt;
      onBatch?.({ commands: outcomes.length, milliseconds, isFailed: isFailing });
      return milliseconds;
    },

    /** Who was to write has died, at a batch of so many commands or at none. */
    die(commands: number): void {
      health = { ...health, isFailing: true };
      if (commands > 0) onBatch?.({ commands, milliseconds: monotonicMilliseconds() - begunAt, isFailed: true });
    },
  };
}
