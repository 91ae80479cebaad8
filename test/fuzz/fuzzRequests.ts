import { apiOperations, operationWith, type ApiOperation } from '../generator/api.ts';
import { requestBytes } from '../generator/connection.ts';
import { below, pick, pickWeighted, type Random } from '../generator/random.ts';
import { anyQuery, entityTags, wrongEntityTags, type About } from '../generator/values.ts';
import { absentId } from '../support/expectations.ts';
import { anyBody, anyText } from './fuzzBodies.ts';
import { hostileAuthorizations, hostileQueries, hostileSegments, methods, nearPaths, oddHeaders } from './fuzzWords.ts';

/** A request of any shape. Its target and headers are Latin-1, one character for each byte. */
export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: Buffer | undefined;
  /** Whether the body is sent in chunks, without its length. */
  readonly isChunked: boolean;
}

type Header = readonly [name: string, value: string];

/** The data from which requests are made. */
export interface FuzzWorld {
  readonly keys: Readonly<Record<'write' | 'read' | 'admin' | 'otherWrite' | 'otherRead' | 'revoked', string>>;
  /** What answers have shown, newest first, by the first segment of its path, such as `subscriptions`. */
  readonly known: ReadonlyMap<string, readonly FuzzRecord[]>;
  /** The maximum number of subscriptions; beyond it, some are deleted first. */
  readonly recordsMax: number;
}

/** What exists, and the credential of the request whose answer has shown it. */
export interface FuzzRecord {
  readonly id: string;
  readonly authorization: string;
}

/** The day around which dates are generated. */
const today = '2026-06-15';

const manyAbout = /\/(payments|channels)\/\{id\}$/;
const weights: Readonly<Record<string, number>> = { GET: 2, POST: 4, PATCH: 6, PUT: 40, DELETE: 4 };
// There are few payments and channels, and one operation that replaces something, so more requests are about one, or some of the answers would hardly be seen.
const weightOf = ({ method, path }: ApiOperation) => (weights[method] ?? 2) * (manyAbout.test(path) ? 5 : 1);
const weighted = apiOperations.map((operation) => [weightOf(operation), operation] as const);

/** The first segment of a path of the API below its version, such as `subscriptions`. */
export function kindOf(path: string): string {
  return path.split('/')[3] ?? '';
}

/** The method and path of an operation or of its preflight, mostly on something that exists. */
function anyOperation(random: Random, world: FuzzWorld) {
  const operation = pickWeighted(random, weighted);
  const path = operation.path.replace('{id}', () => anyId(random, world, operation));
  if (random() < 0.01) return { ...operation, method: 'OPTIONS', body: undefined, query: {}, path };
  const isHead = operation.method === 'GET' && random() < 0.1;
  return { ...operation, ...(isHead && { method: 'HEAD' }), path };
}

function anyId(random: Random, { known }: FuzzWorld, { path }: ApiOperation): string {
  const ids = known.get(kindOf(path)) ?? [];
  if (random() < 0.04) return 'x';
  const id = ids.length === 0 || random() < 0.05 ? absentId : pick(random, ids).id;
  return random() < 0.05 ? id.toUpperCase() : id;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function queryParts(random: Random, operation: ApiOperation, about: About): string[] {
  const { dryRun, ...query } = anyQuery(random, operation, about);
  const preview =
    dryRun === undefined || random() < 0.5 ? [] : [pick(random, ['true', 'true', 'true', 'false', '1', ''])];
  return [
    ...Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`),
    ...preview.map((value) => `dryRun=${value}`),
  ];
}

function anyHostileQuery(random: Random): string {
  return pickWeighted(random, [
    [7, () => pick(random, hostileQueries)],
    [2, () => `${encoded(anyText(random, 5))}=${encoded(anyText(random, 9))}`],
    [1, () => `q=${encoded(anyText(random, 6))}`],
  ])();
}

function spoilPath(random: Random, path: string): string {
  if (random() < 0.2) return pick(random, nearPaths);
  const segments = path.split('/');
  const place = 1 + below(random, segments.length);
  segments.splice(place, below(random, 2), pick(random, [...hostileSegments, encoded(anyText(random, 8))]));
  return segments.join('/');
}

function authorization(random: Random, { keys }: FuzzWorld, isSpoilt: boolean, needs: string): readonly Header[] {
  const bearer = (key: string) => [['authorization', `Bearer ${key}`]] as const;
  if (!isSpoilt) return bearer(needs === 'admin' ? keys.admin : keys.write);
  return pickWeighted<() => readonly Header[]>(random, [
    [2, () => []],
    [2, () => bearer(keys.read)],
    [2, () => bearer(keys.otherWrite)],
    [1, () => bearer(keys.otherRead)],
    [1, () => bearer(keys.revoked)],
    [2, () => [['authorization', pick(random, hostileAuthorizations)]]],
    [1, () => bearer(`${keys.write.slice(0, below(random, keys.write.length))}x`)],
    [0.5, () => [...bearer(keys.write), ...bearer(keys.read)]],
    [0.5, () => [['Authorization', `bEaReR   ${keys.write}  `]]],
  ])();
}

const oddIdempotencyKeys = ['', 'a b', '"open', '\xfc', 'x'.repeat(256)];
const anyEntityTags = [...entityTags, ...wrongEntityTags];

/** Headers with options of a write or a read; most requests have none. */
function anyOptions(random: Random): readonly Header[] {
  if (random() < 0.8) return [];
  // So few that many requests share one.
  const key = `key-${below(random, 200)}`;
  return pickWeighted<readonly Header[]>(random, [
    [3, [['if-match', pick(random, anyEntityTags)]]],
    [2, [['if-none-match', pick(random, ['*', pick(random, anyEntityTags)])]]],
    [3, [['idempotency-key', key]]],
    [0.5, [['idempotency-key', pick(random, oddIdempotencyKeys)]]],
    [
      0.5,
      [
        ['if-match', '*'],
        ['idempotency-key', `"${key}"`],
      ],
    ],
  ]);
}

/** Any request: a valid one, or one with one or several faults. */
export function anyRequest(random: Random, world: FuzzWorld): FuzzRequest {
  const records = world.known.get('subscriptions') ?? [];
  if (records.length > world.recordsMax) return deletion(pick(random, records));
  const operation = anyOperation(random, world);
  const about = { today, ids: records.map(({ id }) => id) };
  const isWrong = random() < 0.65;
  const spoils = (share: number) => isWrong && random() < share;
  const path = spoils(0.2) ? spoilPath(random, operation.path) : operation.path;
  const schema = operation.body ?? (spoils(0.15) ? pick(random, apiOperations).body : undefined);
  const body = schema && anyBody(random, schema, about, spoils(0.6));
  const parameters = [...queryParts(random, operation, about), ...(spoils(0.2) ? [anyHostileQuery(random)] : [])];
  const odd = oddHeaders.filter(() => spoils(0.03));
  return {
    method: spoils(0.15) ? pick(random, methods) : operation.method,
    target: parameters.length === 0 ? path : `${path}?${parameters.join('&')}`,
    headers: [...authorization(random, world, spoils(0.25), operation.needs), ...anyOptions(random), ...odd],
    body,
    isChunked: body !== undefined && random() < 0.1,
  };
}

function deletion({ id, authorization: value }: FuzzRecord): FuzzRequest {
  const { method, path } = operationWith('deleteSubscription');
  const headers = [['authorization', value]] as const;
  return { method, target: path.replace('{id}', id), headers, body: undefined, isChunked: false };
}

/** The bytes of a request. */
export function bytesOf(
  random: Random,
  host: string,
  { method, target, headers, body, isChunked }: FuzzRequest,
): Buffer {
  const lines = [`host: ${host}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (body === undefined || !isChunked) return requestBytes(method, target, lines, body);
  const head = requestBytes(method, target, [...lines, 'transfer-encoding: chunked']);
  return Buffer.concat([head, ...chunksOf(random, body)]);
}

function chunksOf(random: Random, body: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let start = 0; start < body.length;) {
    const chunk = body.subarray(start, start + 1 + below(random, random() < 0.5 ? 20 : 70_000));
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
    start += chunk.length;
  }
  return [...chunks, Buffer.from('0\r\n\r\n')];
}
