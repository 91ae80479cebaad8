import { Type, type Static } from '@sinclair/typebox';
import { userNameLengthMax } from '../../core/access/user.ts';
import { draftOf, patchOf } from '../../core/fields/bodies.ts';
import { nullable } from '../../core/fields/define.ts';
import { Flag, Instant, Label, Uuid } from '../../core/fields/fieldTypes.ts';
import { recordsOf } from '../../core/fields/records.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { Name, Password } from '../../core/fields/textTypes.ts';
import { ScopeField } from '../keys/model.ts';

const exampleId = '01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00';

/** What an admin sends to create a user. */
export const UserDraft = draftOf(
  'UserDraft',
  {
    name: Name({
      maxLength: userNameLengthMax,
      description: 'The name to sign in with. No other user of the server has it, also not in another case.',
      examples: ['alex'],
      alsoCalled: ['username', 'user', 'login'],
    }),
    scope: ScopeField,
    password: Type.Optional(
      nullable(
        Password({
          description: 'Without one, the user signs in with one-time codes.',
          alsoCalled: ['pass', 'passwd', 'pwd', 'passphrase'],
        }),
      ),
    ),
  },
  {
    examples: [{ name: 'alex', scope: 'write' }],
    serverManaged: ['id', 'owner', 'hasPassword', 'createdAt'],
  },
);

/** What an admin sends to change a user. */
export const UserPatch = patchOf('UserPatch', Type.Omit(UserDraft, ['password']), { examples: [{ scope: 'write' }] });

/** A user, as the admins of an owner see it. */
export const User = named(
  'User',
  Type.Object(
    {
      id: Uuid({ examples: [exampleId] }),
      name: UserDraft.properties.name,
      owner: Label({ maxLength: userNameLengthMax }),
      scope: ScopeField,
      hasPassword: Flag(),
      createdAt: Instant({ description: 'ISO 8601, UTC.' }),
    },
    { additionalProperties: false },
  ),
);

export type UserPatch = Static<typeof UserPatch>;
export type UserRecord = Static<typeof User>;

/** What the operations on users share. */
export const userRecords = recordsOf({
  one: 'user',
  many: 'users',
  path: '/api/v1/users',
  missing: 'user_not_found',
  exampleId,
});
