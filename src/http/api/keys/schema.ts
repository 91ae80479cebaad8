import { Type } from '@sinclair/typebox';
import { credentialFields, keyFields } from '../../../domain/keys/keyFields.ts';
import { idOf, named } from '../../validation/schemaMarks.ts';
import { bodyOf } from '../../validation/bodies.ts';
import { answerSchemaOf, bodyPropertiesOf, fieldSchemaOf } from '../../validation/fieldSchemas.ts';
import { Uuid } from '../../validation/fieldTypes.ts';
import { pageParameters } from '../../validation/queries.ts';

/** The query of a list of keys or users. */
export const PageQuery = Type.Object(pageParameters, { additionalProperties: false });

/** The body that creates a key. */
export const KeyDraftBody = named(
  'KeyDraft',
  Type.Object(bodyPropertiesOf(keyFields), {
    additionalProperties: false,
    examples: [{ name: 'phone', scope: 'write' }],
    ...bodyOf(keyFields),
  }),
);

/** The path of a key or a session. */
export const KeyPath = Type.Object({
  id: Uuid({
    description: 'The id of the key or session.',
    examples: [keyFields.id.example],
    'x-of': idOf('invalid_id', 'id from the list of keys (GET /api/v1/keys)', 'id from listKeys'),
  }),
});

/** The scope of a key, a session or a user. */
export const scope = fieldSchemaOf(keyFields, 'scope');

/** A key or a session in an answer. */
export const keyEntry = named('KeyEntry', answerSchemaOf(credentialFields));

/** A key in the answer to its creation. */
export const createdKey = named('CreatedKey', answerSchemaOf({ ...credentialFields, key: keyFields.key }));
