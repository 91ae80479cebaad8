import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Failure, FailureReason, SendResult } from './message.ts';
import type { Clock } from '../runtime/system.ts';
import { hostOf, portOf, type Destination } from './addresses.ts';
import { markHeader } from './message.ts';
import { millisecondsOfHttpDate } from './httpDate.ts';

/** A request to the receiver of a message. Its body is text in UTF-8, JSON unless a header says otherwise. */
export interface OutgoingRequest {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of reading a document. */
export type ReadResult =
  | { readonly outcome: 'read'; readonly text: string }
  | { readonly outcome: 'failed'; readonly reason: FailureReason; readonly status?: number };

/** What requests need. */
export interface RequestOptions {
  readonly clock: Clock;
  readonly choose: (url: URL) => Promise<Destination>;
  /** Certificates of authorities to trust beside those of the system, in PEM. */
  readonly authorities?: string;
  /** Tells this server that a request is its own; undefined for none. */
  readonly mark?: string;
  /** The longest that the request may take; by default {@link sendMillisecondsMax}. */
  readonly millisecondsMax?: number;
}

/** The longest that a message may take, in milliseconds: with the resolution of the name, all attempts to connect, and the answer. */
export const sendMillisecondsMax = 10_000;
const answerBytesMax = 64 * 1024;
// Each takes time, however small it is.
const [answerPiecesMax, announcementsMax] = [1000, 20];

/**
 * Sends a request, and gives the status of the answer. It connects to a checked address, follows no redirect, uses no proxy,
 * and throws the body of the answer away. Never rejects.
 *
 * @param isSuccess whether a status means that the message was taken
 */
export async function sendRequest(
  options: RequestOptions,
  request: OutgoingRequest,
  isSuccess: (status: number) => boolean = isSuccessful,
): Promise<SendResult> {
  const outcome = await reach(options, request);
  if ('failure' in outcome) return failed(outcome.failure);
  const { status, retryAfterSeconds } = outcome;
  if (isSuccess(status)) return { outcome: 'sent', status };
  const asked = retryAfterSeconds !== undefined && { retryAfterSeconds };
  return { outcome: 'failed', reason: 'status', status, isPermanent: permanentStatuses.has(status), ...asked };
}

/** Reads a document of at most 64 KiB: text in UTF-8, of an answer with the status 200. Otherwise like {@link sendRequest}. */
export async function readDocument(options: RequestOptions, url: string): Promise<ReadResult> {
  const outcome = await reach(options, { method: 'GET', url });
  if ('failure' in outcome) return { outcome: 'failed', reason: outcome.failure };
  const { status, body } = outcome;
  if (status !== 200) return { outcome: 'failed', reason: 'status', status };
  try {
    if (body !== undefined) return { outcome: 'read', text: new TextDecoder('utf-8', { fatal: true }).decode(body) };
  } catch {
    // Not UTF-8.
  }
  return { outcome: 'failed', reason: 'invalidAnswer' };
}

/** Sends a request to the first address that can be reached. */
async function reach(options: RequestOptions, request: Request): Promise<Outcome> {
  const { clock, choose, millisecondsMax = sendMillisecondsMax } = options;
  const deadline = clock.monotonicMilliseconds() + millisecondsMax;
  const left = () => deadline - clock.monotonicMilliseconds();
  const url = new URL(request.url);
  const destination = await within(clock, left(), choose(url));
  if (destination === undefined) return { failure: 'timeout', wasSent: false };
  if ('refused' in destination) return { failure: destination.refused, wasSent: false };
  let outcome: Outcome = { failure: 'notConnected', wasSent: false };
  for (const address of destination.addresses) {
    outcome = await exchange(options, { request, url, address, milliseconds: left() });
    // Another address is tried only while nothing can have arrived.
    if ('status' in outcome || outcome.wasSent || outcome.failure !== 'notConnected') break;
  }
  return outcome;
}

/** The failure of a message for which there is no status. */
export function failed(reason: FailureReason): Failure {
  return { outcome: 'failed', reason, isPermanent: permanentReasons.has(reason) };
}

/** Whether a status of HTTP means success. */
export function isSuccessful(status: number): boolean {
  return status >= 200 && status < 300;
}

const permanentReasons = new Set<FailureReason>(['refusedAddress', 'notAllowed', 'secretsMissing', 'noMailServer']);
// The receiver refuses this message, or is gone. Others pass: a token is renewed, a proxy leads to the service again.
const permanentStatuses = new Set([400, 410, 413, 422]);

/** A request with or without a body, which only the answer to a GET is read of. */
type Request = OutgoingRequest | { readonly method: 'GET'; readonly url: string; readonly headers?: undefined };

/** An answer, with the seconds after which the receiver wants the next attempt; or why there is none. */
type Outcome = Answer | { readonly failure: FailureReason; readonly wasSent: boolean };

interface Answer {
  readonly status: number;
  readonly retryAfterSeconds?: number;
  /** Of a GET, once it was read to its end within the limit. */
  readonly body?: Uint8Array;
}

interface Exchange {
  readonly request: Request;
  readonly url: URL;
  /** The address to connect to. */
  readonly address: string;
  readonly milliseconds: number;
}

async function exchange(
  { clock, authorities, mark }: RequestOptions,
  { request, url, address, milliseconds }: Exchange,
) {
  const isTls = url.protocol === 'https:';
  // Loaded with the first message.
  const open = isTls ? (await import('node:https')).request : (await import('node:http')).request;
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const state = { answer: undefined as Answer | undefined, wasSent: false };
  const settle = (failure: FailureReason) => resolve(state.answer ?? { failure, wasSent: state.wasSent });
  const client = open({
    host: address,
    port: portOf(url),
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headersOf(request, url), ...(mark !== undefined && { [markHeader]: mark }) },
    agent: false,
    ...(isTls && tlsOptions(url, address, authorities)),
  });
  const cancel = clock.after(Math.max(0, milliseconds), () => end(client, () => settle('timeout')));
  client.on('socket', (socket) => socket.once('connect', () => void (state.wasSent = true)));
  client.on('error', (error) => settle(reasonOf(error)));
  countAnnouncements(client, () => end(client, () => settle('invalidAnswer')));
  client.on('response', (answer) => {
    // It has led back to this server, which did nothing else with it.
    if (mark !== undefined && answer.headers[markHeader] === mark) return end(client, () => settle('refusedAddress'));
    const head = { status: answer.statusCode ?? 0, ...retryAfterOf(answer, clock.wallMilliseconds()) };
    state.answer = head;
    drain(answer, request.method === 'GET', (body) => {
      state.answer = { ...head, ...(body !== undefined && { body }) };
      end(client, () => settle('notConnected'));
    });
  });
  client.end('body' in request ? request.body : undefined);
  try {
    return await promise;
  } finally {
    cancel();
    client.destroy();
  }
}

/** The pause that an answer asks for, in seconds, or as a date; nothing without one. */
function retryAfterOf({ headers }: IncomingMessage, now: number): Pick<Answer, 'retryAfterSeconds'> {
  const text = headers['retry-after'] ?? '';
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return { retryAfterSeconds: Math.ceil(Number(text)) };
  const until = millisecondsOfHttpDate(text);
  if (until === undefined) return {};
  // By the clock of the receiver, which may differ from ours.
  const from = millisecondsOfHttpDate(headers.date ?? '') ?? now;
  return { retryAfterSeconds: Math.max(0, Math.ceil((until - from) / 1000)) };
}

/** Counts the answers that only announce another one, such as 102: a receiver may send them without end. */
function countAnnouncements(client: ClientRequest, onTooMany: () => void): void {
  let announcements = 0;
  client.on('information', () => {
    announcements += 1;
    if (announcements === announcementsMax + 1) onTooMany();
  });
}

/**
 * Reads an answer to its end, or to its limit.
 *
 * @param done called once with the body, if it is to be kept and complete
 */
function drain(answer: IncomingMessage, keeps: boolean, done: (body?: Uint8Array) => void): void {
  const kept: Uint8Array[] = [];
  let [bytes, pieces, isDone] = [0, 0, false];
  function finish(body?: Uint8Array): void {
    if (!isDone) done(body);
    isDone = true;
  }
  answer.on('data', (piece: Uint8Array) => {
    bytes += piece.length;
    pieces += 1;
    if (bytes > answerBytesMax || pieces > answerPiecesMax) finish();
    else if (keeps) kept.push(piece);
  });
  answer.on('end', () => finish(keeps && answer.complete ? Buffer.concat(kept) : undefined));
  answer.on('error', () => finish());
  answer.on('close', () => finish());
}

function end(client: ClientRequest, settle: () => void): void {
  settle();
  client.destroy();
}

function headersOf(request: Request, url: URL): Record<string, string> {
  const common = { host: url.host, 'user-agent': 'Duebook', accept: '*/*' };
  if (request.method === 'GET') return common;
  const { headers = {}, body } = request;
  return {
    ...common,
    'content-type': 'application/json; charset=utf-8',
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
  };
}

/** The certificate must be that of the name, although the connection goes to an address. */
function tlsOptions(url: URL, address: string, authorities: string | undefined) {
  const name = hostOf(url);
  return {
    ...(name !== address && { servername: name }),
    rejectUnauthorized: true,
    ...(authorities !== undefined && { ca: authorities }),
  };
}

function reasonOf(error: unknown): FailureReason {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/CERT|ISSUER|VERIFY|SIGNATURE/.test(code)) return 'certificate';
  if (code === 'ETIMEDOUT') return 'timeout';
  return code.startsWith('HPE_') ? 'invalidAnswer' : 'notConnected';
}

/** The result of some work; undefined when it takes longer than some milliseconds. */
export async function within<Result>(
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const cancel = clock.after(Math.max(0, milliseconds), () => resolve(undefined));
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}
