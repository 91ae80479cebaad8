import type { BatchOutcome } from './writeBatch.ts';

/** How writing fares. */
export interface WriteHealth {
  /** Whether the last that was to be written could not be. */
  readonly isFailing: boolean;
  /** When a batch was last written as a whole, in milliseconds of the clock that only goes forward. */
  readonly succeededAt: number;
}

/** Keeps account of how writing fares, by a clock that only goes forward, in milliseconds. */
export function trackWriteHealth(monotonicMilliseconds: () => number) {
  let health: WriteHealth = { isFailing: false, succeededAt: Number.NEGATIVE_INFINITY };
  let begunAt = 0;

  return {
    read: (): WriteHealth => health,

    /** A batch is on its way. */
    begin(): void {
      begunAt = monotonicMilliseconds();
    },

    /** The batch has come back; gives how long it took, in milliseconds. */
    end(outcomes: readonly BatchOutcome[]): number {
      const now = monotonicMilliseconds();
      const isFailing = outcomes.some((outcome) => 'unavailable' in outcome);
      health = { isFailing, succeededAt: isFailing ? health.succeededAt : now };
      return now - begunAt;
    },

    /** Who was to write has died. */
    die(): void {
      health = { ...health, isFailing: true };
    },
  };
}
