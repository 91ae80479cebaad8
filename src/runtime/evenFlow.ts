import { createFairQueue } from './limiter.ts';
import type { Clock } from './system.ts';

/** Lets pieces of work through one at a time, with rests between them. */
export interface EvenFlow {
  /**
   * Resolves when a piece may be done: what the caller does until it waits for something. Owners take turns.
   *
   * @param isBegun whether it continues what an earlier piece has begun; such pieces alternate with others, so that neither wait for
   *   all of the other kind
   */
  readonly turn: (ownerId: number, isBegun: boolean) => Promise<void>;
  /** Lets everything through from now on. */
  readonly end: () => void;
}

// The work takes a fiftieth of the time at first, however long its pieces take on this machine. The longer there is some without a
// break, the more it takes; after a minute, half of the time.
const rests = { atFirst: 49, afterAMinute: 1 };
const millisecondsAMinute = 60_000;
// A piece during which the machine slept seems to have taken as long.
const restMillisecondsMax = 1000;

/**
 * Creates a flow for work on the event loop that is not urgent: after each piece it rests in proportion to the time that the piece
 * took, so that requests seldom meet one, and never two. A piece that comes after a rest is done at once.
 */
export function createEvenFlow(clock: Clock): EvenFlow {
  const [begun, others] = [createQueue(), createQueue()];
  let [isBusy, busySince, wasBegun, hasEnded] = [false, 0, false, false];
  let cancelRest = (): void => undefined;

  function takeNext(): (() => void) | undefined {
    const [first, second] = wasBegun ? [others, begun] : [begun, others];
    wasBegun = (first.size() > 0 ? first : second) === begun;
    return first.take() ?? second.take();
  }

  function letNext(): void {
    const next = takeNext();
    isBusy = next !== undefined;
    if (next === undefined) return;
    const began = clock.monotonicMilliseconds();
    next();
    // The event loop comes here when the piece, and what came with it, is done.
    setImmediate(() => rest(clock.monotonicMilliseconds() - began));
  }

  function rest(took: number): void {
    if (hasEnded) return;
    const minutes = (clock.monotonicMilliseconds() - busySince) / millisecondsAMinute;
    const times = Math.max(rests.atFirst * (1 - minutes), rests.afterAMinute);
    const milliseconds = Math.min(times * took, restMillisecondsMax);
    if (milliseconds > 0) cancelRest = clock.after(milliseconds, letNext);
    else letNext();
  }

  return {
    turn(ownerId, isBegun) {
      if (hasEnded) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      (isBegun ? begun : others).add(ownerId, resolve);
      if (!isBusy) {
        busySince = clock.monotonicMilliseconds();
        letNext();
      }
      return promise;
    },

    end() {
      hasEnded = true;
      cancelRest();
      for (let next = takeNext(); next !== undefined; next = takeNext()) next();
    },
  };
}

function createQueue() {
  return createFairQueue<number, () => void>({ inAllMax: Number.POSITIVE_INFINITY });
}
