import { Type, type Static } from '@sinclair/typebox';
import { hasFurtherCurrencies, type Currencies } from '../../core/billing/currencies.ts';
import { nullable } from '../../core/fields/define.ts';
import { CalendarDay, Flag, Instant, Uuid } from '../../core/fields/fieldTypes.ts';
import { idOf, named } from '../../core/fields/schemaMarks.ts';
import { Password, Secret } from '../../core/fields/textTypes.ts';
import { KeyEntry, ScopeField } from '../keys/model.ts';

/** The body that signs in: an API key, or a one-time code, or a name with a password, or `proxy`. */
export const SignIn = named(
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
export const NewPassword = named(
  'NewPassword',
  Type.Object(
    {
      current: Type.Optional(
        Secret({
          format: 'password',
          description: 'The present password. Not needed where the session says so: needsCurrent.',
          examples: ['correct horse battery'],
        }),
      ),
      new: Password({ examples: ['correct horse battery staple'] }),
    },
    { additionalProperties: false, examples: [{ current: 'correct horse battery', new: 'correct horse staple' }] },
  ),
);

export type SignIn = Static<typeof SignIn>;
export type NewPassword = Static<typeof NewPassword>;

const text = (description: string) => Type.String({ description });

const sessionMembers = {
  user: nullable(text('The name of the user; null after signing in with an API key.')),
  owner: text('The owner of the records.'),
  householdName: nullable(text('What its household is called, if it has a name.')),
  scope: ScopeField,
  expiresAt: Instant({ description: 'Extended by use, at most once a day.' }),
  hasWayBack: Flag({
    description: 'Whether the person can sign in again: with a password, a key, or by the reverse proxy.',
  }),
  needsCurrent: Flag({ description: 'Whether a new password needs the present one.' }),
  today: CalendarDay({ description: 'The day that the server takes for today.' }),
  timeZone: text('The time zone of today, such as Europe/Berlin.'),
  canSendMail: Flag({ description: 'Whether the server has a mail server, which channels of the type email need.' }),
  ratesBase: Type.Optional(text('The base of the exchange rates, if the owner has set some.')),
  fetchesRates: Type.Optional(
    Type.Boolean({ description: 'Whether the server fetches the rates of the European Central Bank.' }),
  ),
};

const furtherMembers = {
  currencies: Type.Optional(
    Type.Array(Type.String(), { description: 'The currencies that records may be given, in the order of choices.' }),
  ),
};

/** A session and a new one with its token, as a server with these currencies shows them. */
export function sessionSchemas(currencies: Currencies) {
  const members = { ...sessionMembers, ...(hasFurtherCurrencies(currencies) && furtherMembers) };
  const token = text('For the header X-Duebook-Session. It is shown only once.');
  const closed = { additionalProperties: false };
  return {
    Session: named('Session', Type.Object(members, closed)),
    NewSession: named('NewSession', Type.Object({ token, ...members }, closed)),
  };
}

/** The path of a session of the same user. */
export const SessionPath = Type.Object({
  id: Uuid({
    description: 'The id of the session.',
    examples: ['01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00'],
    'x-of': idOf('invalid_id', 'id from the list of your sessions (GET /api/v1/sessions)'),
  }),
});

const { id, createdAt, lastUsedAt } = KeyEntry.properties;

/** A valid session in the list of those of the same user. */
export const SessionEntry = named(
  'SessionEntry',
  Type.Object(
    {
      id,
      name: nullable(text('The browser.')),
      scope: ScopeField,
      createdAt,
      lastUsedAt,
      expiresAt: sessionMembers.expiresAt,
      current: Type.Boolean({ description: 'Whether it is the session of the request.' }),
    },
    { additionalProperties: false },
  ),
);

/** A one-time code. */
export const SignInCode = named(
  'SignInCode',
  Type.Object(
    {
      code: text('For one sign-in; shown this once.'),
      link: nullable(text('The page that signs in with the code; null while the server does not know its address.')),
      expiresAt: Instant({ description: 'ISO 8601, UTC.' }),
      scope: ScopeField,
    },
    { additionalProperties: false },
  ),
);
