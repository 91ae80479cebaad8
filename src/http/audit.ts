import { Elysia } from 'elysia';
import { entityTagOf } from '../domain/entityTag.ts';
import type { Paged } from '../store/page.ts';
import type { Store } from '../store/store.ts';
import { dataMembers, jsonList, TaggedAnswer } from './dataAnswer.ts';
import { describedAs } from './openapi/operationId.ts';
import type { AuthenticatedApi } from './pipeline/authenticatedApi.ts';
import type { Quota } from './pipeline/quota.ts';
import { decodeQuery } from './pipeline/requestQuery.ts';
import { AuditQuery } from './schemas/reports.ts';

interface AuditRouteOptions {
  readonly api: AuthenticatedApi;
  readonly quota: Quota;
  readonly auditTrail: Store['auditTrail'];
}

/** The operation that reads the trail of writes. */
export function auditRoutes({ api, quota, auditTrail }: AuditRouteOptions) {
  return new Elysia({ name: 'audit', prefix: '/api/v1/audit', normalize: false }).use(api).get(
    '',
    ({ caller, query: { limit, offset, subscriptionId }, request, requestId, set }) => {
      const listed = auditTrail.list(caller.ownerId, subscriptionId?.toLowerCase(), { limit, offset });
      const answer = ({ items, hasMore }: Paged<string>) => {
        const members = dataMembers(jsonList(items), { pagination: { limit, offset, hasMore } });
        return new TaggedAnswer({ request, requestId, set }, members, entityTagOf(members));
      };
      return listed instanceof Promise ? listed.then(answer) : answer(listed);
    },
    {
      query: AuditQuery,
      transform: decodeQuery(AuditQuery),
      beforeHandle: quota.charge,
      ...describedAs('listAuditLog'),
    },
  );
}
