import type { Idempotency, WriteOptions } from '../../writer/origin.ts';
import { instantAt, type WallSpan } from '../../runtime/system.ts';
import { ApiError } from '../errors/apiError.ts';
import { readIfMatch } from './entityTags.ts';
import { decodeBatchBody } from './requestBody.ts';
import { targetOf } from './requestTarget.ts';
import { sha256 } from '../../runtime/host.ts';

/**
 * The tags in `If-Match`; undefined without it.
 *
 * @throws {ApiError} when it has something else, and when the idempotency key is none
 */
export function readIfMatchOf({ headers }: Request): WriteOptions['ifMatch'] {
  const [ifMatch, idempotencyKey] = [headers.get('if-match'), headers.get('idempotency-key')];
  const tags = ifMatch === null ? undefined : readIfMatch(ifMatch);
  if (idempotencyKey !== null && parseIdempotencyKey(idempotencyKey) === undefined) throw invalidIdempotencyKey();
  return tags;
}

/** The idempotency key of a request; undefined without a valid one. */
export function idempotencyKeyOf({ headers }: Request): string | undefined {
  const header = headers.get('idempotency-key');
  return header === null ? undefined : parseIdempotencyKey(header);
}

/** What a fingerprint is made from. Users do not share theirs: the outcome of one shows what is their own. */
interface Repeatable {
  readonly request: Request;
  readonly body: unknown;
  /** The user of a session. */
  readonly userId: string | undefined;
}

/** The idempotency key of a request with its fingerprint; nothing without one. */
export function idempotencyOf(repeatable: Repeatable, outcomesKept: WallSpan): Pick<WriteOptions, 'idempotency'> {
  const header = repeatable.request.headers.get('idempotency-key');
  return header === null ? {} : { idempotency: readIdempotency(header, repeatable, outcomesKept) };
}

/** A stage that refuses each option of a write. It comes before the query is validated. */
export function refuseWriteOptions({ request }: { readonly request: Request }): void {
  const { headers, url } = request;
  const option = optionHeaders.find((name) => headers.has(name)) ?? (dryRunInQuery.test(url) ? 'dryRun' : undefined);
  if (option === undefined) return;
  throw unsupportedOption(option);
}

/** The error for an option that an operation does not take. */
export function unsupportedOption(option: string): ApiError {
  return new ApiError('unsupported_option', {
    message: `This operation does not take ${option}.`,
    field: option,
    suggestedFix: `Send the request without ${option}. Nothing was changed.`,
  });
}

const optionHeaders = ['Idempotency-Key', 'If-Match'];
const dryRunInQuery = /[?&]dryRun(?:[=&#]|$)/i;

function readIdempotency(header: string, { request, body, userId }: Repeatable, outcomesKept: WallSpan): Idempotency {
  const key = parseIdempotencyKey(header);
  if (key === undefined) throw invalidIdempotencyKey();
  return {
    key,
    fingerprint: fingerprintOf(`${userId ?? ''}${request.method}`, comparableTargetOf(request), contentOf(body)),
    keptSince: instantAt(outcomesKept.earliest()),
  };
}

function invalidIdempotencyKey(): ApiError {
  return new ApiError('invalid_idempotency_key', {
    field: 'Idempotency-Key',
    suggestedFix:
      'Send one key of 1 to 255 visible ASCII characters without quotes or spaces in it, such as a new UUID.',
  });
}

/**
 * The target of a request in canonical form: without the host, with ids in lower case, and without `dryRun=false`, the
 * default.
 */
function comparableTargetOf(request: Request): string {
  const { pathname, searchParams } = new URL(`http://localhost${targetOf(request)}`);
  searchParams.delete('dryRun', 'false');
  searchParams.delete('faults');
  return `${pathname.toLowerCase()}?${searchParams.toString()}`;
}

/** The decoded body, or its text when it is not valid JSON: validation refuses such a request later. */
function contentOf(body: unknown): unknown {
  if (typeof body === 'object' && body !== null) return body;
  if (typeof body !== 'string') return undefined;
  const context: { body: unknown } = { body };
  decodeBatchBody(context);
  return typeof context.body === 'symbol' ? body : context.body;
}

const quoted = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"$/;
const bare = /^[\x21\x23-\x7e]+$/;
const keyLengthMax = 255;

/** The pattern that {@link parseIdempotencyKey} accepts, as one regular expression. */
export const idempotencyKeyPattern = '^([!#-~]{1,255}|"([!#-\\[\\]-~]|\\\\["\\\\]){1,255}")$';

/** The key in an `Idempotency-Key` header: a quoted string (RFC 8941) or a bare word; undefined when it is neither. */
export function parseIdempotencyKey(header: string): string | undefined {
  const key = quoted.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? bare.exec(header)?.[0];
  return key !== undefined && key.length <= keyLengthMax ? key : undefined;
}

/** A SHA-256, in hexadecimal digits, of a request. The order of names and the white space of the body do not matter. */
export function fingerprintOf(method: string, pathAndQuery: string, body: unknown): string {
  return sha256(`${method} ${pathAndQuery}\n${canonicalJson(body)}`, 'hex');
}

/** The canonical JSON of a value: names sorted, no white space. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
