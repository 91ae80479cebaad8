/** What is sent, and to whom. */
interface Waiting {
  /** Whether the last message of the channel failed: such a channel probably needs all of its time again. */
  readonly isFailing: boolean;
  readonly begin: () => Promise<void>;
}

const atOnceMax = 16;
// The others are kept for channels that work.
const failingAtOnceMax = 12;

/** Creates a function that sends a few messages at a time, first come, first served; a few places are kept for channels that work. */
export function createTurns() {
  const waiting: Waiting[] = [];
  let [running, failing] = [0, 0];

  return function take<Result>(isFailing: boolean, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ isFailing, begin: () => Promise.try(work).then(resolve, reject) });
    beginAll();
    return promise;
  };

  function beginAll(): void {
    while (running < atOnceMax) {
      const place = waiting.findIndex(({ isFailing }) => !isFailing || failing < failingAtOnceMax);
      const [next] = place === -1 ? [] : waiting.splice(place, 1);
      if (next === undefined) return;
      void run(next);
    }
  }

  async function run({ isFailing, begin }: Waiting): Promise<void> {
    const counted = isFailing ? 1 : 0;
    running += 1;
    failing += counted;
    await begin();
    running -= 1;
    failing -= counted;
    beginAll();
  }
}
