import { Type } from '@sinclair/typebox';
import { detailFields } from '../../../domain/subscriptions/detailFields.ts';
import { subscriptionFields } from '../../../domain/subscriptions/fields.ts';
import { named } from '../../validation/schemaMarks.ts';
import { bodyOf, wordsFor } from '../../validation/bodies.ts';
import { bodyPropertiesOf } from '../../validation/fieldSchemas.ts';

const elsewhere = {
  entity: 'patch',
  words: wordsFor(subscriptionFields),
  path: 'PATCH /api/v1/subscriptions/{id}',
  tool: 'updateSubscription',
};

/** The body that changes details: at least one of them. */
export const DetailsPatchBody = named(
  'DetailsPatch',
  Type.Partial(Type.Object(bodyPropertiesOf(detailFields)), {
    additionalProperties: false,
    minProperties: 1,
    examples: [{ tags: ['family'] }],
    ...bodyOf(detailFields, { elsewhere }),
  }),
);
