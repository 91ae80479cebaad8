/** How a session was signed in: with an API key, a one-time code, a password, or by the reverse proxy. */
export type SignInMethod = 'key' | 'code' | 'password' | 'proxy';

/** How long a session is valid, from its last extension. */
export const sessionSeconds = 30 * 86_400;
/** A session is extended when this much of its time has passed. */
export const extensionSeconds = 86_400;
/** The number of sessions of one owner that are valid at the same time; a new one ends the oldest. */
export const sessionsMax = 50;
/** How long ended sessions that no audit entry names are kept. */
export const endedSessionSeconds = 30 * 86_400;
