import type { DraftOf, FieldTable, ViewOf } from '../../core/fields/fieldTable.ts';
import { keyFields } from '../keys/model.ts';
import { userNameLengthMax } from '../../core/access/user.ts';

/** The fields of a user, as an admin of an owner creates one. */
export const userFields = {
  id: { kind: 'uuid', isServerManaged: true, example: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00' },
  name: {
    kind: 'name',
    lengthMax: userNameLengthMax,
    isRequired: true,
    isTrimmed: true,
    description: 'The name to sign in with. No other user of the server has it, also not in another case.',
    example: 'alex',
    alsoCalled: ['username', 'user', 'login'],
  },
  owner: { kind: 'label', lengthMax: userNameLengthMax, isServerManaged: true, example: 'default' },
  scope: keyFields.scope,
  password: {
    kind: 'password',
    isNullable: true,
    description: 'Without one, the user signs in with one-time codes.',
    example: 'correct horse battery',
    alsoCalled: ['pass', 'passwd', 'pwd', 'passphrase'],
  },
  hasPassword: { kind: 'flag', isServerManaged: true, example: true },
  createdAt: keyFields.createdAt,
} as const satisfies FieldTable;

/** What an admin sends to create a user. */
export type UserDraft = DraftOf<typeof userFields>;

const { password: _password, ...shown } = userFields;

/** The fields of a user in an answer. */
export const shownUserFields = shown;

/** A change of a user by an admin. */
export type UserPatch = Partial<DraftOf<typeof shown>>;

/** A user, as the admins of an owner see it. Instants are ISO 8601 UTC. */
export type UserRecord = ViewOf<typeof shown>;
