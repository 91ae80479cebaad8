import { millisecondsOf } from '../billing/instants.ts';
import type { Scope } from './scope.ts';
import { crc32, sha256 } from '../runtime/host.ts';

const prefixes = { read: 'dbk_r_', write: 'dbk_w_', admin: 'dbk_a_' } as const satisfies Record<Scope, string>;

/** Returns a number of bytes from a cryptographic source. */
export type RandomBytes = (count: number) => Uint8Array<ArrayBuffer>;

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 30;
const checksumLength = 6;
const startLength = 11;
const keyForm = /^dbk_[rwa]_[0-9A-Za-z]{36}$/;
const sessionForm = /^dbk_s_[0-9A-Za-z]{36}$/;
const feedForm = /^dbk_f_[0-9A-Za-z]{36}$/;
// The largest multiple of 62 that a byte can hold: bytes from here on would favour the first digits.
const unbiasedByteLimit = 248;

/**
 * A new API key: the prefix of its scope (`dbk_r_`, `dbk_w_` or `dbk_a_`), 30 random base62 digits, and the CRC-32 of all that as 6 base62 digits.
 * The checksum tells a mistyped key from an unknown one without asking the database.
 */
export function composeApiKey(scope: Scope, randomBytes: RandomBytes): string {
  return composeToken(prefixes[scope], randomBytes);
}

/**
 * A new session token: as an API key, but with the prefix `dbk_s_`. It is valid in its own header only, since it does not
 * have the form of an API key.
 */
export function composeSessionToken(randomBytes: RandomBytes): string {
  return composeToken('dbk_s_', randomBytes);
}

/**
 * A new token of a calendar feed: as an API key, but with the prefix `dbk_f_`. It is valid in the address of its feed only,
 * since it does not have the form of an API key.
 */
export function composeFeedToken(randomBytes: RandomBytes): string {
  return composeToken('dbk_f_', randomBytes);
}

/** Whether a text has the form of a key and the right checksum. */
export function isApiKey(text: string): boolean {
  return keyForm.test(text) && hasChecksum(text);
}

/** Whether a text has the form of a session token and the right checksum. */
export function isSessionToken(text: string): boolean {
  return sessionForm.test(text) && hasChecksum(text);
}

/** Whether a text has the form of the token of a feed and the right checksum. */
export function isFeedToken(text: string): boolean {
  return feedForm.test(text) && hasChecksum(text);
}

function composeToken(prefix: string, randomBytes: RandomBytes): string {
  const body = `${prefix}${randomDigits(secretLength, randomBytes)}`;
  return body + checksumOf(body);
}

function hasChecksum(text: string): boolean {
  const body = text.slice(0, -checksumLength);
  return text.slice(-checksumLength) === checksumOf(body);
}

/** A text with each API key in it, whole, cut short or mistyped, reduced to its prefix. */
export function withoutApiKeys(text: string): string {
  return text.replaceAll(/(dbk_[a-z]_)[0-9A-Za-z]{8,}/gi, '$1…');
}

/** The SHA-256 of a key, as 64 hexadecimal digits. Only the hash and the start of a key are stored. */
export function hashApiKey(key: string): string {
  return sha256(key, 'hex');
}

/** The first characters of a key, by which its owner recognises it; too few to guess the rest. */
export function startOfApiKey(key: string): string {
  return key.slice(0, startLength);
}

/**
 * How far in the future a credential may have been made and be valid, in seconds: two clocks, or one before and after it is set
 * by the network, differ by less. One from later was made while the clock was wrong, and could live for years.
 */
export const clockToleranceSeconds = 5 * 60;

/** Whether something was made later than now: while the clock was ahead. Instants are ISO 8601 UTC. */
export function isFromFuture(createdAt: string, now: string): boolean {
  return createdAt > now && millisecondsOf(createdAt) - millisecondsOf(now) > clockToleranceSeconds * 1000;
}

/** What decides on the state of a key. Instants are ISO 8601 UTC. */
export type KeyTimes = Readonly<Record<'revokedAt' | 'expiresAt', string | null>> & { readonly createdAt: string };

/**
 * The state of a key: it ends at `expiresAt`, and permanently when it is revoked. One from the future is not valid until then.
 *
 * @param now returns the present instant, ISO 8601 UTC; not called for a revoked key
 */
export function stateOfApiKey(
  { revokedAt, expiresAt, createdAt }: KeyTimes,
  now: () => string,
): 'active' | 'expired' | 'revoked' | 'future' {
  if (revokedAt !== null) return 'revoked';
  const at = now();
  if (expiresAt !== null && expiresAt <= at) return 'expired';
  return isFromFuture(createdAt, at) ? 'future' : 'active';
}

function randomDigits(count: number, randomBytes: RandomBytes): string {
  let text = '';
  while (text.length < count) {
    for (const byte of randomBytes(count)) {
      if (byte < unbiasedByteLimit && text.length < count) text += digits.charAt(byte % digits.length);
    }
  }
  return text;
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  while (text.length < checksumLength) {
    text = digits.charAt(rest % digits.length) + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}
