import type { ClientResult } from '../../../commands/commands.ts';
import type { WriteOptions } from '../../../commands/origin.ts';
import { codeSeconds, composeCode, hashCode, signInLink } from '../../../domain/keys/signInCode.ts';
import { storedValuesOf } from '../../../domain/fields/fieldTable.ts';
import { userFields, type UserDraft } from '../../../domain/users/userFields.ts';
import type { Passwords } from '../../../runtime/passwords.ts';
import { instantOf } from '../../../runtime/system.ts';
import { ignoredBody, jsonBody, noBody, refuseUnwantedBody } from '../../pipeline/requestBody.ts';
import { route, type Route } from '../../pipeline/route.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { unsupportedOption, withDryRun } from '../../pipeline/writeOptions.ts';
import { ReadAnswer } from '../../reads/answers.ts';
import { createdAnswer, dataMembers, deletedAnswer, JsonAnswer } from '../../responses/answers.ts';
import { ApiError } from '../../errors/apiError.ts';
import { sharedErrorOf, staleMessages } from '../../responses/writeErrors.ts';
import { NoQuery, WriteQuery } from '../../validation/queries.ts';
import type { SignInFailures } from '../session/failures.ts';
import type { HostSettings } from '../session/hosts.ts';
import { hashOf } from '../session/password.ts';
import { refuseFaultyDraft } from '../keys/routes.ts';
import { PageQuery } from '../keys/schema.ts';
import { UserDraftBody, UserPath } from './schema.ts';

/** What the operations on users need. */
export interface UserRouteOptions extends RouteOptions {
  readonly passwords: Passwords;
  readonly failures: SignInFailures;
  readonly settings: Pick<HostSettings, 'publicUrl'>;
}

const path = '/api/v1/users';

/** The operations on the users of an owner: list, create, delete, make a one-time code. */
export function userRoutes(options: UserRouteOptions): readonly Route[] {
  return [list(options), creation(options), deletion(options), codeCreation(options)];
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
        actor: { ...caller, requestId },
        at: instantOf(clock),
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

function deletion({ quota, writes, clock, randomness }: UserRouteOptions): Route {
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
      const about = { actor: { ...caller, requestId }, at: instantOf(clock), ...withDryRun(writeOptions, query) };
      const ids = { auditEntryId: randomness.uuid(), userId: params.id.toLowerCase() };
      const result = await writes.submit({ ...about, ...ids, kind: 'user.delete' });
      return deletedAnswer({ set, requestId }, result, () => userErrorOf(result));
    },
  });
}

function codeCreation({ quota, writes, clock, randomness, settings }: UserRouteOptions): Route {
  return route({
    operationId: 'createSignInCode',
    method: 'POST',
    path: `${path}/:id/code`,
    scope: 'admin',
    params: UserPath,
    query: NoQuery,
    body: noBody,
    takesNoOptions: true,
    stages: [refuseUnwantedBody, quota.charge],
    handle: async ({ caller, params, requestId, set }) => {
      const code = composeCode(randomness.bytes);
      const hash = hashCode(code);
      if (hash === undefined) throw new Error('a new code is not a code');
      const expiresAt = instantOf(clock, codeSeconds);
      const about = { actor: { ...caller, requestId }, at: instantOf(clock), auditEntryId: randomness.uuid() };
      const target = { userId: params.id.toLowerCase(), hash, expiresAt };
      const result = await writes.submit({ ...about, ...target, kind: 'user.createCode' });
      if (result.outcome !== 'stored') throw userErrorOf(result);
      set.status = 201;
      // Null while the server does not know its own address.
      const link = settings.publicUrl === null ? null : signInLink(settings.publicUrl, code);
      const data = { code, link, expiresAt, scope: result.scope };
      return new JsonAnswer(set, dataMembers(JSON.stringify(data)), requestId);
    },
  });
}

const whenStale = staleMessages('The user has');

function userErrorOf(result: ClientResult): ApiError {
  const shared = sharedErrorOf(result, false, whenStale);
  if (shared !== undefined) return shared;
  if (result.outcome !== 'conflict') {
    return new ApiError('user_not_found', {
      suggestedFix: `List the users (GET ${path}) and take an id from there.`,
      forTools: { suggestedFix: 'Call listUsers and take an id from there.' },
    });
  }
  return result.reason === 'ownUser'
    ? new ApiError('own_user', { suggestedFix: 'Sign in as another user, or use an API key of scope admin.' })
    : nameTaken();
}

function nameTaken(): ApiError {
  return new ApiError('user_exists', { field: 'name', suggestedFix: 'Send another name.' });
}
