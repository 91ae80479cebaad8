import { dayOfInstant } from '../../../core/billing/days.ts';
import type { DetailedPatch } from '../rules/details.ts';
import { faultInDraft, faultInPatch, faultInPatchAlone, touchesSchedule } from '../rules/subscription.ts';
import type { SubscriptionDraft, SubscriptionPatch } from '../model.ts';
import type { Clock } from '../../../core/runtime/system.ts';
import type { Restricted, Shown } from '../commands.ts';
import type { WriteOptions, WriteOrigin } from '../../../core/writer/origin.ts';
import type { Currencies } from '../../../core/billing/currencies.ts';
import type { Store } from '../../store.ts';
import type { Principal } from '../../../core/access/principal.ts';
import { ignoredBody, jsonBody, refuseUnwantedBody } from '../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { originsAt, withDryRun } from '../../../core/http/pipeline/writeOptions.ts';
import { createdAnswer, deletedAnswer, storedAnswer } from '../../../core/http/responses/answers.ts';
import { unexpectedIfMatch } from '../../../core/http/responses/writeErrors.ts';
import { WriteQuery } from '../../../core/fields/queries.ts';
import { subscriptionBodies, SubscriptionPath, type SubscriptionBodies } from '../model.ts';
import { UpdateQuery } from './schema.ts';
import { warningsIn } from './warnings.ts';
import { apiErrorOf, explainRelation } from './writeErrors.ts';

/** The operations that write subscriptions: create, update, delete. */
export function subscriptionWriteRoutes(options: RouteOptions): readonly Route[] {
  const bodies = subscriptionBodies(options.currencies);
  return [creation(options, bodies), update(options, bodies), deletion(options)];
}

function creation({ quota, writes, clock, randomness, basePath }: RouteOptions, { draft }: SubscriptionBodies): Route {
  const originOf = subscriptionOrigins(clock);
  const path = '/api/v1/subscriptions';
  return route({
    operationId: 'createSubscription',
    method: 'POST',
    path,
    scope: 'write',
    query: WriteQuery,
    body: jsonBody(draft),
    stages: [refuseFaultyDraft, quota.charge],
    handle: async ({ caller, body, query, requestId, set, writeOptions }) => {
      const origin = originOf(caller, requestId, randomness.uuid());
      const about = { ...origin, ...withDryRun(writeOptions, query) };
      const command = { ...about, kind: 'subscription.create', auditEntryId: randomness.uuid(), draft: body } as const;
      const result = await writes.submit(command);
      const errorOf = () => apiErrorOf(result, body);
      return createdAnswer({ set, requestId }, result, errorOf, `${basePath}${path}`, warningsIn(result));
    },
  });
}

function update(
  { quota, store, writes, clock, randomness, timeZone, currencies }: RouteOptions,
  bodies: SubscriptionBodies,
): Route {
  const originOf = subscriptionOrigins(clock);
  const refuseFaultyChange = refuseFaultyChanges(store);
  function refuseFaultyPatch({ caller, params, query, writeOptions, body: patch }: PatchContext): void {
    refuseFaultyChange({ caller, params, query, writeOptions }, { patch, details: {} });
  }
  return route({
    operationId: 'updateSubscription',
    method: 'PATCH',
    path: '/api/v1/subscriptions/:id',
    scope: 'write',
    params: SubscriptionPath,
    query: UpdateQuery,
    body: jsonBody(bodies.patch),
    stages: [refuseFaultyPatch, quota.charge],
    handle: async ({ caller, params, body, query, requestId, set, writeOptions }) => {
      const origin = originOf(caller, requestId, params.id);
      const shown = query.include === undefined ? {} : { shows: shownAt(origin.at, timeZone, 'both') };
      const about = { ...origin, ...withDryRun(writeOptions, query), ...shown, ...restrictionOn(body, currencies) };
      const command = { ...about, kind: 'subscription.update', auditEntryId: randomness.uuid(), patch: body } as const;
      const result = await writes.submit(command);
      return storedAnswer({ set, requestId }, result, () => apiErrorOf(result, body), 200, warningsIn(result));
    },
  });
}

function deletion({ quota, writes, clock }: RouteOptions): Route {
  const originOf = subscriptionOrigins(clock);
  return route({
    operationId: 'deleteSubscription',
    method: 'DELETE',
    path: '/api/v1/subscriptions/:id',
    scope: 'write',
    params: SubscriptionPath,
    query: WriteQuery,
    body: ignoredBody,
    stages: [refuseUnwantedBody, quota.charge],
    handle: async ({ caller, params, query, requestId, set, writeOptions }) => {
      const origin = originOf(caller, requestId, params.id);
      const result = await writes.submit({
        ...origin,
        ...withDryRun(writeOptions, query),
        kind: 'subscription.delete',
      });
      return deletedAnswer({ set, requestId }, result, () => apiErrorOf(result, {}));
    },
  });
}

/** Gives a function for the origin of each write of a subscription: its actor, its time and its subscription. */
export function subscriptionOrigins(clock: Clock) {
  const originOf = originsAt(clock);
  return (caller: Principal, requestId: string, id: string): WriteOrigin & { readonly subscriptionId: string } => ({
    ...originOf(caller, requestId),
    subscriptionId: id.toLowerCase(),
  });
}

/** What a write at an instant (ISO 8601 UTC) shows of the details, with the record or without it. */
export function shownAt(at: string, timeZone: string, parts: 'both' | 'details'): Required<Shown>['shows'] {
  return { parts, today: dayOfInstant(at, timeZone) };
}

/** What restricts a change that names a currency which is only kept: the record must have it already. */
export function restrictionOn({ currency }: SubscriptionPatch, { allowed }: Currencies): Restricted {
  return currency === undefined || allowed.includes(currency) ? {} : { currencies: allowed };
}

const fixForIfMatch =
  'To change a recorded subscription, use PATCH /api/v1/subscriptions/{id}; to record a new one, remove If-Match.';

interface DraftContext {
  readonly body: SubscriptionDraft;
  readonly writeOptions: WriteOptions;
}

function refuseFaultyDraft({ body, writeOptions }: DraftContext): void {
  if (writeOptions.ifMatch !== undefined) throw unexpectedIfMatch(fixForIfMatch);
  const fault = faultInDraft(body);
  if (fault !== undefined) throw explainRelation(fault, body);
}

/** The parts of a request that the check of a change needs. */
export interface ChangeContext {
  readonly caller: Principal;
  readonly params: { readonly id: string };
  readonly query: { readonly dryRun?: 'true' | 'false' };
  readonly writeOptions: WriteOptions;
}

interface PatchContext extends ChangeContext {
  readonly body: SubscriptionPatch;
}

/**
 * Gives a function that checks a change against the stored record, before the quota is charged. It throws the error for
 * fields that do not go together.
 */
export function refuseFaultyChanges({ subscriptions, hasOutcome }: Pick<Store, 'subscriptions' | 'hasOutcome'>) {
  return function refuseFaultyChange(
    { caller, params, query, writeOptions }: ChangeContext,
    { patch, details }: DetailedPatch,
  ): void {
    if (!touchesSchedule(patch) && details.everyMonths === undefined) return;
    const faultAlone = faultInPatchAlone(patch, details);
    if (faultAlone !== undefined) throw explainRelation(faultAlone, patch);
    // A replayed request gets its first answer, whatever the record is now.
    const key = query.dryRun === 'true' ? undefined : writeOptions.idempotency?.key;
    if (key !== undefined && hasOutcome(caller.ownerId, key)) return;
    const stored = subscriptions.find(caller.ownerId, params.id.toLowerCase());
    const fault = stored && faultInPatch(stored, patch, details);
    if (fault !== undefined) throw explainRelation(fault, patch);
  };
}
