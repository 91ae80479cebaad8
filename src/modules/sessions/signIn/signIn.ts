import { composeSessionToken, hashApiKey, startOfApiKey } from '../../../core/access/apiKey.ts';
import type { SessionHolder } from '../../../core/access/principal.ts';
import { sessionSeconds } from '../../../core/access/session.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import type { WriteDoor } from '../../../core/writer/queue.ts';
import type { AddressOf, AuthenticationFailure } from '../../../core/observability/requestEvents.ts';
import type { Quota } from '../../../core/http/pipeline/rateLimiter.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { hostNameOf, refuseForeignPage, servedHosts } from './hosts.ts';
import { signInFailed } from './failures.ts';
import { checkProofs, credentialsIn, type ProofOptions } from './proofs.ts';
import { hasProxyHeader } from './reverseProxy.ts';
import type { SignIn } from '../model.ts';

/** The dependencies of signing in. */
export interface SignInOptions extends ProofOptions {
  readonly quota: Quota;
  readonly writes: WriteDoor;
  readonly addressOf: AddressOf;
  /** Called for each sign-in that fails. */
  readonly onFailure: (failure: AuthenticationFailure) => void;
}

interface SignInContext {
  readonly request: Request;
  readonly requestId: string;
  readonly body: SignIn;
  readonly set: { readonly headers: Record<string, string | number> };
}

/** A new session and its token, which is not stored. */
export interface SignedIn {
  readonly token: string;
  readonly session: SessionHolder;
}

/** Gives a function that signs in. It throws an ApiError for a sign-in that is refused or fails. */
export function signIns(options: SignInOptions) {
  const { store, clock, randomness, writes, quota, failures, addressOf, onFailure } = options;
  const isServed = servedHosts(options.settings, store.sessions);
  const check = checkProofs(options);
  const now = () => instantOf(clock);

  return async function signIn({ request, requestId, body, set }: SignInContext): Promise<SignedIn> {
    refuseForeignPage(request, options.settings.publicUrl);
    const credentials = credentialsIn(body);
    const address = addressOf(request);
    const failed = (error: ApiError): ApiError => {
      onFailure({ reason: 'failed_sign_in', requestId, address });
      return error;
    };
    const hostName = hostNameOf(request);
    const isKnown = hostName !== undefined && isServed(hostName);
    // With a code somebody has shown that the service is theirs, so it is served under any name, which is remembered
    // unless they made the code for themselves.
    if (!isKnown && credentials.method !== 'code') throw unknownHost(hostName);
    const newHost = isKnown ? undefined : hostName;
    // The page tries this before it asks for anything, so it is no guess.
    if (credentials.method === 'proxy' && !hasProxyHeader(request, options.settings)) throw signInFailed();
    const checked = await check({ request, address, credentials, newHost });
    if (checked === undefined)
      throw failed(credentials.method === 'password' ? signInFailed() : failures.count(address));
    quota.charge({ caller: checked, set });
    const token = composeSessionToken(randomness.bytes);
    const result = await writes.submit({
      kind: 'session.create',
      actor: { kind: 'service', requestId },
      at: now(),
      auditEntryId: randomness.uuid(),
      id: randomness.uuid(),
      start: startOfApiKey(token),
      hash: hashApiKey(token),
      name: browserName(request.headers.get('user-agent')),
      expiresAt: instantOf(clock, sessionSeconds),
      proof: checked.proof,
    });
    const session = result.outcome === 'stored' ? store.sessions.findHolder(token, now) : undefined;
    // The key, code or user has ended meanwhile.
    if (session === undefined) throw failed(failures.count(address));
    return { token, session };
  };
}

function unknownHost(hostName: string | undefined): ApiError {
  if (hostName === undefined) {
    return new ApiError('unknown_host', {
      message: 'The Host header has no name that can be read.',
      suggestedFix: 'Send the name or the address of the server in the Host header.',
    });
  }
  return new ApiError('unknown_host', {
    message: `Sign-in is not served under ${hostName}.`,
    suggestedFix: `Add ${hostName} to the setting --allowed-hosts, set --public-url, or sign in once with the code that "duebook sign-in" prints.`,
  });
}

// In the order of the checks: most browsers also name others that they resemble.
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['DuckDuckGo', /\b(?:Ddg|DuckDuckGo)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//],
  // Others, such as those of Linux desktops, only resemble it.
  ['Safari', /\b(?:iPhone|iPad|iPod|Macintosh)\b.*\bSafari\//],
  ['curl', /^curl\//],
] as const;
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** A browser as a person recognises it, such as `Firefox on Windows`; null for an unknown one. */
export function browserName(userAgent: string | null): string | null {
  const [browser, system] = [nameIn(browsers, userAgent ?? ''), nameIn(systems, userAgent ?? '')];
  if (browser === undefined) return system ?? null;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function nameIn(known: readonly (readonly [string, RegExp])[], userAgent: string): string | undefined {
  return known.find(([, form]) => form.test(userAgent))?.[0];
}
