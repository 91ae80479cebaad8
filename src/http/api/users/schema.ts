import { Type } from '@sinclair/typebox';
import { shownUserFields, userFields } from '../../../domain/users/userFields.ts';
import { exactly, instant } from '../../openapi/components.ts';
import { idOf, named } from '../../validation/schemaMarks.ts';
import { bodyOf } from '../../validation/bodies.ts';
import { answerSchemaOf, bodyPropertiesOf } from '../../validation/fieldSchemas.ts';
import { Uuid } from '../../validation/fieldTypes.ts';
import { scope } from '../keys/schema.ts';

/** The body that creates a user. */
export const UserDraftBody = named(
  'UserDraft',
  Type.Object(bodyPropertiesOf(userFields), {
    additionalProperties: false,
    examples: [{ name: 'alex', scope: 'write' }],
    ...bodyOf(userFields),
  }),
);

/** The path of a user. */
export const UserPath = Type.Object({
  id: Uuid({
    description: 'The id of the user.',
    examples: [userFields.id.example],
    'x-of': idOf('invalid_id', 'id from the list of users (GET /api/v1/users)', 'id from listUsers'),
  }),
});

/** A user in an answer. */
export const user = named('User', answerSchemaOf(shownUserFields));

/** A one-time code in an answer. */
export const signInCode = named(
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
