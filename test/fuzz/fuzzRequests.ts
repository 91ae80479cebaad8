import { absentId } from '../support/expectations.ts';
import { requestBytes } from '../generator/connection.ts';
import { anyDay } from '../generator/details.ts';
import { anyAuditQuestion, anyListQuestion, queryOf } from '../generator/questions.ts';
import { below, pick, pickWeighted, type Random } from '../generator/random.ts';
import { operationRows, operations, type OperationId } from '../support/operations.ts';
import { anyBody, anyText, bodyKinds, today, type BodyKind } from './fuzzBodies.ts';
import { anyBatch, anyDryRun, anyOptions } from './fuzzOptions.ts';
import { hostileAuthorizations, hostileQueries, hostileSegments, methods, nearPaths, oddHeaders } from './fuzzWords.ts';

/** A request of any shape. Its target and headers are Latin-1, one character for each byte. */
export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
  /** Whether the body is sent in chunks, without its length. */
  readonly isChunked: boolean;
}

/** The data from which requests are made. */
export interface FuzzWorld {
  readonly keys: Readonly<Record<'write' | 'read' | 'admin' | 'otherWrite' | 'otherRead' | 'revoked', string>>;
  /** The existing records, as far as answers have shown them. */
  readonly records: readonly FuzzRecord[];
  /** The ids of audit entries, as far as answers have shown them. */
  readonly entries: readonly string[];
  /** The ids of keys and users that requests have created. */
  readonly credentials: Readonly<Record<'keys' | 'users', readonly string[]>>;
  /** The maximum number of records; beyond it, some are deleted first. */
  readonly recordsMax: number;
}

/** A record, and the credential that created it. */
export interface FuzzRecord {
  readonly id: string;
  readonly authorization: string;
}

const bodyKindOf: Readonly<Partial<Record<OperationId, BodyKind | 'batch'>>> = {
  createSubscription: 'draft',
  updateSubscription: 'patch',
  updateDetails: 'details',
  renewSubscription: 'payment',
  updatePreferences: 'preferences',
  batchSubscriptions: 'batch',
  createKey: 'key',
  createUser: 'user',
};

const weights: Readonly<Partial<Record<OperationId, number>>> = {
  createSubscription: 6,
  updateSubscription: 8,
  deleteSubscription: 5,
  getSubscription: 4,
  listSubscriptions: 5,
  renewSubscription: 5,
  updateDetails: 5,
  deleteDetails: 3,
  updatePreferences: 3,
  listAuditLog: 3,
  createKey: 4,
  revokeKey: 4,
  createUser: 4,
  deleteUser: 4,
};
const weighted: readonly (readonly [weight: number, operation: OperationId | 'preflight'])[] = [
  ...operationRows
    .filter(({ needs }) => needs !== 'session' && needs !== 'nothing')
    .map(({ operationId }) => [weights[operationId] ?? 2, operationId] as const),
  [1, 'preflight'],
];

/** Method, path and kind of body of an operation, mostly on an existing record. */
function anyOperation(random: Random, world: FuzzWorld) {
  const drawn = pickWeighted(random, weighted);
  const id = drawn === 'preflight' ? pick(random, operationRows).operationId : drawn;
  const { method, path, needs } = operations[id];
  const isHead = id === 'listSubscriptions' && random() < 0.25;
  return {
    id: drawn,
    needs,
    method: drawn === 'preflight' ? 'OPTIONS' : isHead ? 'HEAD' : method,
    target: path.replace('{id}', () => anyId(random, world, id)),
    body: drawn === 'preflight' ? undefined : bodyKindOf[drawn],
  };
}

function anyId(random: Random, world: FuzzWorld, id: OperationId): string {
  const [, , , kind] = operations[id].path.split('/');
  if (kind === 'keys' || kind === 'users') return credentialId(random, world.credentials[kind]);
  return id === 'revertAuditEntry' ? entryId(random, world) : recordId(random, world);
}

function credentialId(random: Random, ids: readonly string[]): string {
  return ids.length === 0 || random() < 0.1 ? pick(random, [absentId, 'x']) : pick(random, ids);
}

function recordId(random: Random, { records }: FuzzWorld): string {
  const id = records.length === 0 || random() < 0.05 ? absentId : pick(random, records).id;
  return random() < 0.05 ? id.toUpperCase() : id;
}

function entryId(random: Random, { entries }: FuzzWorld): string {
  if (random() < 0.1) return 'x';
  return entries.length === 0 || random() < 0.1 ? absentId : pick(random, entries);
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The valid parameters of an operation, beside its options. */
function anyQuestion(random: Random, operation: string): string {
  switch (operation) {
    case 'getSpendSummary':
      return random() < 0.3 ? queryOf({ horizonDays: 1 + below(random, 365) }) : '';
    case 'getForecast':
      return random() < 0.3 ? queryOf({ months: 1 + below(random, 36) }) : '';
    case 'listPriceChanges':
      return queryOf(anySpan(random, ['since']));
    case 'listUpcomingPayments':
    case 'listPayments':
    case 'getSpent':
      return queryOf(anyRange(random));
    case 'getSubscription':
    case 'updateSubscription':
      return random() < 0.2 ? '?include=details' : '';
    case 'listKeys':
    case 'listUsers':
      return queryOf({ limit: 1 + below(random, 8) });
    case 'listActivity':
      return queryOf({ limit: 1 + below(random, 8), ...(random() < 0.3 && { entityType: 'key' }) });
    case 'listSubscriptions':
    case 'listAuditLog':
      return anyListQuery(random, operation);
    default:
      return '';
  }
}

/** A first day, a last one, or both; seldom in the wrong order. */
function anyRange(random: Random): Readonly<Record<string, string>> {
  return {
    ...(random() < 0.3 && { from: anyDay(random, today, 300) }),
    ...(random() < 0.3 && { to: anyDay(random, today, 900) }),
  };
}

function anyListQuery(random: Random, operation: 'listSubscriptions' | 'listAuditLog'): string {
  const question =
    operation === 'listAuditLog'
      ? { ...anyAuditQuestion(random, [absentId, absentId.toUpperCase()]), ...anySpan(random, ['since', 'until']) }
      : { ...anyListQuestion(random, today), ...(random() < 0.2 && { include: 'details' }) };
  // Most lists are short, so that most of the time is spent on many requests and not on long answers.
  return queryOf({ ...question, ...(random() < 0.9 && { limit: 1 + below(random, 8) }) });
}

/** Some of these parameters, each a date-time around today. */
function anySpan(random: Random, names: readonly string[]): Readonly<Record<string, string>> {
  const kept = names.filter(() => random() < 0.2);
  return Object.fromEntries(
    kept.map((name) => [name, `${today}T0${below(random, 10)}:00:00${pick(random, ['Z', '.5Z', '+01:00', '-11:30'])}`]),
  );
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

function authorization(
  random: Random,
  { keys }: FuzzWorld,
  { isSpoilt, isAdmins }: { readonly isSpoilt: boolean; readonly isAdmins: boolean },
): readonly (readonly [string, string])[] {
  const bearer = (key: string) => [['authorization', `Bearer ${key}`]] as const;
  if (!isSpoilt) return bearer(isAdmins ? keys.admin : keys.write);
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

/** Any request: a valid one, or one with one or several faults. */
export function anyRequest(random: Random, world: FuzzWorld): FuzzRequest {
  if (world.records.length > world.recordsMax) return deletion(pick(random, world.records));
  const operation = anyOperation(random, world);
  const isWrong = random() < 0.65;
  const spoils = (share: number) => isWrong && random() < share;
  const path = spoils(0.2) ? spoilPath(random, operation.target) : operation.target;
  const kind = operation.body ?? (spoils(0.15) ? pick(random, bodyKinds) : undefined);
  const body = kind === undefined ? undefined : bodyOf(random, world, kind, spoils(0.6));
  const isRead = operation.method === 'GET' || operation.method === 'HEAD';
  const parameters = [
    anyQuestion(random, operation.id).slice(1),
    ...(isRead ? [] : anyDryRun(random)),
    ...(spoils(0.2) ? [anyHostileQuery(random)] : []),
  ].filter((parameter) => parameter !== '');
  const odd = oddHeaders.filter(() => spoils(0.03));
  const access = { isSpoilt: spoils(0.25), isAdmins: operation.needs === 'admin' };
  return {
    method: spoils(0.15) ? pick(random, methods) : operation.method,
    target: parameters.length === 0 ? path : `${path}?${parameters.join('&')}`,
    headers: [...authorization(random, world, access), ...anyOptions(random), ...odd],
    body,
    isChunked: body !== undefined && random() < 0.1,
  };
}

function bodyOf(random: Random, { records }: FuzzWorld, kind: BodyKind | 'batch', isSpoilt: boolean): Buffer {
  const ids = records.map((record) => record.id);
  return kind === 'batch' ? anyBatch(random, ids, isSpoilt) : anyBody(random, kind, isSpoilt);
}

function deletion({ id, authorization: value }: FuzzRecord): FuzzRequest {
  const headers = [['authorization', value]] as const;
  return {
    method: 'DELETE',
    target: operations.deleteSubscription.path.replace('{id}', id),
    headers,
    body: undefined,
    isChunked: false,
  };
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
