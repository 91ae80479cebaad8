import { apiDocument } from '../generator/api.ts';
import { contractOf } from '../support/contract.ts';
import { ConnectionLost, openConnection, type Connection, type WireAnswer } from '../generator/connection.ts';
import { anyRequest, bytesOf, kindOf, type FuzzRecord, type FuzzRequest, type FuzzWorld } from './fuzzRequests.ts';
import { below, randomFrom, streamSeed } from '../generator/random.ts';

/** Options of a run of random requests. */
export interface FuzzOptions {
  readonly origin: string;
  readonly keys: FuzzWorld['keys'];
  readonly seed: number;
  /** The number of the first request. A seed and a number determine a request. */
  readonly first: number;
  readonly requests: number;
}

const connectionsAtOnce = 32;
const recordsMax = 120;
const pages = new Set(['/', '/docs', '/docs/page.js', '/openapi.json']);
const leak = /\bat [\w.<>]+ \(|\.ts:\d|node_modules|SQLITE_|SQLiteError|\bSELECT \b/;

/**
 * Sends random requests over many parallel connections, and checks each answer against the OpenAPI document.
 *
 * @returns how often each operation gave each status
 */
export async function fuzz(options: FuzzOptions): Promise<ReadonlyMap<string, number>> {
  const { origin, keys, seed, first, requests } = options;
  const { host } = new URL(origin);
  const check = answerCheck();
  const known = new Map<string, FuzzRecord[]>();
  const world: FuzzWorld = { keys, known, recordsMax };
  const seen = new Map<string, number>();
  let begun = 0;

  async function askOne(connection: Connection, number: number): Promise<void> {
    const random = randomFrom(streamSeed(seed, number));
    const request = anyRequest(random, world);
    const bytes = bytesOf(random, host, request);
    if (random() < 0.002) {
      await connection.abandon(bytes.subarray(0, below(random, bytes.length)));
      return;
    }
    let answer: WireAnswer | undefined;
    try {
      answer = await connection.ask(request.method, bytes, isLastOfItsConnection(request));
      const operation = `${check(request, answer)} ${answer.status}`;
      seen.set(operation, (seen.get(operation) ?? 0) + 1);
      remember(known, request, answer);
    } catch (error) {
      throw new Error(story(options, number, bytes, answer, error), { cause: error });
    }
  }

  async function askMany(): Promise<void> {
    let connection = await openConnection(origin);
    while (begun < requests) {
      const number = first + begun;
      begun += 1;
      if (!connection.isOpen()) connection = await openConnection(origin);
      await askOne(connection, number);
    }
    connection.close();
  }

  await Promise.all(Array.from({ length: connectionsAtOnce }, askMany));
  return seen;
}

/** The bytes after a CONNECT are not a request. */
function isLastOfItsConnection({ method, headers }: FuzzRequest): boolean {
  return method === 'CONNECT' || headers.some(([name]) => name === 'connection');
}

const knownMax = 200;

/** Remembers what an answer shows to exist, by the first segment of its path, and forgets what was deleted. */
function remember(known: Map<string, FuzzRecord[]>, request: FuzzRequest, answer: WireAnswer): void {
  const { status, headers, text } = answer;
  if (status >= 300 || !text.startsWith('{') || headers.has('idempotency-replayed')) return;
  const { data, results = [], dryRun, deleted } = JSON.parse(text) as Shown;
  if (dryRun === true) return;
  const [path = ''] = request.target.split('?');
  const kind = kindOf(path);
  const authorization = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  const gone = new Set(results.filter((result) => result.deleted === true).map(({ id }) => id));
  if (deleted === true && !path.endsWith('/details')) gone.add(/[0-9a-f-]{36}/i.exec(path)?.[0].toLowerCase());
  const isCreation = request.method === 'POST' && status === 201;
  // Only lists show entries of the trail and payments: no answer of a creation has one.
  const isListed = ['audit', 'payments'].includes(kind) && Array.isArray(data);
  const shown =
    isCreation || isListed ? [data].flat() : results.filter(({ action }) => action === 'create').map((one) => one.data);
  const fresh = shown.flatMap((one) => (one?.id === undefined ? [] : [{ id: one.id, authorization }]));
  const kept = (known.get(kind) ?? []).filter(({ id }) => !gone.has(id));
  known.set(kind, [...fresh, ...kept].slice(0, knownMax));
}

interface Shown {
  readonly data?: { readonly id?: string } | readonly { readonly id?: string }[];
  readonly results?: readonly {
    readonly action: string;
    readonly id?: string;
    readonly deleted?: boolean;
    readonly data?: { readonly id?: string };
  }[];
  readonly dryRun?: boolean;
  readonly deleted?: boolean;
}

function story(
  { seed }: FuzzOptions,
  number: number,
  bytes: Buffer,
  answer: WireAnswer | undefined,
  error: unknown,
): string {
  const reason = error instanceof Error ? error.message : String(error);
  const dropped = error instanceof ConnectionLost ? 'the connection was dropped: ' : '';
  return [
    `FUZZ_SEED=${seed}: at request ${number}, ${dropped}${reason}`,
    JSON.stringify(bytes.toString('latin1', 0, 4000)),
    answer === undefined ? 'no answer' : `${answer.status} ${answer.text.slice(0, 1000)}`,
  ].join('\n');
}

/** Whether a request asks, as a browser does, for something that is not part of the API. */
function wantsPage({ method, headers }: FuzzRequest, path: string): boolean {
  const accepted = headers.find(([name]) => name.toLowerCase() === 'accept')?.[1] ?? '';
  return (method === 'GET' || method === 'HEAD') && accepted.includes('text/html') && !/^\/api(\/|$)/.test(path);
}

/** Checks an answer and returns its operation. Throws if the answer is not as documented. */
function answerCheck() {
  const checkContract = contractOf(apiDocument);

  function checkAs(path: string, request: FuzzRequest, { status, headers, text }: WireAnswer): string {
    const { method } = request;
    // A browser gets the page, which says that it is not there.
    if (status === 404 && wantsPage(request, path)) return 'not served';
    if (pages.has(path) && (method === 'GET' || method === 'HEAD')) {
      if (status >= 400) throw new Error(`the page ${path} is answered ${status}`);
      return 'page';
    }
    checkContract({ method, path, status, headers, text });
    checkEnvelope(status, headers, text);
    const template = templateOf(path);
    const described = apiDocument.paths[template ?? '']?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
    // Every path answers a preflight, but the document describes two.
    const isServed = described !== undefined || method === 'OPTIONS';
    if (template !== undefined && isServed) return `${method} ${template}`;
    checkNotServed(template !== undefined || pages.has(path), status, headers);
    return 'not served';
  }

  return function check(request: FuzzRequest, answer: WireAnswer): string {
    if (answer.status >= 500) throw new Error(`answered ${answer.status}`);
    const [asWritten, resolved] = pathsOf(request.target);
    try {
      return checkAs(resolved, request, answer);
    } catch (error) {
      if (asWritten === resolved) throw error;
      return checkAs(asWritten, request, answer);
    }
  };
}

function checkEnvelope(status: number, headers: Headers, text: string): void {
  const requestId = headers.get('x-request-id');
  if (requestId === null) throw new Error('the answer has no request id');
  const isJson = text !== '' && headers.get('content-type')?.startsWith('text/csv') !== true;
  if (isJson && (JSON.parse(text) as { requestId: string }).requestId !== requestId) {
    throw new Error(`the request ids differ: ${requestId}`);
  }
  if (headers.get('access-control-allow-origin') !== '*') throw new Error('a page of another origin cannot read it');
  if (status >= 400 && leak.test(text)) throw new Error('the answer leaks internals');
}

function checkNotServed(isKnownPath: boolean, status: number, headers: Headers): void {
  if (status !== (isKnownPath ? 405 : 404)) throw new Error(`what is not served is answered ${status}`);
  if (headers.has('allow') !== isKnownPath) throw new Error('the header Allow belongs to 405, and only there');
}

function templateOf(path: string): string | undefined {
  const { paths } = apiDocument;
  if (path in paths) return path;
  return Object.keys(paths).find((template) => new RegExp(`^${template.replaceAll('{id}', '[^/]+')}$`).test(path));
}

/** The path of a request target as written, and with dots and backslashes resolved: both are correct. */
function pathsOf(target: string): readonly [asWritten: string, resolved: string] {
  const path = (target.split('?', 1)[0] ?? '').replaceAll('#', '%23');
  const asWritten = path.replaceAll('\\', '%5C').replaceAll(/\/(\.|%2e){1,2}(?=\/|$)/gi, '/dots');
  return [asWritten, new URL(path.startsWith('//') ? `/.${path}` : path, 'http://localhost').pathname];
}
