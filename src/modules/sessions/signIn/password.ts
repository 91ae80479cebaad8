import { scopeIncludes } from '../../../core/access/scope.ts';
import type { SessionHolder } from '../../../core/access/principal.ts';
import { codeSeconds } from '../../../core/access/signInCode.ts';
import { instantOf, type Clock } from '../../../core/runtime/system.ts';
import { invalidSession } from '../../../core/http/pipeline/authentication.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import type { StoredUser } from '../../users/store.ts';
import { sharedErrorOf } from '../../../core/http/responses/writeErrors.ts';
import type { Write } from '../../../core/http/access.ts';
import type { NewPassword } from '../model.ts';
import { isPassword } from './proofs.ts';
import type { SignInOptions } from './signIn.ts';

interface PasswordContext {
  readonly session: SessionHolder;
  readonly write: Write;
  readonly body: NewPassword;
}

type PasswordOptions = Pick<SignInOptions, 'store' | 'clock' | 'passwords' | 'failures' | 'settings'>;

/** Gives a function that sets the password of the user of a session. It throws an ApiError when that is refused. */
export function passwordChanges(options: PasswordOptions) {
  const { store } = options;

  return async function setPassword({ session, write, body }: PasswordContext): Promise<void> {
    if (session.user === null) throw withoutUser();
    const user = store.users.find(session.user.id);
    if (user === undefined) throw invalidSession();
    const isFree = body.current === undefined && !needsCurrent(options, session, user);
    const verifiedHash = isFree ? null : await verifiedWith(options, user, body.current);
    const passwordHash = await hashOf(options, body.new, user.ownerId);
    const result = await write({ kind: 'user.setPassword', passwordHash, verifiedHash });
    if (result.outcome === 'changedMeanwhile') throw wrongCurrent('The password was changed meanwhile.');
    if (result.outcome !== 'stored') throw sharedErrorOf(result) ?? invalidSession();
  };
}

/** Whether a user can sign in again after signing out. Who is known to the reverse proxy, only the proxy knows. */
export function hasWayBack({ settings }: Pick<SignInOptions, 'settings'>, { passwordHash }: StoredUser): boolean {
  return passwordHash !== null || settings.authHeader !== null;
}

/** Whether a session needs the present password to set another one. */
export function needsCurrent(
  options: Pick<SignInOptions, 'clock' | 'settings'>,
  session: SessionHolder,
  user: StoredUser,
): boolean {
  // A session of a smaller scope than the user's would get the rest of it by the new password.
  if (!scopeIncludes(session.scope, user.scope)) return true;
  return hasWayBack(options, user) && !(hasFreshCode(session, options.clock) && isEnough(session, user));
}

/** Whether a session was signed in with a code that would not have expired yet. */
function hasFreshCode({ signedInBy, createdAt }: SessionHolder, clock: Clock): boolean {
  return signedInBy === 'code' && createdAt >= instantOf(clock, -codeSeconds) && createdAt <= instantOf(clock);
}

/** Whether the code of a session may stand for the present password. */
function isEnough({ codeMadeBy }: SessionHolder, user: StoredUser): boolean {
  if (codeMadeBy === 'service') return true;
  // Admins make codes over the API, also for themselves, so that such a code proves no more than their session.
  if (user.scope === 'admin') return user.passwordHash === null;
  // Whoever has the browser of a user for a moment can make such a code.
  return codeMadeBy !== 'self';
}

/**
 * The hash of the present password, after it was compared.
 *
 * @throws {ApiError} when it is not right, or was guessed too often
 */
async function verifiedWith(
  options: PasswordOptions,
  {
    id,
    passwordHash: hash,
    ownerId,
  }: { readonly id: string; readonly passwordHash: string | null; readonly ownerId: number },
  current: string | undefined,
): Promise<string> {
  if (current === undefined) throw wrongCurrent('current is missing.');
  const forgive = options.failures.countPresent(id);
  const isRight = await isPassword(options, { password: current, hash, forWhom: turnOfOwner(ownerId) }, forgive);
  if (!isRight || hash === null) throw wrongCurrent('current is not the present password.');
  forgive();
  return hash;
}

/** Owners take turns with each other, and with clients that have not signed in. */
function turnOfOwner(ownerId: number): string {
  return `owner ${ownerId}`;
}

/** The hash of a password for an owner, from the queue; throws an ApiError when too many are waiting there. */
export async function hashOf(
  { passwords, failures }: Pick<PasswordOptions, 'passwords' | 'failures'>,
  password: string,
  ownerId: number,
): Promise<string> {
  try {
    return await passwords.hash(password, turnOfOwner(ownerId));
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

/** The error for a session without a user. */
export function withoutUser(): ApiError {
  return new ApiError('session_required', {
    message: 'This session has no user: it was signed in with an API key.',
    suggestedFix: 'Sign in with a one-time code or with a name and a password.',
  });
}
