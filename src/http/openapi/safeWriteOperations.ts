import { Type } from '@sinclair/typebox';
import { AuditEntryPath } from '../schemas/reports.ts';
import { WriteQuery } from '../schemas/subscription.ts';
import { exactly, schemaRef } from './components.ts';
import { exampleSubscription } from './exampleSubscription.ts';
import { describeOperation } from './operation.ts';
import { exampleWarning, one, rehearsed } from './subscriptionOperations.ts';

const id = Type.String({ format: 'uuid' });
const warnings = Type.Optional(Type.Array(schemaRef('Warning')));
const stored = {
  action: Type.Union([Type.Literal('create'), Type.Literal('update')]),
  data: schemaRef('Subscription'),
};
const action = Type.Literal('delete');
const requestId = Type.String();

/** How the operations that write many things, or take one back, stand in the OpenAPI document. */
export const safeWriteOperations = {
  batchSubscriptions: describeOperation({
    operationId: 'batchSubscriptions',
    tag: 'Subscriptions',
    summary: 'Create, update and delete many at once',
    description:
      'Carries out up to 100 operations in their order: all of them, or, when one cannot be, none. Then error.faults tells each fault with the place of its operation. An update or a deletion may say in ifMatch which ETag its record must have when the batch begins. Each operation has an audit entry of its own and counts as a request; if fewer are left, none is made and none is counted. A batch that the stored records refuse is counted in full. The body may have 256 KiB.',
    agent: {
      riskLevel: 'high',
      requiresConfirmation: true,
      requiredScope: 'write',
      useWhen: 'The user has confirmed several changes that belong together; show what a dry run tells first.',
      doNotUseWhen: 'There is one change only, or some of them may be made without the others.',
    },
    query: WriteQuery,
    requestHeaders: ['Idempotency-Key'],
    success: {
      status: 200,
      description: 'All is done; the results are in the order of the operations.',
      schema: exactly({
        results: Type.Array(Type.Union([exactly(stored), exactly({ action, id, deleted: Type.Literal(true) })])),
        requestId,
      }),
      example: {
        results: [
          { action: 'create', data: exampleSubscription },
          { action: 'delete', id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a79', deleted: true },
        ],
      },
    },
    rehearsal: {
      description: 'A dry run: what each operation would store or remove. Ids of records to be created are not kept.',
      schema: exactly({
        dryRun: Type.Literal(true),
        results: Type.Array(
          Type.Union([exactly({ ...stored, warnings }), exactly({ action, id, data: schemaRef('Subscription') })]),
        ),
        requestId,
      }),
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
      'Puts back what the update of an audit entry changed, and nothing else, by an update of its own; its entry names the reverted one in metadata.reverts. The next payment date is computed anew when a date or the period is put back. If another write has changed one of the fields since, nothing is put back. A deletion cannot be taken back: its entries are gone with it. Takes no body.',
    agent: {
      riskLevel: 'medium',
      requiresConfirmation: true,
      requiredScope: 'write',
      useWhen:
        'The user wants an update undone and has confirmed which; take the id of its entry from the audit trail.',
      doNotUseWhen: 'Only some of its fields are to be put back: update the subscription instead.',
    },
    path: AuditEntryPath,
    query: WriteQuery,
    requestHeaders: ['If-Match', 'Idempotency-Key'],
    success: {
      status: 200,
      isTagged: true,
      description: 'The subscription as it is now stored.',
      schema: one,
      example: { data: exampleSubscription },
    },
    rehearsal: {
      description: 'A dry run: the subscription as it would be.',
      schema: rehearsed,
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
