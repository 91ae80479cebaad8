import type { SignInProof } from '../../../commands/session.ts';
import { hashCode } from '../../../domain/keys/signInCode.ts';
import { foldUserName } from '../../../domain/users/user.ts';
import { instantOf, type Clock, type Randomness } from '../../../runtime/system.ts';
import type { Passwords } from '../../../runtime/passwords.ts';
import type { Store } from '../../../store/store.ts';
import { bearerToken, findKeyHolder } from '../../pipeline/authentication.ts';
import type { HostSettings } from './hosts.ts';
import type { SignInFailures } from './failures.ts';
import { hasProxyHeader, isFromOwnPage, namedByProxy, type ProxySettings } from './reverseProxy.ts';
import type { SignInWish } from './wish.ts';

/** The dependencies of checking what somebody signs in with. */
export interface ProofOptions {
  readonly store: Pick<Store, 'apiKeys' | 'sessions' | 'users' | 'owners' | 'readAsOne'>;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly passwords: Passwords;
  readonly failures: SignInFailures;
  /** Called with the id of each key that somebody signs in with. */
  readonly onUse: (id: string) => void;
  readonly settings: HostSettings & ProxySettings;
  /** Whether a request comes from a trusted proxy. */
  readonly isFromProxy: (request: Request) => boolean;
}

/** A sign-in to check. */
export interface SignInAttempt {
  readonly request: Request;
  readonly address: string;
  readonly wish: SignInWish;
  /** A host name that a valid code makes known. */
  readonly newHost: string | undefined;
}

/** A proof that is valid now, and the owner that it leads to. */
export interface CheckedProof {
  readonly ownerId: number;
  readonly proof: SignInProof;
}

/** Gives a function that checks what somebody signs in with; undefined when it is not valid. */
export function checkProofs(options: ProofOptions) {
  const { store, clock, failures, onUse } = options;
  const findHolder = findKeyHolder(options);

  function byCode({ newHost }: SignInAttempt, code: string): CheckedProof | undefined {
    const hash = hashCode(code);
    const ownerId = hash === undefined ? undefined : store.users.ownerOfCode(hash, instantOf(clock));
    if (hash === undefined || ownerId === undefined) return undefined;
    return { ownerId, proof: { method: 'code', hash, ...(newHost !== undefined && { host: newHost }) } };
  }

  function byKey(apiKey: string): CheckedProof | undefined {
    const holder = findHolder(apiKey);
    if (holder === undefined) return undefined;
    onUse(holder.id);
    return { ownerId: holder.ownerId, proof: { method: 'key', keyId: holder.id } };
  }

  async function byPassword(address: string, name: string, password: string): Promise<CheckedProof | undefined> {
    const forgive = failures.countAttempt(address, name);
    const user = store.users.findByName(name);
    const passwordHash = user?.passwordHash;
    const isRight = await isPassword(options, password, passwordHash, forgive);
    if (!isRight || user === undefined || typeof passwordHash !== 'string') return undefined;
    forgive();
    return { ownerId: user.ownerId, proof: { method: 'password', userId: user.id, passwordHash } };
  }

  return function check(attempt: SignInAttempt): CheckedProof | undefined | Promise<CheckedProof | undefined> {
    const { wish, address } = attempt;
    switch (wish.method) {
      case 'code':
        return byCode(attempt, wish.code);
      case 'key':
        return byKey(wish.apiKey);
      case 'password':
        return byPassword(address, wish.user, wish.password);
      case 'proxy':
        return proxyProof(options, attempt.request);
    }
  };
}

/**
 * Whether a password has a hash.
 *
 * @param forgive called when it was not compared
 * @throws {ApiError} when too many are waiting
 */
export async function isPassword(
  { passwords, failures }: Pick<ProofOptions, 'passwords' | 'failures'>,
  password: string,
  hash: string | null | undefined,
  forgive: () => void,
): Promise<boolean> {
  try {
    return await passwords.verify(password, hash);
  } catch (error) {
    forgive();
    failures.refuseIfFull(error);
    throw error;
  }
}

function proxyProof(
  { store, randomness, settings, isFromProxy }: ProofOptions,
  request: Request,
): CheckedProof | undefined {
  const { authHeader, createFor, publicUrl } = settings;
  if (authHeader === null || !isFromProxy(request) || !isFromOwnPage(request, publicUrl)) return undefined;
  // A proxy passes on the requests of programs without a sign-in, and may pass on their header too.
  if (bearerToken(request) !== undefined) return undefined;
  const userName = namedByProxy(request, authHeader);
  if (userName === null) return undefined;
  const user = store.users.findByName(userName);
  if (user !== undefined) return { ownerId: user.ownerId, proof: { method: 'proxy', userName } };
  const ownerId = createFor === null ? undefined : store.owners.idOf(createFor);
  if (ownerId === undefined || createFor === null) return undefined;
  const create = { userId: randomness.uuid(), owner: createFor, scope: 'write' } as const;
  return { ownerId, proof: { method: 'proxy', userName, create } };
}

/** Gives a function that says whether the trusted proxy names another user than that of a session made by it. */
export function findContradictions({ settings, isFromProxy }: Pick<ProofOptions, 'settings' | 'isFromProxy'>) {
  const { authHeader } = settings;
  return function contradicts(
    request: Request,
    { signedInBy, user }: { readonly signedInBy: string; readonly user: { readonly name: string } | null },
  ): boolean {
    if (authHeader === null || signedInBy !== 'proxy' || !hasProxyHeader(request, settings)) return false;
    if (!isFromProxy(request)) return false;
    const name = namedByProxy(request, authHeader);
    return name === null || user === null || foldUserName(name) !== foldUserName(user.name);
  };
}
