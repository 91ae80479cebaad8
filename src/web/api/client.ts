import createClient from 'openapi-fetch';
import { isAbort, RequestRefused, ServerUnreachable } from './answers.ts';
import type { paths } from 'api-types';
import { connection, isFromSignInOfProxy, noteReachable, noteUnreachable, reloadOnce } from './connection.ts';
import { sessionHeader, takeEarlyAnswer } from './earlyAnswers.ts';
import { withoutLeaving } from './leaving.ts';
import { loadProblemTexts } from '../messages/messages.ts';
import { dropSharedAnswers, keepAnswer, keptAnswer, sharedAnswer } from './reads.ts';
import { baseUrl, isSessionEnded, token } from './storage.ts';

export type { Schemas } from './answers.ts';

/** The client of the API. Its paths, parameters and answers are typed by the OpenAPI document. */
export const api = createClient<paths>({ baseUrl: baseUrl.href, fetch: send });

/** The same without the session of this tab: for a sign-in, and for the token of another session. */
export const openApi = createClient<paths>({ baseUrl: baseUrl.href, fetch: sendWithoutSession });

type WriteListener = () => void;
const writeListeners = new Set<WriteListener>();

/** Calls a function after each write that succeeded; dry runs are none. */
export function onWrite(listener: WriteListener): void {
  writeListeners.add(listener);
}

let writesAtOnce = 0;
let isToldLater = false;

/** Has several writes told as one: to those who wait for writes, when the last one is done. */
export async function asOneWrite<Result>(writes: () => Promise<Result>): Promise<Result> {
  writesAtOnce += 1;
  try {
    return await writes();
  } finally {
    writesAtOnce -= 1;
    if (isToldLater && writesAtOnce === 0) tellOfWrite();
  }
}

function tellOfWrite(): void {
  isToldLater = writesAtOnce > 0;
  if (!isToldLater) for (const listener of writeListeners) listener();
}

/** The query with which a write says all faults of its body at once, so that a form shows them together. */
export const allFaults = { faults: 'all' } as const;

let mayGoOn: () => Promise<void> = () => Promise.resolve();

/** Has something done before each request that may write. The request is sent when that is done. */
export function beforeWrites(action: () => Promise<void>): void {
  mayGoOn = action;
}

/**
 * The body of an answer of `api`.
 *
 * @throws {RequestRefused} when the service refused the request
 */
export async function bodyOf<Data>(
  answer: Promise<{ readonly data?: Data; readonly error?: unknown; readonly response: Response }>,
): Promise<Data> {
  const { data, error, response } = await answer;
  if (!response.ok) throw new RequestRefused(response, error);
  return data as Data;
}

/**
 * Sends a request with the token of the session.
 *
 * @throws {ServerUnreachable} when the service does not answer
 */
async function send(asked: Request): Promise<Response> {
  const request = withoutLeaving(asked);
  if (request.method !== 'GET') await mayGoOn();
  const used = token.peek();
  if (used !== null) request.headers.set(sessionHeader, used);
  const response = await sendWithoutSession(request);
  if (request.method !== 'GET') dropSharedAnswers();
  if (response.status === 401 && used !== null && used === token.peek()) isSessionEnded.value = true;
  if (response.ok && isWrite(request)) tellOfWrite();
  return response;
}

/**
 * Sends a request that needs no session, such as a sign-in.
 *
 * @throws {ServerUnreachable} when the service does not answer
 */
async function sendWithoutSession(request: Request): Promise<Response> {
  if (request.method === 'GET') return readOrKept(request);
  const response = await exchange(request);
  noteReachable();
  return response;
}

/** The answer to a read. While the server is away, it is the last one, if there was one. */
async function readOrKept(request: Request): Promise<Response> {
  const key = `${request.headers.get(sessionHeader)} ${request.url}`;
  // A server that is off the network does not even refuse: waiting for that would show nothing meanwhile.
  const last = connection.peek().isLost ? keptAnswer(key) : undefined;
  if (last !== undefined) return last;
  try {
    const response = await sharedAnswer(key, request, exchange);
    noteReachable();
    keepAnswer(key, response);
    return response;
  } catch (error) {
    const answer = error instanceof ServerUnreachable ? keptAnswer(key) : undefined;
    if (answer === undefined) throw error;
    return answer;
  }
}

/**
 * Sends a request as it is.
 *
 * @throws {ServerUnreachable} when the service does not answer
 */
export async function exchange(request: Request): Promise<Response> {
  let response: Response;
  try {
    const early = request.method === 'GET' && takeEarlyAnswer(request.url, request.headers.get(sessionHeader));
    // A redirect to another host would fail like a server that is away.
    response = await (early || fetch(new Request(request, { redirect: 'manual', cache: 'no-store' })));
  } catch (error) {
    if (isAbort(error)) throw error;
    noteUnreachable();
    throw new ServerUnreachable('no answer', { cause: error });
  }
  if (isFromSignInOfProxy(response)) reloadOnce();
  const isOurs = response.headers.get('content-type')?.includes('json') === true || response.ok;
  if (!isOurs || response.type === 'opaqueredirect') {
    noteUnreachable();
    throw new ServerUnreachable(`HTTP ${response.status}`);
  }
  // So that what the page says about the refusal is in the language of the user at once.
  if (!response.ok) await loadProblemTexts().catch(() => undefined);
  return response;
}

function isWrite({ method, url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  const isDryRun = searchParams.get('dryRun') === 'true';
  return method !== 'GET' && !isDryRun && !pathname.endsWith('/api/v1/session');
}
