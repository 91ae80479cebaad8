import { reconnections } from './connection.ts';

/** A request that is under way, and how many wait for its answer. */
interface Asked {
  readonly answer: Promise<Response>;
  readonly controller: AbortController;
  /** How often the service had come back: after an outage, what is still under way may never be answered. */
  readonly round: number;
  waiting: number;
}

/** What the page knows of the answer to a read. */
interface Read {
  /** Shared by all who ask meanwhile. */
  asked?: Asked | undefined;
  /** Shown while the server is away. */
  last?: { readonly body: string; readonly headers: Headers };
}

/** By session and address. They last as long as the tab. */
const reads = new Map<string, Read>();

const mostKept = 100;
const neverKept = /\/api\/v1\/(session|revision)$/;

/**
 * The answer to a read. While the same session has asked for the same address already, there is one request for all who ask;
 * it is aborted when none of them waits for it any more.
 *
 * @param ask sends the request
 */
export async function sharedAnswer(
  key: string,
  request: Request,
  ask: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { signal } = request;
  signal.throwIfAborted();
  const read = readOf(key);
  const isUnderWay = read.asked?.round === reconnections.peek();
  const asked = (isUnderWay && read.asked) || (read.asked = begin(read, request, ask));
  asked.waiting += 1;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const leave = () => {
    asked.waiting -= 1;
    if (asked.waiting === 0) {
      end(read, asked);
      asked.controller.abort();
    }
    reject(signal.reason);
  };
  signal.addEventListener('abort', leave);
  try {
    return (await Promise.race([asked.answer, aborted])).clone();
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function begin(read: Read, request: Request, ask: (request: Request) => Promise<Response>): Asked {
  const controller = new AbortController();
  const answer = ask(new Request(request, { signal: controller.signal }));
  const asked = { answer, controller, round: reconnections.peek(), waiting: 0 };
  const forget = () => end(read, asked);
  answer.then(forget, forget);
  return asked;
}

function end(read: Read, asked: Asked): void {
  if (read.asked === asked) read.asked = undefined;
}

/** Has everything asked for anew from now on: what is under way may be older than a write. */
export function dropSharedAnswers(): void {
  for (const read of reads.values()) read.asked = undefined;
}

/** Keeps the answer to a read, in the place of an older one. Who is signed in, and the revision, are always asked for. */
export function keepAnswer(key: string, answer: Response): void {
  if (!answer.ok || neverKept.test(key)) return;
  const { headers } = answer;
  const note = (body: string) => {
    const read = readOf(key);
    read.last = { body, headers };
    // The newest are the last.
    reads.delete(key);
    reads.set(key, read);
    const [oldest] = reads.keys();
    if (reads.size > mostKept && oldest !== undefined) reads.delete(oldest);
  };
  answer
    .clone()
    .text()
    .then(note, () => undefined);
}

/** The last answer to a read; undefined when there was none. */
export function keptAnswer(key: string): Response | undefined {
  const last = reads.get(key)?.last;
  return last && new Response(last.body, { headers: last.headers });
}

/** Forgets all answers: nobody is signed in any more. */
export function dropAnswers(): void {
  reads.clear();
}

function readOf(key: string): Read {
  const read = reads.get(key) ?? {};
  reads.set(key, read);
  return read;
}
