import { Elysia } from 'elysia';
import { describedAs } from '../../openapi/operationId.ts';
import type { AuthenticatedApi } from '../../pipeline/authenticatedApi.ts';
import type { Quota } from '../../pipeline/quota.ts';
import { decodeQuery } from '../../pipeline/requestQuery.ts';
import { ReadAnswer, type AnswerRead } from '../../reads/answers.ts';
import { AuditQuery } from '../analytics/schema.ts';

interface AuditRouteOptions {
  readonly api: AuthenticatedApi;
  readonly quota: Quota;
  readonly answerRead: AnswerRead;
}

/** The operation that reads the trail of writes. */
export function auditRoutes({ api, quota, answerRead }: AuditRouteOptions) {
  return new Elysia({ name: 'audit', prefix: '/api/v1/audit', normalize: false }).use(api).get(
    '',
    ({ caller, query: { limit, offset, subscriptionId }, request, requestId, set }) => {
      const read = { kind: 'audit', subscriptionId: subscriptionId?.toLowerCase(), page: { limit, offset } } as const;
      return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
    },
    {
      query: AuditQuery,
      transform: decodeQuery(AuditQuery),
      beforeHandle: quota.charge,
      ...describedAs('listAuditLog'),
    },
  );
}
