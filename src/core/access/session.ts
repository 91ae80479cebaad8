import type { Scope } from './scope.ts';

/** A valid session, as its user sees it. Instants are ISO 8601 UTC. */
export interface OwnSession {
  readonly id: string;
  /** The browser, as a person recognises it. */
  readonly name: string | null;
  readonly scope: Scope;
  readonly createdAt: string;
  /** The hour of the last use; null before the first one. */
  readonly lastUsedAt: string | null;
  readonly expiresAt: string;
}

/** How a session was signed in: with an API key, a one-time code, a password, or by the reverse proxy. */
export type SignInMethod = 'key' | 'code' | 'password' | 'proxy';

/** How long a session is valid, from its last extension. */
export const sessionSeconds = 30 * 86_400;
/** A session is extended when this much of its time has passed. */
export const extensionSeconds = 86_400;
/** The number of sessions of one user, or of one key, that are valid at the same time; a new one ends the oldest. */
export const sessionsMax = 50;
/** The number of ended sessions of one user, or of one key, that have changed nothing and are kept. */
export const endedSessionsMax = 200;
/** How long ended sessions that no audit entry names are kept. */
export const endedSessionSeconds = 30 * 86_400;
