import { AuditEntryPath } from '../analytics/schema.ts';
import { WriteQuery } from '../subscriptions/schema.ts';
import { batchAnswer, subscriptionChange } from '../../openapi/answers.ts';
import { exampleSubscription } from '../subscriptions/example.ts';
import { describeOperation } from '../../openapi/operation.ts';
import { exampleWarning } from '../subscriptions/operations.ts';

/** How the operations that write many things, or take one back, stand in the OpenAPI document. */
export const safeWriteOperations = {
  batchSubscriptions: describeOperation({
    operationId: 'batchSubscriptions',
    tag: 'Subscriptions',
    summary: 'Create, update and delete many at once',
    description:
      'Carries out up to 100 operations in order: all of them, or none; then error.faults has each fault.\n\nA fault has the place of its operation. An update or a deletion may say in ifMatch which ETag its record must have when the batch begins. Each operation has an audit entry of its own and counts as a request; if fewer are left, none is made and none is counted. A batch that the stored records refuse is counted in full. The body may have 256 KiB.',
    agent: {
      riskLevel: 'high',
      requiresConfirmation: true,
      requiredScope: 'write',
      useWhen: 'The user has seen a dry run of several changes and confirmed them.',
      doNotUseWhen: 'There is one change only, or some may be made without the others.',
    },
    query: WriteQuery,
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
      'insufficient_scope',
      'subscription_not_found',
      'precondition_failed',
      'payload_too_large',
    ],
  }),
  revertAuditEntry: describeOperation({
    operationId: 'revertAuditEntry',
    tag: 'Audit',
    summary: 'Take an update back',
    description:
      'Puts back what one update changed, unless it has been changed again since. Creating and deleting cannot be taken back.\n\nThat is an update of its own; its entry names the reverted one in metadata.reverts. The next payment date is computed anew when a date or the period is put back. If another write has changed one of the fields since, nothing is put back. The entries of a deleted subscription are gone with it. Takes no body.',
    agent: {
      riskLevel: 'medium',
      requiresConfirmation: true,
      requiredScope: 'write',
      useWhen: 'The user has confirmed which update to undo; listAuditLog has its id.',
      doNotUseWhen: 'Only some of its fields are to be put back: update those.',
    },
    path: AuditEntryPath,
    query: WriteQuery,
    requestHeaders: ['If-Match', 'Idempotency-Key'],
    success: {
      status: 200,
      isTagged: true,
      description: 'The subscription as it is now stored.',
      schema: subscriptionChange,
      example: { data: exampleSubscription },
    },
    dryRun: {
      description: 'A dry run: the subscription as it would be.',
      example: { data: exampleSubscription, dryRun: true },
    },
    errors: [
      'invalid_audit_entry_id',
      'unexpected_body',
      'insufficient_scope',
      'audit_entry_not_found',
      'revert_conflict',
      'not_revertible',
    ],
  }),
};
