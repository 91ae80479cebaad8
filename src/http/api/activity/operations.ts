import { Type } from '@sinclair/typebox';
import { requestId } from '../../openapi/answers.ts';
import { exactly, pagination } from '../../openapi/components.ts';
import { named } from '../../openapi/named.ts';
import { reading, type OperationWords } from '../../openapi/operation.ts';
import { activityEntry } from './schema.ts';

/** The texts of the activity in the OpenAPI document. */
export const activityOperations = {
  listActivity: {
    tag: 'Audit',
    // Agents have listAuditLog, and each tool takes space in every conversation.
    toolset: null,
    summary: 'List the activity',
    description:
      'Each change of subscriptions, keys, sessions, users and preferences, with who made it, newest first.\n\nEntries of deleted subscriptions are not in it.',
    agent: reading('The user asks who changed what.', 'You want changes of subscriptions only: listAuditLog.'),
    requestHeaders: ['If-None-Match'],
    success: {
      status: 200,
      isTagged: true,
      description: 'One page of changes.',
      schema: named('ActivityPage', exactly({ data: Type.Array(activityEntry), pagination, requestId })),
      example: {
        data: [
          {
            id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7a',
            entityType: 'owner',
            entityId: null,
            action: 'preferences.update',
            actor: { kind: 'session', name: 'alex' },
            requestId: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b',
            metadata: { before: { autoRenew: false }, after: { autoRenew: true }, patch: { autoRenew: true } },
            createdAt: '2026-06-16T08:00:00.000Z',
          },
        ],
        pagination: { limit: 50, offset: 0, hasMore: false },
      },
    },
    errors: ['invalid_pagination'],
  },
} satisfies Readonly<Record<string, OperationWords>>;
