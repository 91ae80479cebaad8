import { Type } from '@sinclair/typebox';
import { hasFurtherCurrencies, type Currencies } from '../../../core/billing/currencies.ts';
import { keyFields } from '../../keys/model.ts';
import { exactly, instant, requestId } from '../../../core/http/openapi/components.ts';
import { idOf, named } from '../../../core/fields/schemaMarks.ts';
import { keyEntry, scope } from '../../keys/routes/schema.ts';
import { Flag, Uuid } from '../../../core/fields/fieldTypes.ts';
import { Password, Secret } from '../../../core/fields/textTypes.ts';

/** The body that signs in: an API key, or a one-time code, or a name with a password, or `proxy`. */
export const SignInBody = named(
  'SignIn',
  Type.Object(
    {
      apiKey: Type.Optional(Secret({ description: 'An API key.', examples: ['dbk_w_4fK…'] })),
      code: Type.Optional(Secret({ description: 'A one-time code, in any case.', examples: ['7K2M-9XQD-04ZT-HBWC'] })),
      user: Type.Optional(Secret({ description: 'The name of a user, with password.', examples: ['admin'] })),
      password: Type.Optional(Secret({ format: 'password', examples: ['correct horse battery'] })),
      proxy: Type.Optional(Flag({ description: 'True: the reverse proxy names the user.', examples: [true] })),
    },
    {
      additionalProperties: false,
      description: 'Exactly one of apiKey, code, user with password, and proxy.',
      examples: [{ code: '7K2M-9XQD-04ZT-HBWC' }],
    },
  ),
);

/** The body that sets a password. */
export const NewPasswordBody = named(
  'NewPassword',
  Type.Object(
    {
      current: Type.Optional(
        Secret({
          format: 'password',
          description:
            'The present password. Not needed within 15 minutes after signing in with a one-time code of the scope of the user.',
          examples: ['correct horse battery'],
        }),
      ),
      new: Password({ examples: ['correct horse battery staple'] }),
    },
    { additionalProperties: false, examples: [{ current: 'correct horse battery', new: 'correct horse staple' }] },
  ),
);

const sessionMembers = {
  user: Type.Unsafe({
    type: ['string', 'null'],
    description: 'The name of the user; null after signing in with an API key.',
  }),
  owner: Type.String({ description: 'The owner of the records.' }),
  householdName: Type.Unsafe({
    type: ['string', 'null'],
    description: 'What its household is called, if it has a name.',
  }),
  scope,
  expiresAt: Type.String({ format: 'date-time', description: 'Extended by use, at most once a day.' }),
  today: Type.String({ format: 'date', description: 'The day that the server takes for today.' }),
  timeZone: Type.String({ description: 'The time zone of today, such as Europe/Berlin.' }),
};

const furtherMembers = {
  currencies: Type.Optional(
    Type.Array(Type.String(), { description: 'The currencies that records may be given, in the order of choices.' }),
  ),
};

/** The schemas of a session and of a new one with its token, in an answer of a server with these currencies. */
export function sessionSchemas(currencies: Currencies) {
  const members = { ...sessionMembers, ...(hasFurtherCurrencies(currencies) && furtherMembers) };
  const token = Type.String({ description: 'For the header X-Duebook-Session. It is shown only once.' });
  return {
    session: named('Session', exactly(members)),
    newSession: named('NewSession', exactly({ token, ...members })),
  };
}

/** The path of a session of the same user. */
export const SessionPath = Type.Object({
  id: Uuid({
    description: 'The id of the session.',
    examples: [keyFields.id.example],
    'x-of': idOf('invalid_id', 'id from the list of your sessions (GET /api/v1/sessions)'),
  }),
});

const members = keyEntry.properties;

/** A valid session in the list of those of the same user. */
export const sessionEntry = named(
  'SessionEntry',
  exactly({
    id: members.id,
    name: Type.Unsafe({ type: ['string', 'null'], description: 'The browser.' }),
    scope,
    createdAt: members.createdAt,
    lastUsedAt: members.lastUsedAt,
    expiresAt: sessionMembers.expiresAt,
    current: Type.Boolean({ description: 'Whether it is the session of the request.' }),
  }),
);

/** A one-time code in an answer. */
const signInCode = named(
  'SignInCode',
  exactly({
    code: Type.String({ description: 'For one sign-in; shown this once.' }),
    link: Type.Unsafe({
      type: ['string', 'null'],
      description: 'The page that signs in with the code; null while the server does not know its address.',
    }),
    expiresAt: instant,
    scope,
  }),
);

/** The answer with a new one-time code. */
export const signInCodeAnswer = named('SignInCodeAnswer', exactly({ data: signInCode, requestId }));

/** An example of it. */
export const signInCodeExample = {
  data: {
    code: '7K2M-9XQD-04ZT-HBWC',
    link: 'https://duebook.example/sign-in#code=7K2M-9XQD-04ZT-HBWC',
    expiresAt: '2026-06-16T08:15:00.000Z',
    scope: 'write',
  },
};
