import { Type } from '@sinclair/typebox';
import { shownUserFields, userFields } from '../../../domain/users/userFields.ts';
import { idOf, named } from '../../validation/schemaMarks.ts';
import { bodyOf } from '../../validation/bodies.ts';
import { answerSchemaOf, bodyPropertiesOf } from '../../validation/fieldSchemas.ts';
import { Uuid } from '../../validation/fieldTypes.ts';

/** The body that creates a user. */
export const UserDraftBody = named(
  'UserDraft',
  Type.Object(bodyPropertiesOf(userFields), {
    additionalProperties: false,
    examples: [{ name: 'alex', scope: 'write' }],
    ...bodyOf(userFields),
  }),
);

/** The body that changes a user. */
export const UserPatchBody = named(
  'UserPatch',
  Type.Partial(Type.Object(bodyPropertiesOf(shownUserFields)), {
    additionalProperties: false,
    minProperties: 1,
    examples: [{ scope: 'write' }],
    ...bodyOf(shownUserFields),
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
