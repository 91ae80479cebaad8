import { readStream } from '../runtime/boundedReading.ts';
import type { Clock } from '../runtime/system.ts';
import { reasonOf } from '../runtime/systemErrors.ts';

/** What a server answers to a request for its readiness. */
export interface ReadinessAnswer {
  readonly status: number | undefined;
  readonly text: string;
  /** The id of its data directory; undefined when the answer is not that of a server of ours. */
  readonly instance: string | undefined;
}

const answerSecondsMax = 5;
// More than the answer of any server of ours: another program may listen there.
const answerBytesMax = 64 * 1024;

/**
 * Asks a URL once. Unlike `fetch`, it ignores the proxies that the environment names, and follows no redirect.
 *
 * @throws an error with the reason, in words, when there is no answer in five seconds
 */
export async function askReadiness(url: string, clock: Pick<Clock, 'after'>): Promise<ReadinessAnswer> {
  const isTls = url.startsWith('https:');
  const { get } = isTls ? await import('node:https') : await import('node:http');
  const abortion = new AbortController();
  const stopWaiting = clock.after(answerSecondsMax * 1000, () => abortion.abort());
  const { promise, resolve, reject } = Promise.withResolvers<ReadinessAnswer>();
  const fail = (error: Error) => {
    const reason = abortion.signal.aborted ? `no answer in ${answerSecondsMax} seconds` : reasonOf(error);
    reject(new Error(reason, { cause: error }));
  };
  get(url, { signal: abortion.signal, agent: false }, (response) => {
    const text = readStream(response, answerBytesMax).then((bytes) => bytes.toString('utf8'));
    text.then((read) => resolve({ status: response.statusCode, text: read, instance: instanceIn(read) }), fail);
  }).on('error', fail);
  return promise.finally(stopWaiting);
}

function instanceIn(text: string): string | undefined {
  try {
    const { instance } = JSON.parse(text) as { instance?: unknown };
    return typeof instance === 'string' ? instance : undefined;
  } catch {
    return undefined;
  }
}
