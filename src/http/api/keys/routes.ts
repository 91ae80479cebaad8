import { composeApiKey, hashApiKey, startOfApiKey } from '../../../domain/keys/apiKey.ts';
import { storedValuesOf } from '../../../domain/fields/fieldTable.ts';
import { keyFields, type KeyDraft } from '../../../domain/keys/keyFields.ts';
import type { Principal } from '../../../domain/keys/principal.ts';
import { storedInstantFrom } from '../../../domain/billing/instants.ts';
import type { ClientResult } from '../../../commands/commands.ts';
import type { WriteOptions } from '../../../commands/origin.ts';
import { instantOf } from '../../../runtime/system.ts';
import { ignoredBody, jsonBody, refuseUnwantedBody } from '../../pipeline/requestBody.ts';
import { route, type Route } from '../../pipeline/route.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { withDryRun } from '../../pipeline/writeOptions.ts';
import { originsAt } from '../../pipeline/writeOrigins.ts';
import { ReadAnswer } from '../../reads/answers.ts';
import { createdAnswer, dataMembers, deletedAnswer, JsonAnswer } from '../../responses/answers.ts';
import { ApiError } from '../../errors/apiError.ts';
import { sharedErrorOf, staleMessages } from '../../responses/writeErrors.ts';
import { refuseFaultyDraft } from '../../responses/namedDrafts.ts';
import { WriteQuery } from '../../validation/queries.ts';
import { KeyDraftBody, KeyPath, PageQuery } from './schema.ts';

const path = '/api/v1/keys';

/** The operations on the keys and sessions of an owner: list, create, revoke. */
export function keyRoutes(options: RouteOptions): readonly Route[] {
  return [list(options), creation(options), revocation(options)];
}

function list({ quota, answerRead }: RouteOptions): Route {
  return route({
    operationId: 'listKeys',
    method: 'GET',
    path,
    scope: 'admin',
    query: PageQuery,
    stages: [quota.charge],
    handle: ({ caller, query, request, requestId, set }) =>
      new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, { kind: 'keys', page: query }),
  });
}

function creation({ quota, store, writes, clock, randomness, basePath }: RouteOptions): Route {
  const originOf = originsAt(clock);
  function refuseFaultyKey({ caller, body, query, writeOptions }: DraftContext): void {
    refuseFaultyDraft({ body, writeOptions });
    // A replayed request gets its first answer, also when the expiry that it asked for is over.
    const key = query.dryRun === 'true' ? undefined : writeOptions.idempotency?.key;
    if (key !== undefined && store.hasOutcome(caller.ownerId, key)) return;
    if (typeof body.expiresAt === 'string' && storedInstantFrom(body.expiresAt) <= instantOf(clock)) throw expired();
  }
  return route({
    operationId: 'createKey',
    method: 'POST',
    path,
    scope: 'admin',
    query: WriteQuery,
    body: jsonBody(KeyDraftBody),
    stages: [refuseFaultyKey, quota.charge],
    handle: async ({ caller, body, query, requestId, set, writeOptions }) => {
      const { name, scope, expiresAt = null } = storedValuesOf(keyFields, body);
      const key = composeApiKey(scope, randomness.bytes);
      const result = await writes.submit({
        kind: 'key.create',
        ...originOf(caller, requestId),
        ...withDryRun(writeOptions, query),
        auditEntryId: randomness.uuid(),
        id: randomness.uuid(),
        start: startOfApiKey(key),
        hash: hashApiKey(key),
        name,
        scope,
        expiresAt: expiresAt === null ? null : storedInstantFrom(expiresAt),
      });
      const answer = createdAnswer({ set, requestId }, result, () => keyErrorOf(result), `${basePath}${path}`);
      const isNew = result.outcome === 'stored' && result.dryRun !== true && result.replayed !== true;
      return isNew ? new JsonAnswer(set, dataMembers(withKey(result.viewJson, key)), requestId) : answer;
    },
  });
}

function revocation({ quota, writes, clock, randomness }: RouteOptions): Route {
  const originOf = originsAt(clock);
  return route({
    operationId: 'revokeKey',
    method: 'DELETE',
    path: `${path}/:id`,
    scope: 'admin',
    params: KeyPath,
    query: WriteQuery,
    body: ignoredBody,
    stages: [refuseUnwantedBody, quota.charge],
    handle: async ({ caller, params, query, requestId, set, writeOptions }) => {
      const about = { ...originOf(caller, requestId), ...withDryRun(writeOptions, query) };
      const ids = { auditEntryId: randomness.uuid(), keyId: params.id.toLowerCase() };
      const result = await writes.submit({ ...about, ...ids, kind: 'key.revoke' });
      return deletedAnswer({ set, requestId }, result, () => keyErrorOf(result));
    },
  });
}

/** The JSON of an entry, with the key itself. */
function withKey(viewJson: string, key: string): string {
  return `${viewJson.slice(0, -1)},"key":${JSON.stringify(key)}}`;
}

interface DraftContext {
  readonly caller: Principal;
  readonly body: KeyDraft;
  readonly query: { readonly dryRun?: 'true' | 'false' };
  readonly writeOptions: WriteOptions;
}

function expired(): ApiError {
  return new ApiError('invalid_field', {
    field: 'expiresAt',
    message: 'expiresAt must be after the present instant.',
    suggestedFix: 'Send a later date-time, or null for a key that does not expire.',
  });
}

const whenStale = staleMessages('The key or session has');

function keyErrorOf(result: ClientResult): ApiError {
  return (
    sharedErrorOf(result, false, whenStale) ??
    new ApiError('key_not_found', {
      suggestedFix: `List the keys (GET ${path}) and take an id from there.`,
      forTools: { suggestedFix: 'Call listKeys and take an id from there.' },
    })
  );
}
