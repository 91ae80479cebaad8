import { withoutApiKeys } from '../../../core/access/apiKey.ts';
import { userNameLengthMax } from '../../../core/access/user.ts';
import { isName } from '../../../core/fields/textTypes.ts';

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
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

// A header that was sent twice is joined with a comma. Caddy sends its placeholder, such as {http.auth.user.id}, when it
// knows no name.
const notInNames = /[,{}]/;
// What a header Authorization has, and a JSON Web Token.
const foreignToken = /^(?:[Bb]earer|[Bb]asic) |^eyJ[\w-]{10,}\./;

/**
 * The user whom the header of the proxy names; null without one. A name with a comma or braces is none, and neither is a key
 * or token, of ours or of another service: a mistake in the proxy would store it in plain text.
 */
export function namedByProxy({ headers }: Request, header: string): string | null {
  const value = headers.get(header);
  // Only what HTTP calls white space is no part of the name, and only after decoding: the last byte of "à" is A0, the
  // no-break space of Latin-1.
  const name = value === null ? undefined : decoded(value)?.replaceAll(/^[ \t]+|[ \t]+$/g, '');
  if (name === undefined || !isName(name, userNameLengthMax) || notInNames.test(name)) return null;
  return withoutApiKeys(name) === name && !foreignToken.test(name) ? name : null;
}

function decoded(bytes: string): string | undefined {
  try {
    return strictUtf8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}

/**
 * Whether the page that sends a request came with the encryption that the service has. The proxy may recognise a user
 * without a secret of the page, and whoever is on the network may have written a page that came without encryption.
 */
export function hasEncryptionOfService({ headers }: Request, publicUrl: string | null): boolean {
  const origin = headers.get('origin');
  const asked = origin === null ? null : URL.parse(origin);
  if (asked === null) return origin === null;
  const known = publicUrl === null ? null : new URL(publicUrl);
  const isEncrypted = known?.host === asked.host ? known.protocol === 'https:' : isForwardedHttps(headers);
  return !isEncrypted || asked.protocol === 'https:';
}

function isForwardedHttps(headers: Headers): boolean {
  return /^https\b/i.test(headers.get('x-forwarded-proto') ?? '');
}
