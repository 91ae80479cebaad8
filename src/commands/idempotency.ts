/** The idempotency key of a write, and how a retry is recognised. */
export interface Idempotency {
  /** The key that the client chose: 1 to 255 visible ASCII characters. */
  readonly key: string;
  /** Identifies the whole request: a different request with the same key is an error. */
  readonly fingerprint: string;
  /** The instant, ISO 8601 UTC, since which outcomes are stored: earlier outcomes have expired. */
  readonly keptSince: string;
}

/** How long the outcome of a write is stored under its key, in seconds. */
export const outcomeSecondsKept = 24 * 3600;

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
  return Bun.SHA256.hash(`${method} ${pathAndQuery}\n${canonicalJson(body)}`, 'hex');
}

/** The canonical JSON of a value: names sorted, no white space. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
