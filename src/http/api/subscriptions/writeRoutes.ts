import type { Static } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import {
  faultInDraft,
  faultInPatch,
  faultInPatchAlone,
  touchesSchedule,
} from '../../../domain/subscriptions/subscription.ts';
import type { SubscriptionDraft, SubscriptionPatch } from '../../../domain/subscriptions/fields.ts';
import type { WriteOrigin, WriteOptions } from '../../../commands/commands.ts';
import type { Store, WriteDoor } from '../../../store/store.ts';
import { instantOf, type Clock, type Randomness, type WallSpan } from '../../../runtime/system.ts';
import { explainRelation } from '../../validation/faults.ts';
import { describedAs } from '../../openapi/operationId.ts';
import type { AuthenticatedApi } from '../../pipeline/authenticatedApi.ts';
import type { Caller } from '../../pipeline/authentication.ts';
import type { Quota } from '../../pipeline/quota.ts';
import {
  bodyBytesMax,
  decodeBody,
  parseLater,
  receiveBody,
  type BodyReaders,
  type ReadBody,
} from '../../pipeline/requestBody.ts';
import { decodeQuery } from '../../pipeline/requestQuery.ts';
import { ignoredBody, refuseUnwantedBody } from '../../pipeline/unwantedBody.ts';
import { readWriteTerms, withDryRun } from '../../pipeline/writeOptions.ts';
import { SubscriptionDraftBody, SubscriptionPatchBody, SubscriptionPath, WriteQuery } from './schema.ts';
import { createdAnswer, deletedAnswer, storedAnswer, unexpectedIfMatch } from '../../responses/writes.ts';

interface SubscriptionWriteOptions {
  readonly api: AuthenticatedApi;
  readonly quota: Quota;
  readonly bodies: BodyReaders;
  readonly store: Pick<Store, 'subscriptions' | 'hasOutcome'>;
  readonly writes: WriteDoor;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** The time for which outcomes of writes with an idempotency key are kept. */
  readonly outcomesKept: WallSpan;
  /** What stands before every path; nothing for the root. */
  readonly basePath: string;
}

const withBody = {
  parse: parseLater,
  query: WriteQuery,
  transform: [decodeQuery(WriteQuery), decodeBody],
};
const creation = { ...withBody, body: SubscriptionDraftBody, ...describedAs('createSubscription') };
const change = {
  ...withBody,
  params: SubscriptionPath,
  body: SubscriptionPatchBody,
  ...describedAs('updateSubscription'),
};
const deletion = {
  params: SubscriptionPath,
  query: WriteQuery,
  transform: decodeQuery(WriteQuery),
  parse: 'none' as const,
  ...describedAs('deleteSubscription'),
};

/** The operations that write subscriptions: create, update, delete. */
export function subscriptionWriteRoutes(options: SubscriptionWriteOptions) {
  const { api, quota, store, writes, randomness } = options;
  const originOf = originsAt(options.clock);
  const path = `${options.basePath}/api/v1/subscriptions`;
  return new Elysia({ name: 'subscription-writes', prefix: '/api/v1/subscriptions', normalize: false })
    .use(api)
    .onTransform(receiveBody(readByMethod(options.bodies(bodyBytesMax))))
    .derive(readWriteTerms(options.outcomesKept))
    .post(
      '',
      async ({ caller, body, query, requestId, set, terms }) => {
        const origin = originOf(caller, requestId, randomness.uuid());
        const about = { ...origin, ...withDryRun(terms, query) };
        const command = { ...about, kind: 'create', auditEntryId: randomness.uuid(), draft: body } as const;
        return createdAnswer({ set, requestId }, await writes.submit(command), body, path);
      },
      { ...creation, beforeHandle: [refuseFaultyDraft, quota.charge] },
    )
    .patch(
      '/:id',
      async ({ caller, params, body, query, requestId, set, terms }) => {
        const refund = quota.chargeRefundably({ caller, set });
        const origin = originOf(caller, requestId, params.id);
        const about = { ...origin, ...withDryRun(terms, query) };
        const command = { ...about, kind: 'update', auditEntryId: randomness.uuid(), patch: body } as const;
        const result = await writes.submit(command);
        // Another write may have come between the check and this one; the fault it causes costs nothing either.
        if (result.outcome === 'refused') refund();
        return storedAnswer({ set, requestId }, result, body, 200);
      },
      { ...change, beforeHandle: refuseFaultyPatch(store) },
    )
    .delete(
      '/:id',
      async ({ caller, params, query, requestId, set, terms }) => {
        const origin = originOf(caller, requestId, params.id);
        const result = await writes.submit({ ...origin, ...withDryRun(terms, query), kind: 'delete' });
        return deletedAnswer({ set, requestId }, result);
      },
      { ...deletion, beforeHandle: [refuseUnwantedBody, quota.charge] },
    );
}

/** The body of a DELETE is not looked at, but for what would be meant for the write itself. */
function readByMethod(readBody: ReadBody): ReadBody {
  const readIgnored = ignoredBody(readBody);
  return (context) => (context.request.method === 'DELETE' ? readIgnored(context) : readBody(context));
}

/** Gives for each write where it comes from, at the time that the clock shows then. */
function originsAt(clock: Clock) {
  return (caller: Caller, requestId: string, subscriptionId: string): WriteOrigin => ({
    actor: { ...caller, requestId },
    at: instantOf(clock),
    subscriptionId: subscriptionId.toLowerCase(),
  });
}

const fixForIfMatch =
  'To change a recorded subscription, use PATCH /api/v1/subscriptions/{id}; to record a new one, which has no earlier version, leave If-Match out.';

function refuseFaultyDraft({ body, terms }: { body: SubscriptionDraft; terms: WriteOptions }): void {
  if (terms.ifMatch !== undefined) throw unexpectedIfMatch(fixForIfMatch);
  const fault = faultInDraft(body);
  if (fault !== undefined) throw explainRelation(fault, body);
}

interface PatchContext {
  readonly caller: Caller;
  readonly params: { readonly id: string };
  readonly body: SubscriptionPatch;
  readonly query: Static<typeof WriteQuery>;
  readonly terms: WriteOptions;
}

/** A stage for what shows only against the stored record, which is therefore read before the quota is charged. */
function refuseFaultyPatch({ subscriptions, hasOutcome }: SubscriptionWriteOptions['store']) {
  return function refuseFaultyPatchStage({ caller, params, body, query, terms }: PatchContext): void {
    if (!touchesSchedule(body)) return;
    const faultAlone = faultInPatchAlone(body);
    if (faultAlone !== undefined) throw explainRelation(faultAlone, body);
    // What has been done already must be answered as then, whatever has become of the record.
    const key = query.dryRun === 'true' ? undefined : terms.idempotency?.key;
    if (key !== undefined && hasOutcome(caller.ownerId, key)) return;
    const stored = subscriptions.find(caller.ownerId, params.id.toLowerCase());
    const fault = stored && faultInPatch(stored, body);
    if (fault !== undefined) throw explainRelation(fault, body);
  };
}
