import type { Scope } from './scope.ts';
import type { SignInMethod } from './session.ts';
import type { CodeMaker } from './signInCode.ts';

/**
 * The kinds of principal: an API key, a session of a signed-in user, or the service itself, which writes without a request
 * of a user. Each principal is a row among the keys.
 */
export type PrincipalKind = 'key' | 'session' | 'service';

/** The principal of a request and of its writes. */
export interface Principal {
  readonly kind: PrincipalKind;
  /** The id of its row among the keys. */
  readonly id: string;
  /** The owner of everything that it reads and writes. */
  readonly ownerId: number;
  readonly scope: Scope;
  /** The user of a session; absent for a key, and for a session that was signed in with one. */
  readonly userId?: string;
}

// A record, so that a new kind must be listed here before its tokens authenticate requests.
const bearerKinds = { key: true, session: false, service: false } as const satisfies Record<PrincipalKind, boolean>;

/** Whether the token of a principal of this kind is valid as a bearer token. */
export function isBearer(kind: PrincipalKind): boolean {
  return bearerKinds[kind];
}

/** A session, as the authentication of its requests finds it. Instants are ISO 8601 UTC. */
export interface SessionHolder extends Principal {
  readonly kind: 'session';
  readonly signedInBy: SignInMethod;
  /** What made the one-time code; null for another way to sign in. */
  readonly codeMadeBy: CodeMaker | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** The user; null for a session that was signed in with a key. */
  readonly user: { readonly id: string; readonly name: string } | null;
}
