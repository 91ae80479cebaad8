import { Type } from '@sinclair/typebox';
import { requestId, subscriptionChange } from '../../openapi/answers.ts';
import { auditEntry, exactly, pagination } from '../../openapi/components.ts';
import { named } from '../../openapi/named.ts';
import { reading, type OperationWords } from '../../openapi/operation.ts';
import { exampleSubscription } from '../subscriptions/example.ts';

/** The words of the audit trail in the OpenAPI document. */
export const auditOperations = {
  listAuditLog: {
    tag: 'Audit',
    summary: 'Read the trail of writes',
    description:
      'Each create and update with the state before and after it, newest first.\n\nThe entries of a deleted subscription are gone with it.',
    agent: reading(
      'The user asks what was changed, when and by which key.',
      'You only need the present state: read that.',
    ),
    requestHeaders: ['If-None-Match'],
    success: {
      status: 200,
      isTagged: true,
      description: 'One page of entries.',
      schema: named('AuditPage', exactly({ data: Type.Array(auditEntry), pagination, requestId })),
      example: {
        data: [
          {
            id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7a',
            subscriptionId: exampleSubscription.id,
            apiKeyId: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00',
            requestId: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b',
            action: 'subscription.create',
            metadata: { after: exampleSubscription },
            createdAt: '2026-06-16T08:00:00.000Z',
          },
        ],
        pagination: { limit: 50, offset: 0, hasMore: false },
      },
    },
    errors: ['invalid_pagination'],
  },
  revertAuditEntry: {
    tag: 'Audit',
    summary: 'Take an update back',
    description:
      'Puts back what one update changed, unless it has been changed again since. Creating and deleting cannot be taken back.\n\nThat is an update of its own; its entry names the reverted one in metadata.reverts. The next payment date is computed anew when a date or the period is put back. If another write has changed one of the fields since, nothing is put back. The entries of a deleted subscription are gone with it. Takes no body.',
    agent: {
      riskLevel: 'medium',
      requiresConfirmation: true,
      useWhen: 'The user has confirmed which update to undo; listAuditLog has its id.',
      doNotUseWhen: 'Only some of its fields are to be put back: update those.',
    },
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
    errors: ['invalid_audit_entry_id', 'unexpected_body', 'audit_entry_not_found', 'revert_conflict', 'not_revertible'],
  },
} satisfies Readonly<Record<string, OperationWords>>;
