import { Elysia } from 'elysia';
import type { WriteDoor } from '../../../store/store.ts';
import { instantOf, type Clock, type Randomness, type WallSpan } from '../../../runtime/system.ts';
import { describedAs } from '../../openapi/operationId.ts';
import type { AuthenticatedApi } from '../../pipeline/authenticatedApi.ts';
import type { Quota } from '../../pipeline/quota.ts';
import { bodyBytesMax, receiveBody, type BodyReaders } from '../../pipeline/requestBody.ts';
import { decodeQuery } from '../../pipeline/requestQuery.ts';
import { noBody, refuseUnwantedBody } from '../../pipeline/unwantedBody.ts';
import { readWriteTerms, withDryRun } from '../../pipeline/writeOptions.ts';
import { AuditEntryPath } from '../analytics/schema.ts';
import { WriteQuery } from '../subscriptions/schema.ts';
import { storedAnswer } from '../../responses/writes.ts';

interface RevertRouteOptions {
  readonly api: AuthenticatedApi;
  readonly quota: Quota;
  readonly bodies: BodyReaders;
  readonly writes: WriteDoor;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** The time for which outcomes of writes with an idempotency key are kept. */
  readonly outcomesKept: WallSpan;
}

/** The operation that takes an update back. */
export function revertRoutes({ api, quota, bodies, writes, clock, randomness, outcomesKept }: RevertRouteOptions) {
  return new Elysia({ name: 'reverts', prefix: '/api/v1/audit', normalize: false })
    .use(api)
    .onTransform(receiveBody(noBody(bodies(bodyBytesMax))))
    .derive(readWriteTerms(outcomesKept))
    .post(
      '/:id/revert',
      async ({ caller, params, query, requestId, set, terms }) => {
        const about = { actor: { ...caller, requestId }, at: instantOf(clock), ...withDryRun(terms, query) };
        const ids = { auditEntryId: randomness.uuid(), revertedEntryId: params.id.toLowerCase() };
        const result = await writes.submit({ ...about, ...ids, kind: 'subscription.revert' });
        return storedAnswer({ set, requestId }, result, {}, 200);
      },
      {
        parse: 'none',
        query: WriteQuery,
        params: AuditEntryPath,
        transform: decodeQuery(WriteQuery),
        beforeHandle: [refuseUnwantedBody, quota.charge],
        ...describedAs('revertAuditEntry'),
      },
    );
}
