/** Too many jobs are waiting. Nothing of this one was done. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** Work that waits: it begins, or is refused. */
interface Waiting {
  readonly begin: () => Promise<void>;
  readonly refuse: (reason: QueueFull) => void;
}

/**
 * Creates a function that does at most `atOnceMax` pieces of work at a time, and lets at most `waitingMax` wait. Those for
 * whom it is done take turns; the work for each of them is done in order. When too many are waiting, the newest of whoever
 * has most of them is refused. The result is that of the work; it rejects with {@link QueueFull} when it is refused.
 */
export function createLimiter(atOnceMax: number, waitingMax = Number.POSITIVE_INFINITY) {
  // In the order of the turns: who has had one goes to the end.
  const waiting = new Map<string, Waiting[]>();
  let [running, size] = [0, 0];

  /** @param forWhom the same text for everything that is done for the same one */
  return function run<Result>(forWhom: string, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    async function begin(): Promise<void> {
      const outcome = await Promise.try(work).then(
        (result) => () => resolve(result),
        (error: unknown) => () => reject(error),
      );
      // First, so that whoever learns the outcome finds the queue without this work.
      beginNext();
      outcome();
    }
    if (running < atOnceMax) {
      running += 1;
      void begin();
    } else if (size < waitingMax || refuseOneFor(forWhom)) {
      const own = waiting.get(forWhom);
      if (own === undefined) waiting.set(forWhom, [{ begin, refuse: reject }]);
      else own.push({ begin, refuse: reject });
      size += 1;
    } else {
      reject(new QueueFull());
    }
    return promise;
  };

  /** Refuses the newest work of whoever has most, if that is more than this one would have with another; returns whether it did. */
  function refuseOneFor(forWhom: string): boolean {
    const most = Array.from(waiting.values()).reduce((one, other) => (other.length > one.length ? other : one), []);
    if (most.length <= (waiting.get(forWhom)?.length ?? 0) + 1) return false;
    size -= 1;
    most.pop()?.refuse(new QueueFull());
    return true;
  }

  function beginNext(): void {
    const [turn] = waiting;
    if (turn === undefined) return void (running -= 1);
    const [forWhom, [next, ...others]] = turn;
    waiting.delete(forWhom);
    if (others.length > 0) waiting.set(forWhom, others);
    size -= 1;
    void next?.begin();
  }
}
