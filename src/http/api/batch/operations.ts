import { batchAnswer } from '../../openapi/answers.ts';
import { exampleSubscription } from '../subscriptions/example.ts';
import type { OperationWords } from '../../openapi/operation.ts';
import { exampleWarning } from '../subscriptions/operations.ts';

/** The words of the batch in the OpenAPI document. */
export const batchOperationWords = {
  batchSubscriptions: {
    tag: 'Subscriptions',
    summary: 'Create, update and delete many at once',
    description:
      'Carries out up to 100 operations in order: all of them, or none; then error.faults has each fault.\n\nA fault has the place of its operation. An update or a deletion may say in ifMatch which ETag its record must have when the batch begins. Each operation has an audit entry of its own and counts as a request; if fewer are left, none is made and none is counted. A batch that the stored records refuse is counted in full. The body may have 256 KiB.',
    agent: {
      riskLevel: 'high',
      requiresConfirmation: true,
      useWhen: 'The user has seen a dry run of several changes and confirmed them.',
      doNotUseWhen: 'There is one change only, or some may be made without the others.',
    },
    requestHeaders: ['Idempotency-Key'],
    success: {
      status: 200,
      description: 'All is done; the results are in the order of the operations.',
      schema: batchAnswer,
      example: {
        results: [
          { action: 'create', data: exampleSubscription },
          { action: 'delete', id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a79', deleted: true },
        ],
      },
    },
    dryRun: {
      description: 'A dry run: what each operation would store or remove. Ids of records to be created are not kept.',
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
      'empty_patch',
      'subscription_not_found',
      'precondition_failed',
      'payload_too_large',
    ],
  },
} satisfies Readonly<Record<string, OperationWords>>;
