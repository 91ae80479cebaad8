/** Too many pieces of work are waiting. Nothing of this one was done. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/**
 * Gives a function that runs pieces of work one after the other, in order, and lets at most `waitingMax` wait. The result
 * is that of the work; it rejects with {@link QueueFull} when too many are waiting.
 */
export function oneAtATime(waitingMax: number) {
  let waiting = 0;
  let last: Promise<unknown> | undefined;

  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (last !== undefined && waiting >= waitingMax) throw new QueueFull();
    const before = last;
    const done = before === undefined ? work() : afterwards(before, work);
    // The next one waits for the end of this one, whether it succeeds or fails.
    const end = done.then(
      () => undefined,
      () => undefined,
    );
    last = end;
    try {
      return await done;
    } finally {
      if (last === end) last = undefined;
    }
  };

  async function afterwards<Result>(before: Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
    waiting += 1;
    try {
      await before;
    } finally {
      waiting -= 1;
    }
    return work();
  }
}
