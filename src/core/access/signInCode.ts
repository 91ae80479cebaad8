import type { RandomBytes } from './apiKey.ts';
import type { PrincipalKind } from './principal.ts';
import { sha256 } from '../runtime/host.ts';

/** What made a sign-in code: a kind of principal, or `self` for a session of the same user. */
export type CodeMaker = PrincipalKind | 'self';

/** How long a sign-in code is valid. */
export const codeSeconds = 15 * 60;
/** How long an invitation is valid. */
export const invitationSeconds = 7 * 86_400;

// Without I, L, O and U, which are mistaken for other characters: the digits of Crockford's base32.
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 4;
const groupLength = 4;
const codeForm = new RegExp(`^[${digits}]{${groups * groupLength}}$`);

/** A new sign-in code: 80 random bits as four groups of four characters, such as `7K2M-9XQD-04ZT-HBWC`. */
export function composeCode(randomBytes: RandomBytes): string {
  const characters = Array.from(randomBytes(groups * groupLength), (byte) => digits.charAt(byte % digits.length));
  return Array.from({ length: groups }, (_, group) =>
    characters.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-');
}

/**
 * The SHA-256 of a code, as 64 hexadecimal digits; undefined for a text that is not a code. Case, spaces and hyphens do
 * not matter, and the letters O, I and L are read as the digits that they resemble.
 */
export function hashCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return codeForm.test(code) ? sha256(code, 'hex') : undefined;
}

/**
 * The address of the sign-in page with a code. The code is in the fragment, which a browser does not send to the server.
 *
 * @param address the address of the server, with its base path
 * @param kind with `invitation`, the page first asks for a password
 */
export function signInLink(address: string, code: string, kind: 'code' | 'invitation' = 'code'): string {
  return `${address.replace(/\/$/, '')}/sign-in#${kind}=${code}`;
}
