import { afterAll, expect } from 'bun:test';
import type { AppDependencies } from '../../../src/app.ts';
import type { LongReads } from '../../../src/http/reads/answers.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { openReadQueue } from '../../../src/store/reader/queue.ts';
import { createTestClock } from '../../support/clock.ts';
import { writeInline } from '../../support/inlineWrites.ts';
import { plainApp } from '../../support/plainApp.ts';
import { readWorkerUrl } from '../../support/service.ts';
import type { openTestStore } from '../../support/testStore.ts';

interface Call {
  readonly key?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Two services over the same data: one does its long reads on the event loop, the other in the read worker. */
export function readBothWays({ directory, database, store, first }: ReturnType<typeof openTestStore>) {
  const log: string[] = [];
  const writes = writeInline(database);
  const keep = (line: string) => void log.push(line);
  const openQueueOn = (dataDirectory: string) =>
    openReadQueue({ dataDirectory, workerUrl: readWorkerUrl, log: keep, ...systemClock });
  const queue = openQueueOn(directory);
  afterAll(() => queue.close());
  let asked = 0;
  const counted: LongReads = {
    read(read) {
      asked += 1;
      return queue.read(read);
    },
  };

  /** A service over the same data, with the same clock and the same ids of requests. */
  function serviceWith(longReads: LongReads | undefined, options: Partial<AppDependencies> = {}) {
    return plainApp({
      store,
      writes,
      ...(longReads !== undefined && { longReads }),
      clock: createTestClock('2026-06-16T12:00:00.000Z'),
      randomness: { bytes: (count) => new Uint8Array(count), uuid: () => '0197a1d2-0000-7000-8000-000000000000' },
      log: (line) => log.push(line),
      warn: (line) => log.push(line),
      ...options,
    });
  }

  const [onLoop, inThread] = [serviceWith(undefined), serviceWith(counted)];

  async function answerOf(app: typeof onLoop, path: string, { key = first.key, method = 'GET', headers }: Call = {}) {
    const init = { method, headers: { authorization: `Bearer ${key}`, ...headers } };
    const response = await app.handle(new Request(`http://localhost${path}`, init));
    // What is left of the quota, alone, differs: each service counts by itself.
    const shown = Array.from(response.headers).filter(([name]) => name !== 'x-ratelimit-remaining');
    return { status: response.status, headers: Object.fromEntries(shown), text: await response.text() };
  }

  /** Compares the answers of both services. Returns the answer, and how many reads the worker did for it. */
  async function compare(path: string, call?: Call) {
    const before = asked;
    const answer = await answerOf(inThread, path, call);
    const reads = asked - before;
    expect(answer).toEqual(await answerOf(onLoop, path, call));
    return { ...answer, reads };
  }

  return { log, openQueueOn, queue, serviceWith, inThread, answerOf, compare };
}
