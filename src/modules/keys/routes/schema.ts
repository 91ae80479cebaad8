import { credentialFields, keyFields } from '../model.ts';
import { answerSchemaOf, fieldSchemaOf } from '../../../core/fields/fieldSchemas.ts';
import { draftBodyOf, recordsOf } from '../../../core/fields/records.ts';
import { named } from '../../../core/fields/schemaMarks.ts';

/** What the operations on keys and sessions share. */
export const keys = recordsOf({
  one: 'key or session',
  many: 'keys',
  path: '/api/v1/keys',
  missing: 'key_not_found',
  exampleId: keyFields.id.example,
});

/** The body that creates a key. */
export const KeyDraftBody = draftBodyOf('KeyDraft', keyFields, { name: 'phone', scope: 'write' });

/** The scope of a key, a session or a user. */
export const scope = fieldSchemaOf(keyFields, 'scope');

/** A key or a session in an answer. */
export const keyEntry = named('KeyEntry', answerSchemaOf(credentialFields));

/** A key in the answer to its creation. */
export const createdKey = named('CreatedKey', answerSchemaOf({ ...credentialFields, key: keyFields.key }));
