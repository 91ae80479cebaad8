type Work<Result> = () => Promise<Result>;

/** Gives a function that carries out works in the order in which they come, so many at a time. */
export function createTurns(atOnceMax: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn<Result>(work: Work<Result>): Promise<Result> {
    if (running < atOnceMax) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
