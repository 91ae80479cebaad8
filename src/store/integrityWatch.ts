import type { IntegrityAnswer, IntegrityQuestion } from './integrityThread.ts';

/** What watching over a database needs. */
export interface IntegrityWatchOptions {
  readonly dataDirectory: string;
  /** Where the code of the thread is: `integrityThread.ts`, or what the bundler has made of it. */
  readonly threadUrl: URL;
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
}

// The first requests after a start come first.
const firstLookMilliseconds = 2000;
const hoursBetween = 24;
const findingsLogged = 5;
const closingMillisecondsMax = 1000;

/** Looks through the whole database when it begins and once a day, in a thread that lives no longer than that. */
export function watchIntegrity({ dataDirectory, threadUrl, log }: IntegrityWatchOptions) {
  let isDamaged = false;
  let looking: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    looking ??= lookThrough(dataDirectory, threadUrl)
      .then(report, (error: unknown) => log(`the database could not be looked through: ${String(error)}`))
      .finally(() => (looking = undefined));
  }

  function report(findings: readonly string[]): void {
    isDamaged = findings.length > 0;
    for (const finding of findings.slice(0, findingsLogged)) log(`the database is damaged: ${finding}`);
    if (findings.length > findingsLogged) {
      log(`the database is damaged: and so on, ${findings.length} findings; "duebook check" lists them`);
    }
  }

  return {
    /** Looks soon, and from then on. */
    begin(): void {
      timer = setTimeout(() => {
        look();
        timer = setInterval(look, hoursBetween * 3_600_000);
      }, firstLookMilliseconds);
    },

    /** Whether the last look found anything wrong; false until the first has ended. */
    isDamaged: (): boolean => isDamaged,

    /** Looks no more. A look that is nearly done is waited for: the last to leave the database folds its log in. */
    async close(): Promise<void> {
      clearTimeout(timer);
      await Promise.race([looking, Bun.sleep(closingMillisecondsMax)]);
    },
  };
}

/** What a thread of its own finds. */
async function lookThrough(dataDirectory: string, threadUrl: URL): Promise<readonly string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  const thread = new Worker(threadUrl);
  thread.addEventListener('message', ({ data }: MessageEvent<IntegrityAnswer>) => resolve(data.findings));
  thread.addEventListener('error', ({ message }) => reject(new Error(message)));
  const question: IntegrityQuestion = { dataDirectory };
  thread.postMessage(question);
  try {
    return await promise;
  } finally {
    thread.terminate();
  }
}
