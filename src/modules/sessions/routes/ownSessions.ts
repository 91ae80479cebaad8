import { instantOf } from '../../../core/runtime/system.ts';
import { invalidSession } from '../../../core/http/pipeline/authentication.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { NoQuery } from '../../../core/fields/queries.ts';
import { originsAt } from '../../../core/http/pipeline/writeOptions.ts';
import { SessionPath } from './schema.ts';

type OwnSessionOptions = Pick<RouteOptions, 'quota' | 'writes' | 'clock' | 'randomness'> & {
  readonly store: Pick<RouteOptions['store'], 'sessions'>;
};

const path = '/api/v1/sessions';

/** The operations on the sessions of the same user, or of the same key: list, end. */
export function ownSessionRoutes({ quota, store, writes, clock, randomness }: OwnSessionOptions): readonly Route[] {
  const originOf = originsAt(clock);
  return [
    route({
      operationId: 'listSessions',
      method: 'GET',
      path,
      scope: 'read',
      needsSession: true,
      query: NoQuery,
      stages: [quota.charge],
      handle: ({ caller, requestId }) => {
        const sessions = store.sessions.listOwn(caller.id, instantOf(clock));
        return { data: sessions.map((one) => ({ ...one, current: one.id === caller.id })), requestId };
      },
    }),
    route({
      operationId: 'endSession',
      method: 'DELETE',
      path: `${path}/:id`,
      scope: 'read',
      needsSession: true,
      params: SessionPath,
      query: NoQuery,
      takesNoOptions: true,
      stages: [quota.charge],
      handle: async ({ caller, params, requestId }) => {
        const origin = { ...originOf(caller, requestId), auditEntryId: randomness.uuid() };
        const result = await writes.submit({ ...origin, kind: 'session.end', sessionId: params.id.toLowerCase() });
        if (result.outcome === 'missing') throw unknownSession();
        if (result.outcome !== 'ended') throw invalidSession();
        return { deleted: true, requestId };
      },
    }),
  ];
}

function unknownSession(): ApiError {
  return new ApiError('session_not_found', {
    suggestedFix: `List your sessions (GET ${path}) and take an id from there.`,
  });
}
