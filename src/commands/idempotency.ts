/** What makes a write that is sent again known as the same one. */
export interface Idempotency {
  /** The key that the client chose: 1 to 255 visible ASCII characters. */
  readonly key: string;
  /** Stands for the whole request: another request under the same key is a mistake. */
  readonly fingerprint: string;
  /** The instant, ISO 8601 UTC, since which outcomes are kept: those that were stamped earlier are forgotten. */
  readonly keptSince: string;
}

/** How long the outcome of a write is kept under its key. */
export const outcomeSecondsKept = 24 * 3600;

const quoted = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"$/;
const bare = /^[\x21\x23-\x7e]+$/;
const keyLengthMax = 255;

/** What {@link parseIdempotencyKey} takes, as one regular expression. */
export const idempotencyKeyPattern = '^([!#-~]{1,255}|"([!#-\\[\\]-~]|\\\\["\\\\]){1,255}")$';

/** The key in a header `Idempotency-Key`: a structured field's string, or a bare word; undefined when it is neither. */
export function parseIdempotencyKey(header: string): string | undefined {
  const key = quoted.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? bare.exec(header)?.[0];
  return key !== undefined && key.length <= keyLengthMax ? key : undefined;
}

/** A SHA-256, in hexadecimal digits, over what a request asks for, however its body is written down. */
export function fingerprintOf(method: string, pathAndQuery: string, body: unknown): string {
  return Bun.SHA256.hash(`${method} ${pathAndQuery}\n${canonicalJson(body)}`, 'hex');
}

/** A value of JSON as the one text that stands for it: its names sorted, without space. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
