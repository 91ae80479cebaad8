import { detailFields } from '../../../domain/subscriptions/detailFields.ts';
import { subscriptionFields } from '../../../domain/subscriptions/fields.ts';
import { wordsFor } from '../../validation/bodies.ts';
import { patchBodyOf } from '../../validation/records.ts';

const elsewhere = {
  entity: 'patch',
  words: wordsFor(subscriptionFields),
  path: 'PATCH /api/v1/subscriptions/{id}',
};

/** The body that changes details: at least one of them. */
export const DetailsPatchBody = patchBodyOf('DetailsPatch', detailFields, { tags: ['family'] }, { elsewhere });
