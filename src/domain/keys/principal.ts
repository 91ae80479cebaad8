/** The kinds of principal: an API key, a session of a user, or the service itself. */
export type PrincipalKind = 'key' | 'session' | 'service';
