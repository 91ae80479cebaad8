import { dayOfInstant } from '../../../core/billing/days.ts';
import { hasFurtherCurrencies, type Currencies } from '../../../core/billing/currencies.ts';
import type { SessionHolder } from '../../../core/access/principal.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import { invalidSession } from '../../../core/http/pipeline/authentication.ts';
import { jsonBody, noBody, refuseUnwantedBody } from '../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import { sharedErrorOf } from '../../../core/http/responses/writeErrors.ts';
import { NoQuery } from '../../../core/fields/queries.ts';
import { originsAt } from '../../../core/http/pipeline/writeOptions.ts';
import { codeAnswers } from './codes.ts';
import { ownSessionRoutes } from './ownSessions.ts';
import { passwordChanges, withoutUser } from './password.ts';
import { NewPasswordBody, SignInBody } from './schema.ts';
import { signIns, type SignInOptions } from './signIn.ts';

/** The dependencies of the operations on sessions. */
export interface SessionRouteOptions extends SignInOptions {
  /** The IANA time zone of "today". */
  readonly timeZone: string;
  /** The currencies of the server. */
  readonly currencies: Currencies;
  /** The prefix of every path; empty for the root. */
  readonly basePath: string;
}

const path = '/api/v1/session';

/** The operations on sessions: sign in, get, sign out, set the password, make a code, list and end those of the same user. */
export function sessionRoutes(options: SessionRouteOptions): readonly Route[] {
  const viewOf = shownSessions(options);
  return [
    ...signInRoutes(options, viewOf),
    passwordRoute(options, viewOf),
    codeRoute(options),
    ...ownSessionRoutes(options),
  ];
}

function signInRoutes(options: SessionRouteOptions, viewOf: ViewOf): readonly Route[] {
  const { quota, writes, clock, randomness, basePath } = options;
  const originOf = originsAt(clock);
  const signIn = signIns(options);
  return [
    route({
      operationId: 'createSession',
      method: 'POST',
      path,
      scope: null,
      query: NoQuery,
      body: jsonBody(SignInBody),
      takesNoOptions: true,
      stages: [],
      handle: async ({ request, requestId, body, set }) => {
        const { token, session } = await signIn({ request, requestId, body, set });
        set.status = 201;
        set.headers['location'] = `${basePath}${path}`;
        return { data: { token, ...viewOf(session) }, requestId };
      },
    }),
    route({
      operationId: 'getSession',
      method: 'GET',
      path,
      scope: 'read',
      needsSession: true,
      query: NoQuery,
      stages: [quota.charge],
      handle: ({ session, requestId }) => ({ data: viewOf(session), requestId }),
    }),
    route({
      operationId: 'deleteSession',
      method: 'DELETE',
      path,
      scope: 'read',
      needsSession: true,
      query: NoQuery,
      takesNoOptions: true,
      stages: [quota.charge],
      handle: async ({ caller, requestId }) => {
        const origin = { ...originOf(caller, requestId), auditEntryId: randomness.uuid() };
        const { outcome } = await writes.submit({ ...origin, kind: 'session.end', sessionId: caller.id });
        if (outcome !== 'ended') throw invalidSession();
        return { deleted: true, requestId };
      },
    }),
  ];
}

function passwordRoute(options: SessionRouteOptions, viewOf: ViewOf): Route {
  const setPassword = passwordChanges(options);
  return route({
    operationId: 'setPassword',
    method: 'POST',
    path: `${path}/password`,
    scope: 'read',
    needsSession: true,
    query: NoQuery,
    body: jsonBody(NewPasswordBody),
    takesNoOptions: true,
    stages: [options.quota.charge],
    handle: async ({ caller, session, body, requestId }) => {
      await setPassword({ requestId, caller, session, body });
      return { data: viewOf(session), requestId };
    },
  });
}

/** A code with which the user signs in on another device. */
function codeRoute(options: SessionRouteOptions): Route {
  const answerWithCode = codeAnswers(options, (result) => sharedErrorOf(result) ?? invalidSession());
  return route({
    operationId: 'createOwnSignInCode',
    method: 'POST',
    path: `${path}/code`,
    scope: 'read',
    needsSession: true,
    query: NoQuery,
    body: noBody,
    takesNoOptions: true,
    stages: [refuseUnwantedBody, options.quota.charge],
    handle: ({ caller, session: { user, scope }, requestId, set }) => {
      if (user === null) throw withoutUser();
      return answerWithCode({ caller, requestId, set }, { userId: user.id, scope });
    },
  });
}

type ViewOf = ReturnType<typeof shownSessions>;

function shownSessions({ store, clock, timeZone, currencies }: SessionRouteOptions) {
  // The page knows those of the contract.
  const further = hasFurtherCurrencies(currencies) ? { currencies: currencies.allowed } : {};
  return function viewOf({ ownerId, user, scope, expiresAt }: SessionHolder) {
    const household = store.sessions.householdOf(ownerId);
    if (household === undefined) throw invalidSession();
    const today = dayOfInstant(instantOf(clock), timeZone);
    return { user: user?.name ?? null, ...household, scope, expiresAt, today, timeZone, ...further };
  };
}
