/** Too many pieces of work are waiting. Nothing of this one was done. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** A piece of work that waits: it begins, or is refused. */
interface Waiting {
  readonly begin: () => Promise<void>;
  readonly refuse: (reason: QueueFull) => void;
}

/**
 * Gives a function that runs pieces of work one after the other, and lets at most `waitingMax` wait. Each is done for
 * somebody: those take turns, and the work for each of them is done in order. When too many are waiting, the newest of
 * whoever has most of them is refused. The result is that of the work; it rejects with {@link QueueFull} when it is refused.
 */
export function oneAtATime(waitingMax: number) {
  const waiting = queueInTurns();
  let isBusy = false;

  /** @param forWhom the same text for everything that is done for the same one */
  function run<Result>(forWhom: string, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    async function begin(): Promise<void> {
      const outcome = await Promise.try(work).then(
        (result) => () => resolve(result),
        (error: unknown) => () => reject(error),
      );
      // First, so that whoever learns the outcome finds the queue without this work.
      goOn();
      outcome();
    }
    if (!isBusy) {
      isBusy = true;
      void begin();
    } else if (waiting.size() < waitingMax || waiting.makeRoomFor(forWhom)) {
      waiting.add(forWhom, { begin, refuse: reject });
    } else {
      reject(new QueueFull());
    }
    return promise;
  }

  function goOn(): void {
    const next = waiting.take();
    isBusy = next !== undefined;
    void next?.begin();
  }

  return run;
}

function queueInTurns() {
  // In the order of their turns.
  const byWhom = new Map<string, Waiting[]>();
  let size = 0;

  return {
    size: (): number => size,

    add(forWhom: string, one: Waiting): void {
      byWhom.set(forWhom, [...(byWhom.get(forWhom) ?? []), one]);
      size += 1;
    },

    /** Removes the work whose turn it is; the next turn is another one's. */
    take(): Waiting | undefined {
      const [turn] = byWhom;
      if (turn === undefined) return undefined;
      const [forWhom, [one, ...others]] = turn;
      byWhom.delete(forWhom);
      if (others.length > 0) byWhom.set(forWhom, others);
      size -= 1;
      return one;
    },

    /** Refuses the newest work of whoever has most of it, if that is more than this one has then. Returns whether it did. */
    makeRoomFor(forWhom: string): boolean {
      const [most] = Array.from(byWhom.values()).sort((one, other) => other.length - one.length);
      if (most === undefined || most.length <= (byWhom.get(forWhom)?.length ?? 0) + 1) return false;
      most.pop()?.refuse(new QueueFull());
      size -= 1;
      return true;
    },
  };
}
