import { Elysia } from 'elysia';
import { authenticate, type AuthenticationOptions } from './authentication.ts';

/** What every operation stands on: a request id, and a caller whose key has been checked before anything else is read. */
export type AuthenticatedApi = ReturnType<typeof authenticatedApi>;

/** The part of the pipeline that all operations share; each controller uses it. */
export function authenticatedApi(options: AuthenticationOptions) {
  return new Elysia({ name: 'authenticated-api', normalize: false })
    .decorate('requestId', '')
    .derive({ as: 'scoped' }, authenticate(options));
}
