import type { Static } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { storedOf } from '../../core/fields/define.ts';
import { NoQuery, PageQuery } from '../../core/fields/queries.ts';
import { access, reads, writes, type AccessServices } from '../../core/http/access.ts';
import { inToolset, answers, forReading, onceConfirmed } from '../../core/http/openapi/detail.ts';
import { answersOf } from '../../core/http/openapi/writeWords.ts';
import { unsupportedOption } from '../../core/http/pipeline/writeOptions.ts';
import { createdAnswer, deletedAnswer, storedAnswer, PageAnswer } from '../../core/http/responses/answers.ts';
import { refuseFaultyDraft, refuseKeyAsName } from '../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../routeOptions.ts';
import type { Passwords } from '../../core/runtime/passwords.ts';
import type { WriteOptions } from '../../core/writer/origin.ts';
import { codeAnswer, codeAnswers, type CodeOptions } from '../sessions/signIn/codes.ts';
import type { SignInFailures } from '../sessions/signIn/failures.ts';
import { hashOf } from '../sessions/signIn/password.ts';
import { nameTaken, userErrorExamples, userErrorOf, userRevertWords } from './errors.ts';
import { User, UserDraft, UserPatch, userRecords } from './model.ts';
import type { ModuleWords } from '../../core/http/openapi/words.ts';

/** What the operations on users need. */
interface UserServices extends RouteOptions, AccessServices, CodeOptions {
  readonly passwords: Passwords;
  readonly failures: SignInFailures;
}

const { Path, path } = userRecords;

const exampleUser = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00',
  name: 'alex',
  owner: 'default',
  scope: 'write',
  hasPassword: false,
  createdAt: '2026-06-16T08:00:00.000Z',
};

const records = answersOf('User', User, exampleUser, userRecords);

/** What the document says of users. */
export const words = (): ModuleWords => ({
  tags: [{ name: 'Keys and users', description: 'Who has access. For keys and sessions of scope admin.' }],
  revertibleFields: Object.keys(UserPatch.properties),
  errorExamples: userErrorExamples,
});

/** What is said of reverts that are refused. */
export const revertWords = { user: userRevertWords };

/** The options of an operation that makes a code: it takes none of those of writes, since the answer is not stored. */
const codes = {
  scope: 'admin',
  takes: 'nothing',
  options: 'none',
  write: true,
  quota: true,
  params: Path,
  query: NoQuery,
} as const;

/** The operations on the users of an owner. */
export const routes = (services: UserServices) => {
  const { store, randomness } = services;
  const answerWithCode = codeAnswers(services, userErrorOf);
  return new Elysia({ prefix: path, tags: ['Keys and users'], detail: inToolset('settings'), normalize: false })
    .use(access(services))
    .get(
      '',
      ({ call, caller, query }) => new PageAnswer(call, store.credentialLists.users(caller.ownerId, query), query),
      {
        ...reads('admin', PageQuery),
        detail: {
          operationId: 'listUsers',
          summary: 'List the users',
          description: 'Lists the people who may sign in, oldest first.',
          ...forReading({
            useWhen: 'The user asks who has access.',
            doNotUseWhen: 'The user asks for keys: listKeys.',
          }),
          ...records.listed(),
        },
      },
    )
    .post(
      '',
      async ({ call, caller, write, body }) => {
        const { name, scope, password } = storedOf(UserDraft, body);
        const hasPassword = typeof password === 'string';
        // The write asks again. A name that is taken costs no hash.
        if (hasPassword && store.users.isNameTaken(name)) throw nameTaken();
        const passwordHash = hasPassword ? await hashOf(services, password, caller.ownerId) : null;
        const user = { userId: randomness.uuid(), name, scope, passwordHash };
        const result = await write({ kind: 'user.create', ...user });
        return createdAnswer(call, result, userErrorOf);
      },
      {
        ...writes('admin', 'json'),
        beforeHandle: refuseFaultyUser,
        body: UserDraft,
        detail: {
          operationId: 'createUser',
          summary: 'Create a user',
          description:
            'Creates somebody who may sign in and use the same records.\n\nWithout a password, the user signs in with one-time codes. With one, a dry run and an Idempotency-Key are refused: the password would have to be stored.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed the name and scope of somebody new.',
            doNotUseWhen: 'A program needs access: createKey.',
          }),
          ...records.created(['unsupported_option', 'user_exists']),
        },
      },
    )
    .patch(
      '/:id',
      async ({ call, write, params, body }) => {
        const change = { userId: params.id, patch: storedOf(UserPatch, body) };
        const result = await write({ kind: 'user.update', ...change });
        return storedAnswer(call, result, userErrorOf);
      },
      {
        ...writes('admin', 'json'),
        beforeHandle: refuseFaultyChange,
        params: Path,
        body: UserPatch,
        detail: {
          operationId: 'updateUser',
          summary: 'Update a user',
          description:
            'Renames a user, or changes what the user may do.\n\nWith a smaller scope, sessions and one-time codes that have more end at once. A larger one counts from the next sign-in. The only admin keeps that scope.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed the new name or scope of somebody.',
            doNotUseWhen: 'Somebody is to lose all access: deleteUser.',
          }),
          ...records.changed('user_exists', 'last_admin'),
        },
      },
    )
    .delete(
      '/:id',
      async ({ call, write, params }) =>
        deletedAnswer(call, await write({ kind: 'user.delete', userId: params.id }), userErrorOf),
      {
        ...writes('admin', 'ignored'),
        params: Path,
        detail: {
          operationId: 'deleteUser',
          summary: 'Delete a user',
          description:
            'Deletes a user; its sessions and codes end at once.\n\nA session cannot delete its own user. The only admin is deleted last. What the user changed stays, with the name in the activity.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed who loses access.',
            doNotUseWhen: 'Only one browser is to be signed out: revokeKey.',
          }),
          ...records.deleted('own_user', 'last_admin'),
        },
      },
    )
    .post('/:id/code', ({ call, write, params }) => answerWithCode(call, write, { userId: params.id }), {
      ...codes,
      detail: {
        operationId: 'createSignInCode',
        summary: 'Make a one-time code for a user',
        description:
          'Makes a code with which the user signs in once, within 15 minutes.\n\nIt replaces an earlier code of the user. Only its hash is stored, so a dry run and an Idempotency-Key are refused. Takes no body.',
        ...onceConfirmed('high', {
          useWhen: 'The user wants to sign in on another device, or has forgotten the password.',
          doNotUseWhen: 'A program needs access: createKey.',
        }),
        ...answers(codeAnswer, 'user_not_found', 'too_many_entries'),
      },
    })
    .post('/:id/invitation', ({ call, write, params }) => answerWithCode(call, write, invitationOf(params.id)), {
      ...codes,
      detail: {
        operationId: 'createInvitation',
        summary: 'Invite a user',
        description:
          'Makes a link with which the user signs in once, within 7 days, and is asked for a password first.\n\nIt replaces an earlier invitation. Takes no body.',
        ...onceConfirmed('high', {
          useWhen: 'The user has added somebody, or somebody has forgotten the password.',
          doNotUseWhen: 'The user sits at the other device: createSignInCode.',
        }),
        ...answers(codeAnswer, 'user_not_found', 'too_many_entries'),
      },
    });
};

const invitationOf = (userId: string) => ({ userId, isInvitation: true }) as const;

interface DraftContext {
  readonly request: Request;
  readonly query: { readonly dryRun?: 'true' | 'false' };
  readonly body: Static<typeof UserDraft>;
  readonly ifMatch: WriteOptions['ifMatch'];
}

function refuseFaultyUser({ request, query, body, ifMatch }: DraftContext): void {
  refuseFaultyDraft({ body, ifMatch });
  if (typeof body.password !== 'string') return;
  if (query.dryRun === 'true') throw unsupportedOption('dryRun');
  if (request.headers.has('idempotency-key')) throw unsupportedOption('Idempotency-Key');
}

function refuseFaultyChange({ body }: { readonly body: UserPatch }): void {
  if (body.name !== undefined) refuseKeyAsName('name', body.name);
}
