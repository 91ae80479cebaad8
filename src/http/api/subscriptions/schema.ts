import { Type } from '@sinclair/typebox';
import { detailFields } from '../../../domain/subscriptions/detailFields.ts';
import { subscriptionFields } from '../../../domain/subscriptions/fields.ts';
import { asParameter, named } from '../../openapi/named.ts';
import { bodyOf, wordsFor } from '../../validation/bodies.ts';
import { bodyPropertiesOf, fieldSchemaOf } from '../../validation/fieldSchemas.ts';
import { CalendarDay, Choice, SearchText, Uuid } from '../../validation/fieldTypes.ts';
import { pageParameters, WriteQuery } from '../../validation/queries.ts';
import { exampleDraft } from './example.ts';

const writable = bodyPropertiesOf(subscriptionFields);
const codes = { invalid: 'invalid_subscription', unknown: 'invalid_subscription_field' } as const;
const elsewhere = {
  entity: 'details',
  words: wordsFor(detailFields),
  path: 'PATCH /api/v1/subscriptions/{id}/details',
  tool: 'updateDetails',
};
const asDraft = bodyOf(subscriptionFields, { ...codes, entity: 'subscription', place: 'draft', elsewhere });
const asPatch = bodyOf(subscriptionFields, { ...codes, entity: 'subscription', place: 'patch', elsewhere });

/** The body that creates a subscription. */
export const SubscriptionDraftBody = named(
  'SubscriptionDraft',
  Type.Object(writable, { additionalProperties: false, examples: [exampleDraft], ...asDraft }),
);

/** The body that updates a subscription: at least one field of the draft. */
export const SubscriptionPatchBody = named(
  'SubscriptionPatch',
  Type.Partial(Type.Object(writable), {
    additionalProperties: false,
    minProperties: 1,
    examples: [{ status: 'paused' }],
    ...asPatch,
  }),
);

/** The path of one subscription. */
export const SubscriptionPath = Type.Object({
  id: Uuid({
    description: 'The id of the subscription.',
    examples: ['01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77'],
    'x-of': 'subscription',
  }),
});

/** The orders of a list; a leading `-` means descending. */
export const sorts = [
  'createdAt',
  '-createdAt',
  'nextPaymentDate',
  '-nextPaymentDate',
  'amount',
  '-amount',
  'name',
  '-name',
] as const;

/** The order of a list. */
export const SortOrder = named(
  'Sort',
  Choice(sorts, { default: '-createdAt', description: 'The order; a leading - means descending.' }),
);

const include = Type.Optional(
  named(
    'Include',
    Choice(['details'], {
      description: 'With details, each record has the member details, and the ETag is that of both.',
    }),
  ),
);

/** The query of the read of one subscription. */
export const SubscriptionQuery = Type.Object({ include }, { additionalProperties: false });

/** The query of the update of a subscription. */
export const UpdateQuery = Type.Object({ ...WriteQuery.properties, include }, { additionalProperties: false });

/** The query of the list of subscriptions. */
export const SubscriptionListQuery = Type.Object(
  {
    ...pageParameters,
    status: Type.Optional(asParameter(fieldSchemaOf(subscriptionFields, 'status'), 'Only those with this status.')),
    category: Type.Optional(SearchText({ description: 'Only those with exactly this category.' })),
    period: Type.Optional(
      asParameter(fieldSchemaOf(subscriptionFields, 'period'), 'Only those with this billing period.'),
    ),
    q: Type.Optional(
      SearchText({
        description: 'Only those whose name, or with include also notes and tags, contains this text, ignoring case.',
      }),
    ),
    expiringBefore: Type.Optional(
      CalendarDay({ description: 'Only those whose next payment is due on or before this day, such as 2026-07-31.' }),
    ),
    sort: SortOrder,
    include,
  },
  { additionalProperties: false },
);
