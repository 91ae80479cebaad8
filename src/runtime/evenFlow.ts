import { createFairQueue } from './limiter.ts';
import type { Clock } from './system.ts';

// They take turns, so that none waits for all of another.
const queues = ['urgent', 'begun', 'others'] as const;

/** Where a piece waits: with those that somebody waits for, those that continue what an earlier piece has begun, or the others. */
export type FlowQueue = (typeof queues)[number];

/** A piece of work: what is done without a break until something is waited for. */
interface Piece {
  readonly ownerId: number;
  readonly queue: FlowQueue;
  /** Whether the work has a minute: then the rest after it is long. */
  readonly hasTime: boolean;
}

/** Lets pieces of work through one at a time, with rests between them. */
export interface EvenFlow {
  /** Resolves when a piece may be done. The queues take turns, and the owners within each of them. */
  readonly turn: (piece: Piece) => Promise<void>;
  /** Lets everything through from now on. */
  readonly end: () => void;
}

// How many times as long as a piece the rest after it takes, however fast this machine is. Work that has time takes one part in two
// hundred of the time, other work a tenth.
const restTimes = { ofWorkWithTime: 199, ofOthers: 9 };
// Nobody notices such a delay. It also bounds the rest after a piece during which the machine slept.
const restMillisecondsMax = 200;
// The longer there is work without a break, the shorter are the rests; after a minute, they are as long as the pieces.
const millisecondsAMinute = 60_000;

interface Waiting {
  readonly hasTime: boolean;
  readonly begin: () => void;
}

/**
 * Creates a flow for work on the event loop that is not urgent: after each piece it rests in proportion to the time that the piece
 * took. So requests seldom meet a piece, never two, and seldom find both the event loop and the threads that the work needs busy. A
 * piece that comes after a rest is done at once.
 */
export function createEvenFlow(clock: Clock): EvenFlow {
  const waiting = { urgent: createQueue(), begun: createQueue(), others: createQueue() };
  // The one whose turn is next comes first.
  let inOrder: readonly FlowQueue[] = queues;
  let [isBusy, busySince, hasEnded] = [false, 0, false];
  let cancelRest = (): void => undefined;

  function takeNext(): Waiting | undefined {
    const next = inOrder.find((name) => waiting[name].size() > 0);
    if (next === undefined) return undefined;
    inOrder = [...inOrder.filter((name) => name !== next), next];
    return waiting[next].take();
  }

  function letNext(): void {
    const next = takeNext();
    isBusy = next !== undefined;
    if (next === undefined) return;
    const began = clock.monotonicMilliseconds();
    next.begin();
    // The event loop comes here when the piece, and what came with it, is done.
    setImmediate(() => rest(next, clock.monotonicMilliseconds() - began));
  }

  function rest({ hasTime }: Waiting, took: number): void {
    if (hasEnded) return;
    const minutes = (clock.monotonicMilliseconds() - busySince) / millisecondsAMinute;
    const times = hasTime ? restTimes.ofWorkWithTime : restTimes.ofOthers;
    const atFirst = Math.min(times * took, restMillisecondsMax);
    const milliseconds = Math.max(atFirst * (1 - minutes), Math.min(took, restMillisecondsMax));
    if (milliseconds > 0) cancelRest = clock.after(milliseconds, letNext);
    else letNext();
  }

  return {
    turn({ ownerId, queue, hasTime }) {
      if (hasEnded) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting[queue].add(ownerId, { hasTime, begin: resolve });
      if (!isBusy) {
        busySince = clock.monotonicMilliseconds();
        letNext();
      }
      return promise;
    },

    end() {
      hasEnded = true;
      cancelRest();
      for (let next = takeNext(); next !== undefined; next = takeNext()) next.begin();
    },
  };
}

function createQueue() {
  return createFairQueue<number, Waiting>({ inAllMax: Number.POSITIVE_INFINITY });
}
