import type { Static } from '@sinclair/typebox';
import type { Principal, SessionHolder } from '../../../domain/keys/principal.ts';
import { scopeIncludes, type Scope } from '../../../domain/keys/apiKey.ts';
import { codeSeconds } from '../../../domain/keys/signInCode.ts';
import { instantOf, type Clock } from '../../../runtime/system.ts';
import { invalidSession } from '../../pipeline/authentication.ts';
import { ApiError } from '../../responses/errors.ts';
import { isPassword } from './proofs.ts';
import type { NewPasswordBody } from './schema.ts';
import type { SignInOptions } from './signIn.ts';

interface PasswordContext {
  readonly request: Request;
  readonly requestId: string;
  readonly caller: Principal;
  readonly session: SessionHolder;
  readonly body: Static<typeof NewPasswordBody>;
}

type PasswordOptions = Pick<
  SignInOptions,
  'store' | 'clock' | 'randomness' | 'passwords' | 'failures' | 'writes' | 'addressOf'
>;

/** Gives a function that sets the password of the user of a session. It throws an ApiError when that is refused. */
export function passwordChanges(options: PasswordOptions) {
  const { store, clock, randomness, writes } = options;

  return async function setPassword({ request, requestId, caller, session, body }: PasswordContext): Promise<void> {
    if (session.user === null) throw withoutUser();
    const user = store.users.find(session.user.id);
    if (user === undefined) throw invalidSession();
    const verifiedHash =
      body.current === undefined && hasFreshCode(session, user, clock)
        ? null
        : await verifiedWith(options, { request, name: user.name, hash: user.passwordHash }, body.current);
    const passwordHash = await hashOf(options, body.new);
    const origin = { actor: { ...caller, requestId }, at: instantOf(clock), auditEntryId: randomness.uuid() };
    const result = await writes.submit({ ...origin, kind: 'session.setPassword', passwordHash, verifiedHash });
    if (result.outcome === 'changedMeanwhile') throw wrongCurrent('The password was changed meanwhile.');
    if (result.outcome !== 'passwordSet') throw invalidSession();
  };
}

/**
 * Whether a session was signed in with a code that would not have expired yet. A code may have a smaller scope than its
 * user, and must not give the scope of the user by way of a new password.
 */
function hasFreshCode(
  { signedInBy, createdAt, scope }: SessionHolder,
  user: { readonly scope: Scope },
  clock: Clock,
): boolean {
  if (!scopeIncludes(scope, user.scope)) return false;
  return signedInBy === 'code' && createdAt >= instantOf(clock, -codeSeconds) && createdAt <= instantOf(clock);
}

/**
 * The hash of the present password, after it was compared.
 *
 * @throws {ApiError} when it is not right, or was guessed too often
 */
async function verifiedWith(
  options: PasswordOptions,
  { request, name, hash }: { readonly request: Request; readonly name: string; readonly hash: string | null },
  current: string | undefined,
): Promise<string> {
  if (current === undefined) throw wrongCurrent('current is missing.');
  const forgive = options.failures.countAttempt(options.addressOf(request), name);
  const isRight = await isPassword(options, current, hash, forgive);
  if (!isRight || hash === null) throw wrongCurrent('current is not the present password.');
  forgive();
  return hash;
}

/** The hash of a password, from the queue; throws an ApiError when too many are waiting there. */
export async function hashOf(
  { passwords, failures }: Pick<PasswordOptions, 'passwords' | 'failures'>,
  password: string,
): Promise<string> {
  try {
    return await passwords.hash(password);
  } catch (error) {
    failures.refuseIfFull(error);
    throw error;
  }
}

function wrongCurrent(message: string): ApiError {
  return new ApiError('invalid_field', {
    field: 'current',
    message,
    suggestedFix: 'Send the present password, or sign in with a one-time code: "duebook sign-in" prints one.',
  });
}

function withoutUser(): ApiError {
  return new ApiError('session_required', {
    message: 'This session has no user: it was signed in with an API key.',
    suggestedFix: 'Sign in with a one-time code or with a name and a password.',
  });
}
