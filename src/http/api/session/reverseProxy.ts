import { userNameLengthMax } from '../../../domain/users/user.ts';
import { isLabel } from '../../validation/fieldTypes.ts';

/** How the reverse proxy names the user who is signed in there. */
export interface ProxySettings {
  /** The header with the name; null when nobody signs in by the proxy. */
  readonly authHeader: string | null;
  /** The owner whose book new users may change; null when none are made. */
  readonly createFor: string | null;
}

/** Whether a request has the header in which the proxy names the user. It may be forged. */
export function hasProxyHeader({ headers }: Request, { authHeader }: ProxySettings): boolean {
  return authHeader !== null && headers.has(authHeader);
}

// Bun gives each byte of a header as one character.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

// A header that was sent twice is joined with a comma. Caddy sends its placeholder, such as {http.auth.user.id}, when it
// knows no name.
const notInNames = /[,{}]/;

/** The user whom the header of the proxy names; null without one. A name with a comma or braces is none. */
export function namedByProxy({ headers }: Request, header: string): string | null {
  const value = headers.get(header)?.trim();
  const name = value === undefined ? undefined : decoded(value);
  return name !== undefined && isLabel(name, userNameLengthMax) && !notInNames.test(name) ? name : null;
}

function decoded(bytes: string): string | undefined {
  try {
    return strictUtf8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}

/**
 * Whether a request comes from a page of the service itself or from a program. The proxy may recognise a user without a
 * secret of the page, so pages of other origins must not sign in by it.
 */
export function isFromOwnPage({ headers }: Request, publicUrl: string | null): boolean {
  const origin = headers.get('origin');
  if (origin === null) return true;
  const asked = URL.parse(origin);
  if (asked === null) return false;
  const known = publicUrl === null ? null : new URL(publicUrl);
  const isEncrypted = known?.host === asked.host ? known.protocol === 'https:' : isForwardedHttps(headers);
  // Whoever is on the network may have written a page that came without encryption.
  if (isEncrypted && asked.protocol !== 'https:') return false;
  const hosts = [headers.get('host'), headers.get('x-forwarded-host')].flatMap((host) => host ?? []);
  const own = hosts.map((host) => URL.parse(`${asked.protocol}//${host}`)?.host);
  return asked.host !== '' && [...own, known?.host].includes(asked.host);
}

function isForwardedHttps(headers: Headers): boolean {
  return /^https\b/i.test(headers.get('x-forwarded-proto') ?? '');
}
