import { Type } from '@sinclair/typebox';
import { named } from '../../validation/schemaMarks.ts';
import { addSynonyms } from '../../suggestions/fields.ts';
import { DetailsPatchBody } from '../details/schema.ts';
import {
  exampleDraft,
  paymentMembers,
  SubscriptionDraftBody,
  SubscriptionPatchBody,
  SubscriptionPath,
} from '../subscriptions/schema.ts';

/** The actions of a batch operation. */
export const batchActions = ['create', 'update', 'renew', 'delete'] as const;

addSynonyms({
  id: ['subscriptionid', 'subscription', 'uuid', 'entryid', 'auditentryid', 'auditid'],
  create: ['add', 'insert', 'new', 'post'],
  update: ['patch', 'change', 'modify', 'edit', 'put'],
  renew: ['pay', 'paid', 'markpaid', 'markaspaid'],
  delete: ['remove', 'destroy'],
});

/** The most operations of a batch. */
export const batchOperationsMax = 100;

const { id } = SubscriptionPath.properties;
const ifMatch = Type.Optional(
  Type.String({
    description:
      'The ETag of your last read of the record. If the record has another one when the batch begins, nothing is written and the answer is 412.',
    examples: ['"9a3f0c55e1d2b784"'],
  }),
);

/** The operations of a batch, by their action. */
export const batchOperations = {
  create: named(
    'BatchCreate',
    Type.Object(
      { action: Type.Literal('create'), subscription: SubscriptionDraftBody, details: Type.Optional(DetailsPatchBody) },
      { additionalProperties: false },
    ),
  ),
  update: named(
    'BatchUpdate',
    Type.Object(
      {
        action: Type.Literal('update'),
        id,
        ifMatch,
        patch: Type.Optional(SubscriptionPatchBody),
        details: Type.Optional(DetailsPatchBody),
      },
      {
        additionalProperties: false,
        description: 'Needs patch, details, or both.',
        // The action, the id, and one of these.
        minProperties: 3,
        dependentSchemas: { ifMatch: { minProperties: 4 } },
      },
    ),
  ),
  renew: named(
    'BatchRenew',
    Type.Object(
      { action: Type.Literal('renew'), id, ifMatch, ...paymentMembers },
      { additionalProperties: false, description: 'As renewSubscription.' },
    ),
  ),
  delete: named(
    'BatchDelete',
    Type.Object({ action: Type.Literal('delete'), id, ifMatch }, { additionalProperties: false }),
  ),
};

/** The body of a batch. */
export const BatchBody = named(
  'Batch',
  Type.Object(
    {
      operations: Type.Array(
        named(
          'BatchOperation',
          Type.Union(
            [batchOperations.create, batchOperations.update, batchOperations.renew, batchOperations.delete],
            byAction({ create: 'BatchCreate', update: 'BatchUpdate', renew: 'BatchRenew', delete: 'BatchDelete' }),
          ),
        ),
        {
          minItems: 1,
          maxItems: batchOperationsMax,
          description: 'The operations, in this order: all of them, or none.',
        },
      ),
    },
    {
      additionalProperties: false,
      examples: [{ operations: [{ action: 'create', subscription: exampleDraft }] }],
    },
  ),
);

/** A discriminator: the name of the schema for each action. */
export function byAction(names: Readonly<Record<(typeof batchActions)[number], string>>) {
  const mapping = Object.entries(names).map(([action, name]) => [action, `#/components/schemas/${name}`]);
  return { discriminator: { propertyName: 'action', mapping: Object.fromEntries(mapping) as Record<string, string> } };
}
