import { Type } from '@sinclair/typebox';
import { hasFurtherCurrencies, type Currencies } from '../../../core/billing/currencies.ts';
import { alwaysTrue, exactly, requestId } from '../../../core/http/openapi/components.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import type { ErrorExamples } from '../../../core/http/openapi/errorResponses.ts';
import type { EntityWords, Tag } from '../../../core/http/openapi/words.ts';
import { sessionEntry, sessionSchemas, signInCodeAnswer, signInCodeExample } from './schema.ts';

const example = {
  user: 'alex',
  owner: 'default',
  householdName: 'Elm Street 12',
  scope: 'write',
  expiresAt: '2026-07-16T12:00:00.000Z',
  today: '2026-06-16',
  timeZone: 'Europe/Berlin',
};
const sessionEnd = named('SessionEnd', exactly({ deleted: alwaysTrue('The session has ended.'), requestId }));

/** Sessions are for pages: an agent has an API key. */
const agent = {
  riskLevel: 'low',
  requiresConfirmation: false,
  useWhen: 'A page signs a person in or out, or sets the password.',
  doNotUseWhen: 'You are an agent or a program: use an API key.',
} as const;

const errorsOfBody = ['invalid_json', 'invalid_field', 'unknown_field', 'payload_too_large'] as const;

const tag: Tag = { name: 'Session', description: 'Signing in and out.' };

/** The operations that answer with a session. */
function operationsOnSession(currencies: Currencies): EntityWords['operations'] {
  const { session, newSession } = sessionSchemas(currencies);
  const shown = { ...example, ...(hasFurtherCurrencies(currencies) && { currencies: currencies.allowed }) };
  const sessionAnswer = named('SessionAnswer', exactly({ data: session, requestId }));
  return {
    createSession: {
      summary: 'Sign in',
      description:
        'Signs in with an API key, a one-time code, a name and a password, or by the reverse proxy. Needs no authentication.\n\nThe session has the scope of the key, the code or the user, and ends with it, or 30 days after its last use. Send its token in the header X-Duebook-Session.',
      agent,
      success: {
        status: 201,
        description: 'The new session, with its token.',
        schema: named('NewSessionAnswer', exactly({ data: newSession, requestId })),
        example: { data: { token: 'dbk_s_4fK9…', ...shown } },
      },
      errors: [...errorsOfBody, 'sign_in_failed', 'unknown_host', 'origin_not_allowed'],
    },
    getSession: {
      summary: 'Get the session',
      description: 'Reads the session of the request, and what the server takes for today.',
      agent,
      success: { status: 200, description: 'The session.', schema: sessionAnswer, example: { data: shown } },
      errors: [],
    },
    setPassword: {
      summary: 'Set the password',
      description:
        'Sets the password of the user who is signed in. The other sessions of the user end, and one-time codes that were not used become invalid.',
      agent,
      success: {
        status: 200,
        description: 'The session, which goes on.',
        schema: sessionAnswer,
        example: { data: shown },
      },
      errors: [...errorsOfBody, 'too_many_entries'],
    },
  };
}

const otherOperations: EntityWords['operations'] = {
  deleteSession: {
    summary: 'Sign out',
    description: 'Ends the session of the request.',
    agent,
    success: {
      status: 200,
      description: 'The session has ended.',
      schema: sessionEnd,
      example: { deleted: true },
    },
    errors: [],
  },
  createOwnSignInCode: {
    summary: 'Make a one-time code for oneself',
    description:
      'Makes a code with which the user of the session signs in on another device, once, within 15 minutes, with the scope of the session.\n\nIt replaces an earlier code of the user. Takes no body.',
    agent,
    success: {
      status: 201,
      hasNoLocation: true,
      description: 'The code.',
      schema: signInCodeAnswer,
      example: signInCodeExample,
    },
    errors: ['unexpected_body'],
  },
  listSessions: {
    summary: 'List the own sessions',
    description:
      'Lists the valid sessions of the user who is signed in, newest first; in a session that was signed in with an API key, those of the key.',
    agent,
    success: {
      status: 200,
      description: 'The sessions: 50 at most.',
      schema: named('SessionList', exactly({ data: Type.Array(sessionEntry), requestId })),
      example: {
        data: [
          {
            id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00',
            name: 'Firefox on Linux',
            scope: 'write',
            createdAt: '2026-06-16T08:00:00.000Z',
            lastUsedAt: '2026-06-16T11:00:00.000Z',
            expiresAt: '2026-07-16T12:00:00.000Z',
            current: true,
          },
        ],
      },
    },
    errors: [],
  },
  endSession: {
    summary: 'End an own session',
    description:
      'Ends a session of the user who is signed in; in a session that was signed in with an API key, one of the key. Ending it again changes nothing.',
    agent,
    success: {
      status: 200,
      description: 'The session has ended.',
      schema: sessionEnd,
      example: { deleted: true },
    },
    errors: ['invalid_id', 'session_not_found'],
  },
};

const errorExamples: ErrorExamples = {
  sign_in_failed: { suggestedFix: 'Sign in with a one-time code: "duebook sign-in" prints one.' },
  session_required: { suggestedFix: 'Sign in with POST /api/v1/session, and send its token in X-Duebook-Session.' },
  unknown_host: {
    suggestedFix:
      'Add duebook.example.org to --allowed-hosts, or sign in once with the code that "duebook sign-in" prints.',
  },
  session_not_found: { suggestedFix: 'List your sessions (GET /api/v1/sessions) and take an id from there.' },
};

/** What sessions say in the OpenAPI document of a server with these currencies. */
export function sessionWords(currencies: Currencies): EntityWords {
  return {
    tag,
    toolset: null,
    operations: { ...operationsOnSession(currencies), ...otherOperations },
    errorExamples,
  };
}
