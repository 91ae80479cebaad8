import { Type } from '@sinclair/typebox';
import { keyFields } from '../../../domain/keys/keyFields.ts';
import { exactly, instant, oneOf, uuid } from '../../openapi/components.ts';
import { idOf, named } from '../../validation/schemaMarks.ts';
import { bodyOf } from '../../validation/bodies.ts';
import { bodyPropertiesOf, fieldSchemaOf } from '../../validation/fieldSchemas.ts';
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

const instantOrNull = Type.Unsafe({ type: ['string', 'null'], format: 'date-time' });
const textOrNull = (description: string) => Type.Unsafe({ type: ['string', 'null'], description });

/** The scope of a key, a session or a user. */
export const scope = fieldSchemaOf(keyFields, 'scope');

/** The members of a key or a session in an answer. */
export const keyMembers = {
  id: uuid,
  name: textOrNull('The name of the key, or the browser of the session.'),
  kind: named('KeyKind', oneOf(keyFields.kind.words)),
  scope,
  start: Type.String({ description: 'The first characters of the key.' }),
  createdAt: instant,
  lastUsedAt: Type.Unsafe({ type: ['string', 'null'], format: 'date-time', description: 'To the hour.' }),
  expiresAt: instantOrNull,
  revokedAt: instantOrNull,
  user: textOrNull('The user of the session.'),
};

/** A key or a session in an answer. */
export const keyEntry = named('KeyEntry', exactly(keyMembers));

/** A key in the answer to its creation. */
export const createdKey = named(
  'CreatedKey',
  exactly({
    ...keyMembers,
    key: Type.Optional(
      Type.String({ description: 'The key itself: shown this once, and not in a dry run or a replayed answer.' }),
    ),
  }),
);
