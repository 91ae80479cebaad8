import { batchAnswer } from '../../openapi/answers.ts';
import { exampleSubscription } from '../subscriptions/example.ts';
import type { OperationWords } from '../../openapi/operation.ts';
import { exampleWarning } from '../subscriptions/operations.ts';

/** The texts of the batch in the OpenAPI document. */
export const batchOperationWords = {
  batchSubscriptions: {
    tag: 'Subscriptions',
    toolset: 'subscriptions',
    summary: 'Create, update, renew and delete many at once',
    description:
      'Carries out up to 100 operations in order: all of them, or none; then error.faults lists each fault.\n\nA fault has the index of its operation. A creation may have details, and an update has a patch, details or both; with details, the result and ifMatch are those of the record with its details. An update, a renewal or a deletion may have in ifMatch the ETag that its record must have when the batch begins. Each operation has its own audit entry and counts as one request; if fewer are left, nothing is done and nothing is counted. A batch that the stored records refuse is counted in full. The body may have 256 KiB.',
    agent: {
      riskLevel: 'high',
      requiresConfirmation: true,
      useWhen: 'The user has confirmed several changes, or fields and details of one.',
      doNotUseWhen: 'One other tool makes the change, or the changes are independent.',
    },
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
      'precondition_failed',
      'payload_too_large',
    ],
  },
} satisfies Readonly<Record<string, OperationWords>>;
