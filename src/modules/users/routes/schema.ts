import { shownUserFields, userFields } from '../model.ts';
import { answerSchemaOf } from '../../../core/fields/fieldSchemas.ts';
import { draftBodyOf, patchBodyOf, recordsOf } from '../../../core/fields/records.ts';
import { named } from '../../../core/fields/schemaMarks.ts';

/** What the operations on users share. */
export const users = recordsOf({
  one: 'user',
  many: 'users',
  path: '/api/v1/users',
  missing: 'user_not_found',
  exampleId: userFields.id.example,
});

/** The body that creates a user. */
export const UserDraftBody = draftBodyOf('UserDraft', userFields, { name: 'alex', scope: 'write' });

/** The body that changes a user. */
export const UserPatchBody = patchBodyOf('UserPatch', shownUserFields, { scope: 'write' });

/** A user in an answer. */
export const user = named('User', answerSchemaOf(shownUserFields));
