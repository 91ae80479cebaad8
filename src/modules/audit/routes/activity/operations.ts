import { type EntityWords, pageOf, reading } from '../../../../core/http/openapi/words.ts';
import { activityEntry } from './schema.ts';
import { auditTag } from '../operations.ts';

const operations: EntityWords['operations'] = {
  listActivity: {
    // Agents have listAuditLog, and each tool takes space in every conversation.
    summary: 'List the activity',
    description:
      'Each change of subscriptions, payments, keys, sessions, users and preferences, with who made it, newest first.\n\nEntries of deleted subscriptions are not in it.',
    agent: reading('The user asks who changed what.', 'You want changes of subscriptions only: listAuditLog.'),
    success: pageOf('ActivityPage', activityEntry, 'One page of changes.', [
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
    ]),
    errors: ['invalid_pagination'],
  },
};

/** What the activity say in the OpenAPI document. */
export const activityWords: EntityWords = { tag: auditTag, toolset: null, operations };
