import { composeApiKey, hashApiKey, startOfApiKey } from '../../../core/access/apiKey.ts';
import { storedValuesOf } from '../../../core/fields/fieldTable.ts';
import { keyFields, type KeyDraft } from '../model.ts';
import type { Principal } from '../../../core/access/principal.ts';
import { storedInstantFrom } from '../../../core/billing/instants.ts';
import type { ClientResult } from '../../commands.ts';
import type { WriteOptions } from '../../../core/writer/origin.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import { jsonBody } from '../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import { commandsAt, deletionRoute, listRoute } from '../../../core/http/recordRoutes.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { createdAnswerWith } from '../../../core/http/responses/answers.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { refuseFaultyDraft, sharedErrorOf, staleMessage } from '../../../core/http/responses/writeErrors.ts';
import { WriteQuery } from '../../../core/fields/queries.ts';
import { KeyDraftBody, keys } from './schema.ts';

const { path } = keys;

/** The operations on the keys and sessions of an owner: list, create, revoke. */
export function keyRoutes(options: RouteOptions): readonly Route[] {
  const { writes } = options;
  return [
    listRoute(options, keys, { operationId: 'listKeys', scope: 'admin' }, (page) => ({ kind: 'keys', page })),
    creation(options),
    deletionRoute(
      options,
      keys,
      { operationId: 'revokeKey', scope: 'admin' },
      (about, keyId) => writes.submit({ ...about, kind: 'key.revoke', keyId }),
      keyErrorOf,
    ),
  ];
}

function creation({ quota, store, writes, clock, randomness, basePath }: RouteOptions): Route {
  const aboutOf = commandsAt({ clock, randomness });
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
        ...aboutOf({ caller, requestId, query, writeOptions }),
        kind: 'key.create',
        id: randomness.uuid(),
        start: startOfApiKey(key),
        hash: hashApiKey(key),
        name,
        scope,
        expiresAt: expiresAt === null ? null : storedInstantFrom(expiresAt),
      });
      return createdAnswerWith({ key }, { set, requestId }, result, () => keyErrorOf(result), `${basePath}${path}`);
    },
  });
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

const whenStale = staleMessage('The key or session has');

function keyErrorOf(result: ClientResult): ApiError {
  return sharedErrorOf(result, false, whenStale) ?? keys.notFound();
}
