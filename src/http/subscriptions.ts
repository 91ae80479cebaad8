import { Elysia } from 'elysia';
import { faultInDraft, faultInPatch, faultInPatchAlone, touchesSchedule } from '../domain/subscription.ts';
import type { SubscriptionDraft, SubscriptionPatch } from '../domain/subscription.ts';
import type { WriteOrigin, WriteResult } from '../domain/writes.ts';
import type { Store, WriteDoor } from '../store/store.ts';
import { instantOf, type Clock, type Randomness } from '../system.ts';
import { DataAnswer, jsonList } from './dataAnswer.ts';
import { Refusal } from './errors.ts';
import { explainRelation } from './faults.ts';
import { subscriptionOperations as operations } from './openapi/subscriptionOperations.ts';
import type { AuthenticatedApi } from './pipeline/authenticatedApi.ts';
import type { Caller } from './pipeline/authentication.ts';
import type { Quota } from './pipeline/quota.ts';
import { decodeBody, readBody } from './pipeline/requestBody.ts';
import { decodeQuery } from './pipeline/requestQuery.ts';
import {
  NoQuery,
  SubscriptionDraftBody,
  SubscriptionListQuery,
  SubscriptionPatchBody,
  SubscriptionPath,
} from './schemas/subscription.ts';

interface SubscriptionRouteOptions {
  readonly api: AuthenticatedApi;
  readonly quota: Quota;
  readonly store: Pick<Store, 'subscriptions'>;
  readonly writes: WriteDoor;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

const prefix = '/api/v1/subscriptions';
const noQuery = { query: NoQuery, transform: decodeQuery(NoQuery) };
const withoutBody = { ...noQuery, parse: 'none' as const };
const withBody = {
  // The second parser is never reached; it tells the OpenAPI document which content type a body has.
  parse: [readBody, 'application/json' as const],
  query: NoQuery,
  transform: [decodeQuery(NoQuery), decodeBody],
};

/** The operations that read subscriptions: list, get. */
export function subscriptionReadRoutes({
  api,
  quota,
  store,
}: Pick<SubscriptionRouteOptions, 'api' | 'quota' | 'store'>) {
  return new Elysia({ name: 'subscription-reads', prefix, normalize: false })
    .use(api)
    .get(
      '',
      ({ caller, query: { limit, offset, sort, ...filters }, requestId, set }) => {
        if (filters.q === '') delete filters.q;
        const { items, hasMore } = store.subscriptions.list(caller.ownerId, filters, sort, { limit, offset });
        const others = { pagination: { limit, offset, hasMore }, query: { sort, filters }, requestId };
        return new DataAnswer(set, jsonList(items), others);
      },
      {
        query: SubscriptionListQuery,
        transform: decodeQuery(SubscriptionListQuery),
        beforeHandle: quota.charge,
        detail: operations.listSubscriptions,
      },
    )
    .get(
      '/:id',
      ({ caller, params, requestId, set }) => {
        const view = store.subscriptions.findView(caller.ownerId, params.id.toLowerCase());
        if (view === undefined) throw notFound();
        return new DataAnswer(set, view, { requestId });
      },
      { ...noQuery, params: SubscriptionPath, beforeHandle: quota.charge, detail: operations.getSubscription },
    );
}

/** The operations that write subscriptions: create, update, delete. */
export function subscriptionWriteRoutes(options: SubscriptionRouteOptions) {
  const { api, quota, store, writes, randomness } = options;
  const originOf = originsAt(options.clock);
  return new Elysia({ name: 'subscription-writes', prefix, normalize: false })
    .use(api)
    .post(
      '',
      async ({ caller, body, requestId, set }) => {
        const origin = originOf(caller, requestId, randomness.uuid());
        const command = { ...origin, kind: 'create', auditEntryId: randomness.uuid(), draft: body } as const;
        const view = storedView(await writes.submit(command), body);
        set.status = 201;
        return new DataAnswer(set, view, { requestId });
      },
      {
        ...withBody,
        body: SubscriptionDraftBody,
        beforeHandle: [refuseFaultyDraft, quota.charge],
        detail: operations.createSubscription,
      },
    )
    .patch(
      '/:id',
      async ({ caller, params, body, requestId, set }) => {
        const origin = originOf(caller, requestId, params.id);
        const command = { ...origin, kind: 'update', auditEntryId: randomness.uuid(), patch: body } as const;
        const result = await writes.submit(command);
        // Another write may have come between the check and this one; the fault it causes costs nothing either.
        if (result.outcome === 'refused') quota.refund({ caller, set });
        return new DataAnswer(set, storedView(result, body), { requestId });
      },
      {
        ...withBody,
        params: SubscriptionPath,
        body: SubscriptionPatchBody,
        beforeHandle: [refuseFaultyPatch(store), quota.charge],
        detail: operations.updateSubscription,
      },
    )
    .delete(
      '/:id',
      async ({ caller, params, requestId }) => {
        const origin = originOf(caller, requestId, params.id);
        const { outcome } = await writes.submit({ ...origin, kind: 'delete' });
        if (outcome === 'missing') throw notFound();
        return { deleted: true as const, requestId };
      },
      { ...withoutBody, params: SubscriptionPath, beforeHandle: quota.charge, detail: operations.deleteSubscription },
    );
}

/** Gives for each write where it comes from, at the time that the clock shows then. */
function originsAt(clock: Clock) {
  return (caller: Caller, requestId: string, subscriptionId: string): WriteOrigin => ({
    actor: { ...caller, requestId },
    at: instantOf(clock),
    subscriptionId: subscriptionId.toLowerCase(),
  });
}

function refuseFaultyDraft({ body }: { body: SubscriptionDraft }): void {
  const fault = faultInDraft(body);
  if (fault !== undefined) throw explainRelation(fault, body);
}

interface PatchContext {
  readonly caller: Caller;
  readonly params: { readonly id: string };
  readonly body: SubscriptionPatch;
}

/** A stage for what shows only against the stored record, which is therefore read before the quota is charged. */
function refuseFaultyPatch({ subscriptions }: Pick<Store, 'subscriptions'>) {
  return function refuseFaultyPatchStage({ caller, params, body }: PatchContext): void {
    if (!touchesSchedule(body)) return;
    const faultAlone = faultInPatchAlone(body);
    if (faultAlone !== undefined) throw explainRelation(faultAlone, body);
    const stored = subscriptions.find(caller.ownerId, params.id.toLowerCase());
    const fault = stored && faultInPatch(stored, body);
    if (fault !== undefined) throw explainRelation(fault, body);
  };
}

/** The view of what a write stored, as JSON; a write that stored nothing becomes the error that says why. */
function storedView(result: WriteResult, sent: SubscriptionPatch): string {
  switch (result.outcome) {
    case 'stored':
      return result.viewJson;
    case 'refused':
      throw explainRelation(result.fault, sent);
    case 'missing':
    case 'deleted':
    case 'probed':
      throw notFound();
  }
}

function notFound(): Refusal {
  return new Refusal('subscription_not_found', {
    suggestedFix: 'List the subscriptions (GET /api/v1/subscriptions) and take an id from there.',
  });
}
