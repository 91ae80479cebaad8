import { Elysia } from 'elysia';
import { composeApiKey, hashApiKey, startOfApiKey } from '../../core/access/apiKey.ts';
import type { Principal } from '../../core/access/principal.ts';
import { storedInstantFrom } from '../../core/billing/instants.ts';
import { storedOf } from '../../core/fields/define.ts';
import { PageQuery } from '../../core/fields/queries.ts';
import { access, reads, writes, type AccessServices } from '../../core/http/access.ts';
import { ApiError } from '../../core/http/errors/apiError.ts';
import { inToolset, answers, forReading, onceConfirmed } from '../../core/http/openapi/detail.ts';
import { pageOf } from '../../core/http/openapi/words.ts';
import { creating, deleting } from '../../core/http/openapi/writeWords.ts';
import { parseIdempotencyKey } from '../../core/http/pipeline/writeOptions.ts';
import { createdAnswerWith, deletedAnswer, PageAnswer } from '../../core/http/responses/answers.ts';
import { refuseFaultyDraft } from '../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { instantOf } from '../../core/runtime/system.ts';
import type { WriteOptions } from '../../core/writer/origin.ts';
import { keyErrorOf } from './errors.ts';
import { CreatedKey, KeyDraft, KeyEntry, keyRecords } from './model.ts';
import type { ModuleWords } from '../../core/http/openapi/words.ts';

const { Path, path } = keyRecords;

const exampleKey = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00',
  name: 'phone',
  kind: 'key',
  scope: 'write',
  start: 'dbk_w_1aB2c',
  createdAt: '2026-06-16T08:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  user: null,
};

/** What the document says of keys. */
export const words = (): ModuleWords => ({
  errorExamples: keyRecords.errorExample,
});

/** The operations on the keys and sessions of an owner. */
export const routes = (services: RouteOptions & AccessServices) => {
  const { store, randomness } = services;
  return new Elysia({ prefix: path, tags: ['Keys and users'], detail: inToolset('settings'), normalize: false })
    .use(access(services))
    .get(
      '',
      ({ call, caller, query }) => new PageAnswer(call, store.credentialLists.keys(caller.ownerId, query), query),
      {
        ...reads('admin', PageQuery),
        detail: {
          operationId: 'listKeys',
          summary: 'List the keys and sessions',
          description: 'Lists the API keys and the signed-in browsers, ended ones included, newest first.',
          ...forReading({
            useWhen: 'The user asks which keys and sessions there are.',
            doNotUseWhen: 'You look for a key itself: it is never shown.',
          }),
          ...answers(pageOf('KeyPage', KeyEntry, 'One page of keys and sessions.', [exampleKey])),
        },
      },
    )
    .post(
      '',
      async ({ call, write, body }) => {
        const { name, scope, expiresAt = null } = storedOf(KeyDraft, body);
        const key = composeApiKey(scope, randomness.bytes);
        const result = await write({
          kind: 'key.create',
          id: randomness.uuid(),
          start: startOfApiKey(key),
          hash: hashApiKey(key),
          name,
          scope,
          expiresAt: expiresAt === null ? null : storedInstantFrom(expiresAt),
        });
        return createdAnswerWith({ key }, call, result, keyErrorOf);
      },
      {
        ...writes('admin', 'json'),
        beforeHandle: refuseFaultyKeys(services),
        body: KeyDraft,
        detail: {
          operationId: 'createKey',
          summary: 'Create a key',
          description:
            'Creates an API key of the same owner.\n\nThe answer shows the key this once: only its hash is stored. A dry run and a replayed answer are without it.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed the name and scope of a new key.',
            doNotUseWhen: 'A person is to sign in: createUser.',
          }),
          ...answers(
            creating(
              'Key',
              KeyEntry,
              {
                done: 'The key. The ETag is that of the entry without the key itself.',
                dryRun: 'A dry run: the entry that the key would have.',
              },
              exampleKey,
              { shownOnce: { record: CreatedKey, data: { key: 'dbk_w_…' } } },
            ),
            'unexpected_if_match',
          ),
        },
      },
    )
    .delete(
      '/:id',
      async ({ call, write, params }) =>
        deletedAnswer(call, await write({ kind: 'key.revoke', keyId: params.id }), keyErrorOf),
      {
        ...writes('admin', 'ignored'),
        params: Path,
        detail: {
          operationId: 'revokeKey',
          summary: 'Revoke a key or end a session',
          description:
            'Makes a key or a session invalid for good; the list still shows it.\n\nSessions that were signed in with the key end with it. Revoking it again changes nothing.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed that this key or session ends.',
            doNotUseWhen: 'It is the key of this client, unless the user wants that.',
          }),
          ...answers(
            deleting(
              'KeyRevocation',
              KeyEntry,
              { done: 'The key is revoked.', dryRun: 'A dry run: the entry that would be revoked.' },
              { ...exampleKey, revokedAt: '2026-06-16T09:00:00.000Z' },
            ),
            'key_not_found',
          ),
        },
      },
    );
};

interface DraftContext {
  readonly caller: Principal;
  readonly request: Request;
  readonly query: { readonly dryRun?: 'true' | 'false' };
  readonly body: KeyDraft;
  readonly ifMatch: WriteOptions['ifMatch'];
}

/** Gives a function that refuses If-Match, a name that contains a key, and an expiry that is over. */
function refuseFaultyKeys({ store, clock }: Pick<RouteOptions, 'store' | 'clock'>) {
  return function refuseFaultyKey({ caller, request, query, body, ifMatch }: DraftContext): void {
    refuseFaultyDraft({ body, ifMatch });
    if (typeof body.expiresAt !== 'string') return;
    // A replayed request gets its first answer, also when the expiry that it asked for is over.
    const key = query.dryRun === 'true' ? null : request.headers.get('idempotency-key');
    if (key !== null && store.hasOutcome(caller.ownerId, parseIdempotencyKey(key) ?? key)) return;
    if (storedInstantFrom(body.expiresAt) <= instantOf(clock)) throw expired();
  };
}

function expired(): ApiError {
  return new ApiError('invalid_field', {
    field: 'expiresAt',
    message: 'expiresAt must be after the present instant.',
    suggestedFix: 'Send a later date-time, or null for a key that does not expire.',
  });
}
