/** Too many jobs are waiting. Nothing of this one was done. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** The number of jobs that may wait: of one holder, and of all together. */
export interface QueueLimits {
  readonly ofHolderMax?: number;
  readonly inAllMax: number;
}

/** A queue in which the holders of jobs, such as owners or networks of clients, take turns, one job each. */
export function createFairQueue<Holder, Job>({ ofHolderMax = Number.POSITIVE_INFINITY, inAllMax }: QueueLimits) {
  // In the order of the turns: a holder that has had one goes to the end.
  const byHolder = new Map<Holder, Job[]>();
  let size = 0;

  function remove(holder: Holder, job: Job): boolean {
    const jobs = byHolder.get(holder) ?? [];
    const place = jobs.indexOf(job);
    if (place === -1) return false;
    jobs.splice(place, 1);
    byHolder.delete(holder);
    if (jobs.length > 0) byHolder.set(holder, jobs);
    size -= 1;
    return true;
  }

  return {
    /** The number of waiting jobs. */
    size: (): number => size,

    /** Adds a job; returns false when too many wait already. */
    add(holder: Holder, job: Job): boolean {
      const jobs = byHolder.get(holder);
      if ((jobs?.length ?? 0) >= ofHolderMax || size >= inAllMax) return false;
      if (jobs === undefined) byHolder.set(holder, [job]);
      else jobs.push(job);
      size += 1;
      return true;
    },

    /** The next job, which stays in the queue; undefined when no holder may have a turn. */
    peek(mayHaveTurn: (holder: Holder) => boolean): Job | undefined {
      for (const [holder, jobs] of byHolder) if (mayHaveTurn(holder)) return jobs[0];
      return undefined;
    },

    /** Removes the next job. */
    take(): Job | undefined {
      const [turn] = byHolder;
      if (turn === undefined) return undefined;
      const [holder, [job]] = turn;
      return job !== undefined && remove(holder, job) ? job : undefined;
    },

    /** Puts a job that was taken before the others of its holder. The last one of several comes first. */
    putBack(holder: Holder, job: Job): void {
      const jobs = byHolder.get(holder);
      if (jobs === undefined) byHolder.set(holder, [job]);
      else jobs.unshift(job);
      size += 1;
    },

    /** Removes a job, for its turn or because nobody waits for it; returns false when it is not queued. */
    remove,

    /** Removes the newest job of the holder with most jobs, if that has more than this one would have with another. */
    takeFromMostFor(holder: Holder): Job | undefined {
      let most: Job[] = [];
      for (const jobs of byHolder.values()) if (jobs.length > most.length) most = jobs;
      if (most.length <= (byHolder.get(holder)?.length ?? 0) + 1) return undefined;
      size -= 1;
      return most.pop();
    },

    /** All waiting jobs. */
    all: (): Job[] => Array.from(byHolder.values()).flat(),
  };
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
  const waiting = createFairQueue<string, Waiting>({ inAllMax: waitingMax });
  let running = 0;

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
    } else if (!addOrReplace(forWhom, { begin, refuse: reject })) {
      reject(new QueueFull());
    }
    return promise;
  };

  function addOrReplace(forWhom: string, work: Waiting): boolean {
    if (waiting.add(forWhom, work)) return true;
    const replaced = waiting.takeFromMostFor(forWhom);
    replaced?.refuse(new QueueFull());
    return replaced !== undefined && waiting.add(forWhom, work);
  }

  function beginNext(): void {
    const next = waiting.take();
    if (next === undefined) running -= 1;
    else void next.begin();
  }
}
