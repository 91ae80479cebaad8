import { detailFields } from '../../detailModel.ts';
import { subscriptionFields } from '../../model.ts';
import { wordsFor } from '../../../../core/fields/bodies.ts';
import { patchBodyOf } from '../../../../core/fields/records.ts';

const elsewhere = {
  entity: 'patch',
  words: wordsFor(subscriptionFields),
  path: 'PATCH /api/v1/subscriptions/{id}',
};

/** The body that changes details: at least one of them. */
export const DetailsPatchBody = patchBodyOf('DetailsPatch', detailFields, { tags: ['family'] }, { elsewhere });
