import { Type } from '@sinclair/typebox';
import { exactly, isDeleted, isDryRun, requestId, uuid } from '../../../core/http/openapi/components.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import { confirmed, type EntityWords } from '../../../core/http/openapi/words.ts';
import { exampleWarning, subscriptionsTag, warnings } from '../../subscriptions/routes/operations.ts';
import { exampleSubscription, Subscription } from '../../subscriptions/model.ts';
import { batchActions, byAction } from './schema.ts';

/** The results of a batch by their action; the union requires the action. In Rust, the tag of a union is in no variant. */
const batchResults = {
  create: storedBy('create', 'BatchCreated'),
  update: storedBy('update', 'BatchUpdated'),
  renew: storedBy('renew', 'BatchRenewed'),
  // It has `deleted` or, in a dry run, `data`; never both.
  delete: named(
    'BatchDeleted',
    exactly(
      { ...didOptionally('delete'), id: uuid, deleted: isDeleted, data: Type.Optional(Subscription) },
      { minProperties: 3, maxProperties: 3 },
    ),
  ),
};

function storedBy(action: string, name: string) {
  return named(name, exactly({ ...didOptionally(action), data: Subscription, warnings }));
}

function didOptionally(action: string) {
  return { action: Type.Optional(Type.Literal(action)) };
}

const never = { not: {} };

/** The answer: the outcome of each operation, in order. */
const batchAnswer = named(
  'BatchAnswer',
  exactly(
    {
      results: Type.Array(
        named(
          'BatchResult',
          Type.Union(Object.values(batchResults), {
            required: ['action'],
            ...byAction({
              create: 'BatchCreated',
              update: 'BatchUpdated',
              renew: 'BatchRenewed',
              delete: 'BatchDeleted',
            }),
          }),
        ),
      ),
      dryRun: Type.Optional(isDryRun),
      requestId,
    },
    {
      dependentSchemas: { dryRun: eachResult({ properties: { deleted: never } }) },
      // Only a dry run has a third property.
      if: { minProperties: 3 },
      else: eachResult({ properties: { warnings: never }, dependentSchemas: { id: { properties: { data: never } } } }),
    },
  ),
);

/** A condition on every result of a batch, beyond its own schema. */
function eachResult(items: object) {
  return { properties: { results: { items } } };
}

const operations: EntityWords['operations'] = {
  batchSubscriptions: {
    summary: 'Create, update, renew and delete many at once',
    description:
      'Carries out up to 100 operations in order: all of them, or none; then error.faults lists each fault.\n\nA fault has the index of its operation. A creation may have details, and an update has a patch, details or both; with details, the result and ifMatch are those of the record with its details. An update, a renewal or a deletion may have in ifMatch the ETag that its record must have when the batch begins. Each operation has its own audit entry and counts as one request; if fewer are left, nothing is done and nothing is counted. A batch that the stored records refuse is counted in full. The body may have 256 KiB.',
    agent: confirmed(
      'high',
      'The user has confirmed several changes, or fields and details of one.',
      'One other tool makes the change, or the changes are independent.',
    ),
    requestHeaders: ['Idempotency-Key'],
    success: {
      status: 200,
      description: 'All operations succeeded; the results have the order of the operations.',
      schema: batchAnswer,
      example: {
        results: [
          { action: 'create', data: exampleSubscription },
          { action: 'delete', id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a79', deleted: true },
        ],
      },
    },
    dryRun: {
      description: 'A dry run: what each operation would store or delete. Ids of records to create are not kept.',
      example: {
        dryRun: true,
        results: [{ action: 'create', data: exampleSubscription, warnings: [exampleWarning] }],
      },
    },
    errors: [
      'invalid_json',
      'invalid_batch',
      'unexpected_if_match',
      'invalid_subscription',
      'invalid_subscription_field',
      'invalid_subscription_id',
      'invalid_field',
      'unknown_field',
      'empty_patch',
      'subscription_not_found',
      'not_active',
      'renewal_conflict',
      'not_due',
      'not_renewable',
      'too_many_subscriptions',
      'too_many_payments',
      'precondition_failed',
      'payload_too_large',
    ],
  },
};

/** What the batch say in the OpenAPI document. */
export const batchWords: EntityWords = {
  tag: subscriptionsTag,
  toolset: 'subscriptions',
  operations,
  errorExamples: {
    invalid_batch: {
      field: 'action',
      suggestedFix: 'Send "create".',
      allowedValues: batchActions,
      faults: [
        { index: 2, code: 'invalid_batch', field: 'action', message: 'action must be one of the allowed values.' },
      ],
    },
  },
};
