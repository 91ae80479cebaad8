import { Type } from '@sinclair/typebox';
import { requestId } from '../../openapi/answers.ts';
import { exactly } from '../../openapi/components.ts';
import { named } from '../../openapi/named.ts';
import type { OperationWords } from '../../openapi/operation.ts';
import { newSession, session } from './schema.ts';

const example = {
  user: 'alex',
  owner: 'default',
  scope: 'write',
  expiresAt: '2026-07-16T12:00:00.000Z',
  today: '2026-06-16',
  timeZone: 'Europe/Berlin',
};
const sessionAnswer = named('SessionAnswer', exactly({ data: session, requestId }));

/** Sessions are for pages: an agent has an API key. */
const agent = {
  riskLevel: 'low',
  requiresConfirmation: false,
  useWhen: 'A page signs a person in or out, or sets the password.',
  doNotUseWhen: 'You are an agent or a program: use an API key.',
  isTool: false,
} as const;

const errorsOfBody = ['invalid_json', 'invalid_field', 'unknown_field', 'payload_too_large'] as const;

/** The texts of the operations on sessions in the OpenAPI document. */
export const sessionOperations = {
  createSession: {
    tag: 'Session',
    summary: 'Sign in',
    description:
      'Signs in with an API key, a one-time code, a name and a password, or by the reverse proxy. Needs no authentication.\n\nThe session has the scope of the key, the code or the user, and ends with it, or 30 days after its last use. Send its token in the header X-Duebook-Session.',
    agent,
    success: {
      status: 201,
      description: 'The new session, with its token.',
      schema: named('NewSessionAnswer', exactly({ data: newSession, requestId })),
      example: { data: { token: 'dbk_s_4fK9…', ...example } },
    },
    errors: [...errorsOfBody, 'sign_in_failed', 'unknown_host'],
  },
  getSession: {
    tag: 'Session',
    summary: 'Get the session',
    description: 'Reads the session of the request, and what the server takes for today.',
    agent,
    success: { status: 200, description: 'The session.', schema: sessionAnswer, example: { data: example } },
    errors: [],
  },
  deleteSession: {
    tag: 'Session',
    summary: 'Sign out',
    description: 'Ends the session of the request.',
    agent,
    success: {
      status: 200,
      description: 'The session has ended.',
      schema: named('SessionEnd', exactly({ deleted: Type.Literal(true), requestId })),
      example: { deleted: true },
    },
    errors: [],
  },
  setPassword: {
    tag: 'Session',
    summary: 'Set the password',
    description:
      'Sets the password of the user who is signed in. The other sessions of the user end, and one-time codes that were not used become invalid.',
    agent,
    success: {
      status: 200,
      description: 'The session, which goes on.',
      schema: sessionAnswer,
      example: { data: example },
    },
    errors: [...errorsOfBody],
  },
} satisfies Readonly<Record<string, OperationWords>>;
