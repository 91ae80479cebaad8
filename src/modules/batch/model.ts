import { Type } from '@sinclair/typebox';
import { named } from '../../core/fields/schemaMarks.ts';
import {
  DetailsBody,
  exampleDraft,
  paymentMembers,
  SubscriptionPath,
  type SubscriptionBodies,
} from '../subscriptions/model.ts';

/** The actions of a batch operation. */
export const batchActions = ['create', 'update', 'renew', 'delete'] as const;

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

const operationsOnStored = {
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

/** The operations of a batch, by their action, with these bodies. */
function operationsWith({ draft, patch }: SubscriptionBodies) {
  return {
    create: named(
      'BatchCreate',
      Type.Object(
        { action: Type.Literal('create'), subscription: draft, details: Type.Optional(DetailsBody) },
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
          patch: Type.Optional(patch),
          details: Type.Optional(DetailsBody),
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
    ...operationsOnStored,
  };
}

/** The body of a batch. */
function bodyWith({ create, update, renew, delete: removal }: ReturnType<typeof operationsWith>) {
  const operation = named(
    'BatchOperation',
    Type.Union(
      [create, update, renew, removal],
      byAction({ create: 'BatchCreate', update: 'BatchUpdate', renew: 'BatchRenew', delete: 'BatchDelete' }),
    ),
  );
  return named(
    'Batch',
    Type.Object(
      {
        operations: Type.Array(operation, {
          minItems: 1,
          maxItems: batchOperationsMax,
          description: 'The operations, in this order: all of them, or none.',
        }),
      },
      {
        additionalProperties: false,
        examples: [{ operations: [{ action: 'create', subscription: exampleDraft }] }],
      },
    ),
  );
}

/** The schemas of a batch on a server with these bodies: the body of the request, and its operations by their action. */
export function batchSchemas(bodies: SubscriptionBodies) {
  const operations = operationsWith(bodies);
  return { ...bodies, operations, body: bodyWith(operations) };
}

/** The {@link batchSchemas} of a server. */
export type BatchSchemas = ReturnType<typeof batchSchemas>;

/** A discriminator: the name of the schema for each action. */
export function byAction(names: Readonly<Record<(typeof batchActions)[number], string>>) {
  const mapping = Object.entries(names).map(([action, name]) => [action, `#/components/schemas/${name}`]);
  return { discriminator: { propertyName: 'action', mapping: Object.fromEntries(mapping) as Record<string, string> } };
}
