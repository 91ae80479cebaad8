import type { WriteOptions } from '../../../commands/origin.ts';
import { storedValuesOf } from '../../../domain/fields/fieldTable.ts';
import { userFields, type UserDraft, type UserPatch } from '../../../domain/users/userFields.ts';
import type { Passwords } from '../../../runtime/passwords.ts';
import { ignoredBody, jsonBody, noBody, refuseUnwantedBody } from '../../pipeline/requestBody.ts';
import { route, type Route } from '../../pipeline/route.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { unsupportedOption, withDryRun } from '../../pipeline/writeOptions.ts';
import { originsAt } from '../../pipeline/writeOrigins.ts';
import { ReadAnswer } from '../../reads/answers.ts';
import { createdAnswer, deletedAnswer, storedAnswer } from '../../responses/answers.ts';
import { NoQuery, WriteQuery } from '../../validation/queries.ts';
import { codeAnswers, type CodeOptions } from '../session/codes.ts';
import type { SignInFailures } from '../session/failures.ts';
import { hashOf } from '../session/password.ts';
import { refuseFaultyDraft, refuseKeyAsName } from '../../responses/namedDrafts.ts';
import { PageQuery } from '../keys/schema.ts';
import { UserDraftBody, UserPatchBody, UserPath } from './schema.ts';
import { nameTaken, userErrorOf } from './writeErrors.ts';

/** What the operations on users need. */
export interface UserRouteOptions extends RouteOptions, CodeOptions {
  readonly passwords: Passwords;
  readonly failures: SignInFailures;
}

const path = '/api/v1/users';

/** The operations on the users of an owner: list, create, update, delete, make a one-time code. */
export function userRoutes(options: UserRouteOptions): readonly Route[] {
  return [list(options), creation(options), update(options), deletion(options), codeCreation(options)];
}

function list({ quota, answerRead }: UserRouteOptions): Route {
  return route({
    operationId: 'listUsers',
    method: 'GET',
    path,
    scope: 'admin',
    query: PageQuery,
    stages: [quota.charge],
    handle: ({ caller, query, request, requestId, set }) =>
      new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, { kind: 'users', page: query }),
  });
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
  const originOf = originsAt(clock);
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
      const result = await writes.submit({
        kind: 'user.create',
        ...originOf(caller, requestId),
        ...withDryRun(writeOptions, query),
        auditEntryId: randomness.uuid(),
        userId: randomness.uuid(),
        name,
        scope,
        passwordHash,
      });
      return createdAnswer({ set, requestId }, result, () => userErrorOf(result), `${basePath}${path}`);
    },
  });
}

function refuseFaultyChange({ body }: { readonly body: UserPatch }): void {
  if (body.name !== undefined) refuseKeyAsName('name', body.name);
}

function update({ quota, writes, clock, randomness }: UserRouteOptions): Route {
  const originOf = originsAt(clock);
  return route({
    operationId: 'updateUser',
    method: 'PATCH',
    path: `${path}/:id`,
    scope: 'admin',
    params: UserPath,
    query: WriteQuery,
    body: jsonBody(UserPatchBody),
    stages: [refuseFaultyChange, quota.charge],
    handle: async ({ caller, params, body, query, requestId, set, writeOptions }) => {
      const about = { ...originOf(caller, requestId), ...withDryRun(writeOptions, query) };
      const ids = { auditEntryId: randomness.uuid(), userId: params.id.toLowerCase() };
      const patch = storedValuesOf(userFields, body);
      const result = await writes.submit({ ...about, ...ids, kind: 'user.update', patch });
      return storedAnswer({ set, requestId }, result, () => userErrorOf(result), 200);
    },
  });
}

function deletion({ quota, writes, clock, randomness }: UserRouteOptions): Route {
  const originOf = originsAt(clock);
  return route({
    operationId: 'deleteUser',
    method: 'DELETE',
    path: `${path}/:id`,
    scope: 'admin',
    params: UserPath,
    query: WriteQuery,
    body: ignoredBody,
    stages: [refuseUnwantedBody, quota.charge],
    handle: async ({ caller, params, query, requestId, set, writeOptions }) => {
      const about = { ...originOf(caller, requestId), ...withDryRun(writeOptions, query) };
      const ids = { auditEntryId: randomness.uuid(), userId: params.id.toLowerCase() };
      const result = await writes.submit({ ...about, ...ids, kind: 'user.delete' });
      return deletedAnswer({ set, requestId }, result, () => userErrorOf(result));
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
    params: UserPath,
    query: NoQuery,
    body: noBody,
    takesNoOptions: true,
    stages: [refuseUnwantedBody, options.quota.charge],
    handle: ({ caller, params, requestId, set }) =>
      answerWithCode({ caller, requestId, set }, { userId: params.id.toLowerCase() }),
  });
}
