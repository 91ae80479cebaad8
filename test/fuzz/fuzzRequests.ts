import { periods } from '../../src/domain/billing/periodTable.ts';
import { statuses } from '../../src/domain/subscriptions/fields.ts';
import { absentId, subscriptionsPath } from '../support/expectations.ts';
import { requestBytes } from '../durability/connection.ts';
import { anyBody, anyText } from './fuzzBodies.ts';
import { anyBatch, anyDryRun, anyTerms } from './fuzzTerms.ts';
import { hostileAuthorizations, hostileQueries, hostileSegments, methods, nearPaths, oddHeaders } from './fuzzWords.ts';
import { below, pick, pickWeighted, type Random } from '../durability/random.ts';

/** A request that can be written in any shape; the target and the headers are Latin-1, one character for each byte. */
export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
  /** Whether the body is sent in chunks and without its length. */
  readonly isChunked: boolean;
}

/** What the requests are made out of. */
export interface FuzzWorld {
  readonly keys: Readonly<Record<'write' | 'read' | 'otherWrite' | 'otherRead' | 'revoked', string>>;
  /** The records that are there, as far as answers have told. */
  readonly records: readonly FuzzRecord[];
  /** The ids of audit entries, as far as answers have told. */
  readonly entries: readonly string[];
  /** How many records there may be; beyond that, some are deleted first. */
  readonly recordsMax: number;
}

/** A record, and the header with which it was made. */
export interface FuzzRecord {
  readonly id: string;
  readonly authorization: string;
}

const summaryPath = '/api/v1/analytics/summary';
const duplicatesPath = '/api/v1/analytics/duplicates';
const optimizationsPath = '/api/v1/analytics/optimizations';
const auditPath = '/api/v1/audit';
const batchPath = `${subscriptionsPath}/batch`;
const allPaths = [subscriptionsPath, batchPath, summaryPath, duplicatesPath, optimizationsPath, auditPath];

const sortWords = [
  'createdAt',
  '-createdAt',
  'nextPaymentDate',
  '-nextPaymentDate',
  'amount',
  '-amount',
  'name',
  '-name',
];

type Draw = (random: Random) => string;
type Parameters = Readonly<Record<string, Draw>>;

const pageParameters: Parameters = {
  limit: (random) => String(1 + below(random, random() < 0.9 ? 8 : 100)),
  offset: (random) => String(below(random, 30)),
};
const parametersOf: Readonly<Record<string, Parameters>> = {
  [subscriptionsPath]: {
    ...pageParameters,
    status: (random) => pick(random, statuses),
    period: (random) => pick(random, periods),
    category: (random) => `Label ${below(random, 40)}`,
    q: (random) => pick(random, ['', 'net', 'LABEL', '%', '_', 'ß', '日本', anyText(random, 6)]),
    expiringBefore: (random) => pick(random, ['2026-06-15', '9999-12-31', '0000-01-01']),
    sort: (random) => pick(random, sortWords),
  },
  [summaryPath]: { horizonDays: (random) => String(1 + below(random, 365)) },
  [auditPath]: { ...pageParameters, subscriptionId: (random) => pick(random, [absentId, absentId.toUpperCase()]) },
};

type Operation = (
  random: Random,
  world: FuzzWorld,
) => Pick<FuzzRequest, 'method' | 'target'> & { body?: 'draft' | 'patch' | 'batch' };

function recordPath(random: Random, { records }: FuzzWorld): string {
  const id = records.length === 0 || random() < 0.05 ? absentId : pick(random, records).id;
  return `${subscriptionsPath}/${random() < 0.05 ? id.toUpperCase() : id}`;
}

function revertPath(random: Random, { entries }: FuzzWorld): string {
  const id = entries.length === 0 || random() < 0.1 ? absentId : pick(random, entries);
  return `${auditPath}/${random() < 0.1 ? 'x' : id}/revert`;
}

const operations: readonly (readonly [number, Operation])[] = [
  [6, () => ({ method: 'POST', target: subscriptionsPath, body: 'draft' })],
  [8, (random, world) => ({ method: 'PATCH', target: recordPath(random, world), body: 'patch' })],
  [5, (random, world) => ({ method: 'DELETE', target: recordPath(random, world) })],
  [4, (random, world) => ({ method: 'GET', target: recordPath(random, world) })],
  [5, (random) => ({ method: pick(random, ['GET', 'GET', 'GET', 'HEAD']), target: subscriptionsPath })],
  [1, () => ({ method: 'GET', target: summaryPath })],
  [1, () => ({ method: 'GET', target: duplicatesPath })],
  [1, () => ({ method: 'GET', target: optimizationsPath })],
  [3, () => ({ method: 'GET', target: auditPath })],
  [1, () => ({ method: 'POST', target: batchPath, body: 'batch' })],
  [2, (random, world) => ({ method: 'POST', target: revertPath(random, world) })],
  [
    1,
    (random, world) => {
      const paths = [...allPaths, recordPath(random, world), revertPath(random, world)];
      return { method: 'OPTIONS', target: pick(random, paths) };
    },
  ],
];

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function anyQuery(random: Random, path: string, isSpoilt: boolean, further: readonly string[]): string {
  const known = Object.entries(parametersOf[path] ?? {}).filter(() => random() < 0.3);
  const parts = [...further, ...known.map(([name, draw]) => `${name}=${encoded(draw(random))}`)];
  // Most lists are short, so that most of the time goes into many requests and not into long answers.
  if (path !== summaryPath && path in parametersOf && !parts.some((part) => part.startsWith('limit='))) {
    if (random() < 0.9) parts.push(`limit=${1 + below(random, 5)}`);
  }
  if (isSpoilt)
    parts.push(
      random() < 0.7 ? pick(random, hostileQueries) : `${encoded(anyText(random, 5))}=${encoded(anyText(random, 9))}`,
    );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function spoilPath(random: Random, path: string): string {
  if (random() < 0.2) return pick(random, nearPaths);
  const segments = path.split('/');
  const place = 1 + below(random, segments.length);
  segments.splice(place, below(random, 2), pick(random, [...hostileSegments, encoded(anyText(random, 8))]));
  return segments.join('/');
}

function authorization(random: Random, { keys }: FuzzWorld, isSpoilt: boolean): readonly (readonly [string, string])[] {
  const bearer = (key: string) => [['authorization', `Bearer ${key}`]] as const;
  if (!isSpoilt) return bearer(keys.write);
  return pickWeighted<() => readonly (readonly [string, string])[]>(random, [
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

/** Any request: a sensible one, or one that is wrong in one way or several. */
export function anyRequest(random: Random, world: FuzzWorld): FuzzRequest {
  if (world.records.length > world.recordsMax) return deletion(pick(random, world.records));
  const operation = pickWeighted(random, operations)(random, world);
  const isWrong = random() < 0.65;
  const spoils = (share: number) => isWrong && random() < share;
  const path = spoils(0.2) ? spoilPath(random, operation.target) : operation.target;
  const kind = operation.body ?? (spoils(0.15) ? pick(random, ['draft', 'patch'] as const) : undefined);
  const body = kind === undefined ? undefined : bodyOf(random, world, kind, spoils(0.6));
  const isRead = operation.method === 'GET' || operation.method === 'HEAD';
  const odd = oddHeaders.filter(() => spoils(0.03));
  return {
    method: spoils(0.15) ? pick(random, methods) : operation.method,
    target:
      path +
      anyQuery(
        random,
        operation.method === 'GET' ? operation.target : '',
        spoils(0.2),
        isRead ? [] : anyDryRun(random),
      ),
    headers: [...authorization(random, world, spoils(0.25)), ...anyTerms(random), ...odd],
    body,
    isChunked: body !== undefined && random() < 0.1,
  };
}

function bodyOf(random: Random, { records }: FuzzWorld, kind: 'draft' | 'patch' | 'batch', isSpoilt: boolean): Buffer {
  const ids = records.map((record) => record.id);
  return kind === 'batch' ? anyBatch(random, ids, isSpoilt) : anyBody(random, kind, isSpoilt);
}

function deletion({ id, authorization: value }: FuzzRecord): FuzzRequest {
  const headers = [['authorization', value]] as const;
  return { method: 'DELETE', target: `${subscriptionsPath}/${id}`, headers, body: undefined, isChunked: false };
}

/** The request as it goes over the wire. */
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
