import createClient from 'openapi-fetch';
import type { paths } from './apiTypes.d.ts';
import { baseUrl } from './base.ts';
import { noteReachable, noteUnreachable } from './connection.ts';
import { takeEarlyAnswer } from './earlyAnswers.ts';
import { isAbort, RequestRefused, ServerUnreachable } from './errors.ts';
import { isFromSignInOfProxy, reloadOnce } from './reloadOnce.ts';
import { sessionHeader } from './names.ts';
import { dropSharedAnswers, shareAnswer } from './sharedAnswers.ts';
import { isSessionEnded, token } from './token.ts';

export type { Schemas } from './schemas.ts';

/** The client of the API. Its paths, parameters and answers are typed by the OpenAPI document. */
export const api = createClient<paths>({ baseUrl: baseUrl.href, fetch: send });

type WriteListener = () => void;
const writeListeners = new Set<WriteListener>();

/** Calls a function after each write that succeeded; dry runs are none. */
export function onWrite(listener: WriteListener): void {
  writeListeners.add(listener);
}

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
export async function send(request: Request): Promise<Response> {
  if (request.method !== 'GET') await mayGoOn();
  const used = token.peek();
  if (used !== null) request.headers.set(sessionHeader, used);
  const response = await sendWithoutSession(request);
  if (request.method !== 'GET') dropSharedAnswers();
  if (response.status === 401 && used !== null && used === token.peek()) isSessionEnded.value = true;
  if (response.ok && isWrite(request)) for (const listener of writeListeners) listener();
  return response;
}

/**
 * Sends a request that needs no session, such as a sign-in.
 *
 * @throws {ServerUnreachable} when the service does not answer
 */
export async function sendWithoutSession(request: Request): Promise<Response> {
  const response = await (request.method === 'GET' ? shareAnswer(request, exchange) : exchange(request));
  noteReachable();
  return response;
}

async function exchange(request: Request): Promise<Response> {
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
  if (isOurs && response.type !== 'opaqueredirect') return response;
  noteUnreachable();
  throw new ServerUnreachable(`HTTP ${response.status}`);
}

function isWrite({ method, url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  const isDryRun = searchParams.get('dryRun') === 'true';
  return method !== 'GET' && !isDryRun && !pathname.endsWith('/api/v1/session');
}
