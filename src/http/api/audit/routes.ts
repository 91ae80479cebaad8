import type { WriteDoor } from '../../../store/store.ts';
import { instantOf, type Clock, type Randomness } from '../../../runtime/system.ts';
import type { Quota } from '../../pipeline/rateLimiter.ts';
import { noBody, refuseUnwantedBody } from '../../pipeline/requestBody.ts';
import { route, type Route } from '../../pipeline/route.ts';
import { withDryRun } from '../../pipeline/writeOptions.ts';
import { ReadAnswer, type AnswerRead } from '../../reads/answers.ts';
import { storedAnswer } from '../../responses/answers.ts';
import { WriteQuery } from '../../validation/queries.ts';
import { apiErrorOf } from '../subscriptions/writeErrors.ts';
import { AuditEntryPath, AuditQuery } from './schema.ts';

interface AuditRouteOptions {
  readonly quota: Quota;
  readonly answerRead: AnswerRead;
  readonly writes: WriteDoor;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** The operations on the audit trail: read it, and revert an update. */
export function auditRoutes({ quota, answerRead, writes, clock, randomness }: AuditRouteOptions): readonly Route[] {
  return [
    route({
      operationId: 'listAuditLog',
      method: 'GET',
      path: '/api/v1/audit',
      scope: 'read',
      query: AuditQuery,
      stages: [quota.charge],
      handle: ({ caller, query: { limit, offset, subscriptionId }, request, requestId, set }) => {
        const read = { kind: 'audit', subscriptionId: subscriptionId?.toLowerCase(), page: { limit, offset } } as const;
        return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
      },
    }),
    route({
      operationId: 'revertAuditEntry',
      method: 'POST',
      path: '/api/v1/audit/:id/revert',
      scope: 'write',
      params: AuditEntryPath,
      query: WriteQuery,
      body: noBody,
      stages: [refuseUnwantedBody, quota.charge],
      handle: async ({ caller, params, query, requestId, set, writeOptions }) => {
        const about = { actor: { ...caller, requestId }, at: instantOf(clock), ...withDryRun(writeOptions, query) };
        const ids = { auditEntryId: randomness.uuid(), revertedEntryId: params.id.toLowerCase() };
        const result = await writes.submit({ ...about, ...ids, kind: 'subscription.revert' });
        return storedAnswer({ set, requestId }, result, () => apiErrorOf(result, {}), 200);
      },
    }),
  ];
}
