import type { WriteOptions } from '../../../core/writer/origin.ts';
import { storedValuesOf } from '../../../core/fields/fieldTable.ts';
import { userFields, type UserDraft, type UserPatch } from '../model.ts';
import type { Passwords } from '../../../core/runtime/passwords.ts';
import { jsonBody, noBody, refuseUnwantedBody } from '../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import { commandsAt, deletionRoute, listRoute } from '../../../core/http/recordRoutes.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { unsupportedOption } from '../../../core/http/pipeline/writeOptions.ts';
import { createdAnswer, storedAnswer } from '../../../core/http/responses/answers.ts';
import { NoQuery, WriteQuery } from '../../../core/fields/queries.ts';
import { codeAnswers, type CodeOptions } from '../../sessions/routes/codes.ts';
import type { SignInFailures } from '../../sessions/routes/failures.ts';
import { hashOf } from '../../sessions/routes/password.ts';
import { refuseFaultyDraft, refuseKeyAsName } from '../../../core/http/responses/writeErrors.ts';
import { UserDraftBody, UserPatchBody, users } from './schema.ts';
import { nameTaken, userErrorOf } from './writeErrors.ts';

/** What the operations on users need. */
export interface UserRouteOptions extends RouteOptions, CodeOptions {
  readonly passwords: Passwords;
  readonly failures: SignInFailures;
}

const { path } = users;

/** The operations on the users of an owner: list, create, update, delete, make a one-time code. */
export function userRoutes(options: UserRouteOptions): readonly Route[] {
  const { writes } = options;
  return [
    listRoute(options, users, { operationId: 'listUsers', scope: 'admin' }, (page) => ({ kind: 'users', page })),
    creation(options),
    update(options),
    deletionRoute(
      options,
      users,
      { operationId: 'deleteUser', scope: 'admin' },
      (about, userId) => writes.submit({ ...about, kind: 'user.delete', userId }),
      userErrorOf,
    ),
    codeCreation(options),
  ];
}

interface DraftContext {
  readonly body: UserDraft;
  readonly query: { readonly dryRun?: 'true' | 'false' };
  readonly writeOptions: WriteOptions;
}

function refuseFaultyUser({ body, query, writeOptions }: DraftContext): void {
  refuseFaultyDraft({ body, writeOptions });
  if (typeof body.password !== 'string') return;
  if (query.dryRun === 'true') throw unsupportedOption('dryRun');
  if (writeOptions.idempotency !== undefined) throw unsupportedOption('Idempotency-Key');
}

function creation({ quota, store, writes, clock, randomness, basePath, passwords, failures }: UserRouteOptions): Route {
  const aboutOf = commandsAt({ clock, randomness });
  return route({
    operationId: 'createUser',
    method: 'POST',
    path,
    scope: 'admin',
    query: WriteQuery,
    body: jsonBody(UserDraftBody),
    stages: [refuseFaultyUser, quota.charge],
    handle: async ({ caller, body, query, requestId, set, writeOptions }) => {
      const { name, scope, password } = storedValuesOf(userFields, body);
      const hasPassword = typeof password === 'string';
      // The write asks again. A name that is taken costs no hash.
      if (hasPassword && store.users.isNameTaken(name)) throw nameTaken();
      const passwordHash = hasPassword ? await hashOf({ passwords, failures }, password, caller.ownerId) : null;
      const about = aboutOf({ caller, requestId, query, writeOptions });
      const fields = { userId: randomness.uuid(), name, scope, passwordHash };
      const result = await writes.submit({ ...about, ...fields, kind: 'user.create' });
      return createdAnswer({ set, requestId }, result, () => userErrorOf(result), `${basePath}${path}`);
    },
  });
}

function refuseFaultyChange({ body }: { readonly body: UserPatch }): void {
  if (body.name !== undefined) refuseKeyAsName('name', body.name);
}

function update(options: UserRouteOptions): Route {
  const { quota, writes } = options;
  const aboutOf = commandsAt(options);
  return route({
    operationId: 'updateUser',
    method: 'PATCH',
    path: `${path}/:id`,
    scope: 'admin',
    params: users.Path,
    query: WriteQuery,
    body: jsonBody(UserPatchBody),
    stages: [refuseFaultyChange, quota.charge],
    handle: async ({ caller, params, body, query, requestId, set, writeOptions }) => {
      const about = aboutOf({ caller, requestId, query, writeOptions });
      const change = { userId: params.id.toLowerCase(), patch: storedValuesOf(userFields, body) };
      const result = await writes.submit({ ...about, ...change, kind: 'user.update' });
      return storedAnswer({ set, requestId }, result, () => userErrorOf(result), 200);
    },
  });
}

function codeCreation(options: UserRouteOptions): Route {
  const answerWithCode = codeAnswers(options, userErrorOf);
  return route({
    operationId: 'createSignInCode',
    method: 'POST',
    path: `${path}/:id/code`,
    scope: 'admin',
    params: users.Path,
    query: NoQuery,
    body: noBody,
    takesNoOptions: true,
    stages: [refuseUnwantedBody, options.quota.charge],
    handle: ({ caller, params, requestId, set }) =>
      answerWithCode({ caller, requestId, set }, { userId: params.id.toLowerCase() }),
  });
}
