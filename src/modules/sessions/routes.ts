import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { SessionHolder } from '../../core/access/principal.ts';
import { hasFurtherCurrencies, type Currencies } from '../../core/billing/currencies.ts';
import { dayOfInstant } from '../../core/billing/days.ts';
import { NoQuery } from '../../core/fields/queries.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { access, type AccessServices } from '../../core/http/access.ts';
import { alwaysTrue, answerOf, exactly, requestId as anyRequestId } from '../../core/http/openapi/components.ts';
import { forReading, answers } from '../../core/http/openapi/detail.ts';
import type { Success } from '../../core/http/openapi/words.ts';
import { invalidSession } from '../../core/http/pipeline/authentication.ts';
import { sharedErrorOf } from '../../core/http/responses/writeErrors.ts';
import { instantOf } from '../../core/runtime/system.ts';
import { sessionErrorExamples, unknownSession } from './errors.ts';
import { NewPassword, SessionEntry, SessionPath, sessionSchemas, SignIn } from './model.ts';
import { codeAnswer, codeAnswers } from './signIn/codes.ts';
import { hasWayBack, needsCurrent, passwordChanges, withoutUser } from './signIn/password.ts';
import { signIns, type SignInOptions } from './signIn/signIn.ts';
import type { ModuleWords } from '../../core/http/openapi/words.ts';

/** What the operations on sessions need. */
interface SessionServices extends SignInOptions, AccessServices {
  /** The IANA time zone of "today". */
  readonly timeZone: string;
  /** The currencies of the server. */
  readonly currencies: Currencies;
  /** Whether the server fetches exchange rates; by default it does not. */
  readonly fetchesRates?: boolean;
  /** The prefix of every path; empty for the root. */
  readonly basePath: string;
  readonly channels: { readonly canSendMail: boolean };
}

const example = {
  user: 'alex',
  owner: 'default',
  householdName: 'Elm Street 12',
  scope: 'write',
  expiresAt: '2026-07-16T12:00:00.000Z',
  hasWayBack: true,
  needsCurrent: true,
  today: '2026-06-16',
  timeZone: 'Europe/Berlin',
  canSendMail: true,
};

const exampleEntry = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00',
  name: 'Firefox on Linux',
  scope: 'write',
  createdAt: '2026-06-16T08:00:00.000Z',
  lastUsedAt: '2026-06-16T11:00:00.000Z',
  expiresAt: '2026-07-16T12:00:00.000Z',
  current: true,
};

const sessionEnd: Success = {
  status: 200,
  description: 'The session has ended.',
  schema: named('SessionEnd', exactly({ deleted: alwaysTrue('The session has ended.'), requestId: anyRequestId })),
  example: { deleted: true },
};

// Sessions are for pages: an agent has an API key.
const forPages = forReading({
  useWhen: 'A page signs a person in or out, or sets the password.',
  doNotUseWhen: 'You are an agent or a program: use an API key.',
});

/** What the document says of sessions. */
export const words = (): ModuleWords => ({
  tags: [{ name: 'Session', description: 'Signing in and out.' }],
  errorExamples: sessionErrorExamples,
});

/** The operations on sessions: that of the request, and those of the same user. */
export const routes = (services: SessionServices) => {
  const { store, clock, basePath, currencies } = services;
  const signIn = signIns(services);
  const setPassword = passwordChanges(services);
  const answerWithCode = codeAnswers(services, (result) => sharedErrorOf(result) ?? invalidSession());
  const viewOf = shownSessions(services);
  const { Session, NewSession } = sessionSchemas(currencies);
  const shown = { ...example, ...(hasFurtherCurrencies(currencies) && { currencies: currencies.allowed }) };
  const sessionAnswer = (description: string): Success => ({
    status: 200,
    description,
    schema: answerOf('SessionAnswer', Session),
    example: { data: shown },
  });
  return new Elysia({ prefix: '/api/v1', tags: ['Session'], normalize: false })
    .use(access(services))
    .post(
      '/session',
      async ({ request, requestId, body, set }) => {
        const { token, session } = await signIn({ request, requestId, body, set });
        set.status = 201;
        set.headers['location'] = `${basePath}/api/v1/session`;
        return { data: { token, ...viewOf(session) }, requestId };
      },
      {
        scope: null,
        takes: 'json',
        options: 'none',
        query: NoQuery,
        body: SignIn,
        detail: {
          operationId: 'createSession',
          summary: 'Sign in',
          description:
            'Signs in with an API key, a one-time code, a name and a password, or by the reverse proxy. Needs no authentication.\n\nThe session has the scope of the key, the code or the user, and ends with it, or 30 days after its last use. Send its token in the header X-Duebook-Session.',
          ...forPages,
          ...answers(
            {
              status: 201,
              description: 'The new session, with its token.',
              schema: answerOf('NewSessionAnswer', NewSession),
              example: { data: { token: 'dbk_s_4fK9…', ...shown } },
            },
            'sign_in_failed',
            'unknown_host',
            'origin_not_allowed',
          ),
        },
      },
    )
    .get('/session', ({ session, requestId }) => ({ data: viewOf(session), requestId }), {
      scope: 'read',
      session: true,
      quota: true,
      query: NoQuery,
      detail: {
        operationId: 'getSession',
        summary: 'Get the session',
        description: 'Reads the session of the request, and what the server takes for today.',
        ...forPages,
        ...answers(sessionAnswer('The session.')),
      },
    })
    .delete(
      '/session',
      async ({ caller, write, requestId }) => {
        const { outcome } = await write({ kind: 'session.end', sessionId: caller.id });
        if (outcome !== 'ended') throw invalidSession();
        return { deleted: true, requestId };
      },
      {
        scope: 'read',
        session: true,
        options: 'none',
        write: true,
        quota: true,
        query: NoQuery,
        detail: {
          operationId: 'deleteSession',
          summary: 'Sign out',
          description: 'Ends the session of the request.',
          ...forPages,
          ...answers(sessionEnd),
        },
      },
    )
    .post(
      '/session/password',
      async ({ session, write, body, requestId }) => {
        await setPassword({ session, write, body });
        return { data: viewOf(session), requestId };
      },
      {
        scope: 'read',
        session: true,
        takes: 'json',
        options: 'none',
        write: true,
        quota: true,
        query: NoQuery,
        body: NewPassword,
        detail: {
          operationId: 'setPassword',
          summary: 'Set the password',
          description:
            'Sets the password of the user who is signed in. The other sessions of the user end, and one-time codes that were not used become invalid.',
          ...forPages,
          ...answers(sessionAnswer('The session, which goes on.'), 'too_many_entries'),
        },
      },
    )
    .post(
      '/session/code',
      ({ call, session: { user, scope }, write }) => {
        if (user === null) throw withoutUser();
        return answerWithCode(call, write, { userId: user.id, scope });
      },
      {
        scope: 'read',
        session: true,
        takes: 'nothing',
        options: 'none',
        write: true,
        quota: true,
        query: NoQuery,
        detail: {
          operationId: 'createOwnSignInCode',
          summary: 'Make a one-time code for oneself',
          description:
            'Makes a code with which the user of the session signs in on another device, once, within 15 minutes, with the scope of the session.\n\nIt replaces an earlier code of the user. Takes no body.',
          ...forPages,
          ...answers(codeAnswer),
        },
      },
    )
    .get(
      '/sessions',
      ({ caller, requestId }) => {
        const sessions = store.sessions.listOwn(caller.id, instantOf(clock));
        return { data: sessions.map((one) => ({ ...one, current: one.id === caller.id })), requestId };
      },
      {
        scope: 'read',
        session: true,
        quota: true,
        query: NoQuery,
        detail: {
          operationId: 'listSessions',
          summary: 'List the own sessions',
          description:
            'Lists the valid sessions of the user who is signed in, newest first; in a session that was signed in with an API key, those of the key.',
          ...forPages,
          ...answers({
            status: 200,
            description: 'The sessions: 50 at most.',
            schema: answerOf('SessionList', Type.Array(SessionEntry)),
            example: { data: [exampleEntry] },
          }),
        },
      },
    )
    .delete(
      '/sessions/:id',
      async ({ write, params, requestId }) => {
        const { outcome } = await write({ kind: 'session.end', sessionId: params.id });
        if (outcome === 'missing') throw unknownSession();
        if (outcome !== 'ended') throw invalidSession();
        return { deleted: true, requestId };
      },
      {
        scope: 'read',
        session: true,
        options: 'none',
        write: true,
        quota: true,
        params: SessionPath,
        query: NoQuery,
        detail: {
          operationId: 'endSession',
          summary: 'End an own session',
          description:
            'Ends a session of the user who is signed in; in a session that was signed in with an API key, one of the key. Ending it again changes nothing.',
          ...forPages,
          ...answers(sessionEnd, 'session_not_found'),
        },
      },
    );
};

function shownSessions(services: SessionServices) {
  const { store, clock, timeZone, currencies, fetchesRates, channels } = services;
  // The page knows those of the contract.
  const further = {
    ...(fetchesRates === true && { fetchesRates }),
    ...(hasFurtherCurrencies(currencies) && { currencies: currencies.allowed }),
  };
  return function viewOf(session: SessionHolder) {
    const { ownerId, user, scope, expiresAt } = session;
    const household = store.sessions.householdOf(ownerId);
    const stored = user === null ? null : store.users.find(user.id);
    if (household === undefined || stored === undefined) throw invalidSession();
    const password = {
      hasWayBack: stored === null || hasWayBack(services, stored),
      needsCurrent: stored === null || needsCurrent(services, session, stored),
    };
    const today = dayOfInstant(instantOf(clock), timeZone);
    const { canSendMail } = channels;
    const ratesBase = store.rates.find(ownerId)?.base;
    const ofServer = { today, timeZone, canSendMail, ...(ratesBase !== undefined && { ratesBase }), ...further };
    return { user: user?.name ?? null, ...household, scope, expiresAt, ...password, ...ofServer };
  };
}
