import { createFairQueue } from '../runtime/limiter.ts';

/** Whose message waits for a turn. */
export interface Sender {
  readonly ownerId: number;
  /** Whether the last message of the channel failed: such a channel probably needs all of its time again. */
  readonly isFailing: boolean;
}

interface Waiting {
  readonly ownerId: number;
  readonly begin: () => Promise<void>;
}

type Queue = ReturnType<typeof createQueue>;

const inAllMax = 16;
const ofOwnerMax = 4;
// So many of both are kept for channels that work.
const [keptInAll, keptOfOwner] = [4, 1];

/**
 * Creates a function that sends a few messages at a time. Owners take turns, and none has all the turns; channels whose last message
 * failed do not take the last ones.
 */
export function createTurns() {
  const [usual, failing] = [createQueue(), createQueue()];
  const runningOf = new Map<number, number>();
  let running = 0;

  return function take<Result>({ ownerId, isFailing }: Sender, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const begin = () => Promise.try(work).then(resolve, reject);
    (isFailing ? failing : usual).add(ownerId, { ownerId, begin });
    beginAll();
    return promise;
  };

  function beginAll(): void {
    for (let next = takeNext(); next !== undefined; next = takeNext()) void run(next);
  }

  function takeNext(): Waiting | undefined {
    return takeFrom(usual, 0, 0) ?? takeFrom(failing, keptInAll, keptOfOwner);
  }

  function takeFrom(queue: Queue, kept: number, keptForOwner: number): Waiting | undefined {
    if (running >= inAllMax - kept) return undefined;
    const next = queue.peek((ownerId) => (runningOf.get(ownerId) ?? 0) < ofOwnerMax - keptForOwner);
    if (next !== undefined) queue.remove(next.ownerId, next);
    return next;
  }

  async function run({ ownerId, begin }: Waiting): Promise<void> {
    count(ownerId, 1);
    await begin();
    count(ownerId, -1);
    beginAll();
  }

  function count(ownerId: number, change: number): void {
    running += change;
    const ofOwner = (runningOf.get(ownerId) ?? 0) + change;
    if (ofOwner === 0) runningOf.delete(ownerId);
    else runningOf.set(ownerId, ofOwner);
  }
}

function createQueue() {
  return createFairQueue<number, Waiting>({ inAllMax: Number.POSITIVE_INFINITY });
}
