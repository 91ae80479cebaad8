import type { SignInProof } from '../commands.ts';
import { hashCode } from '../../../core/access/signInCode.ts';
import { foldUserName } from '../../../core/access/userNames.ts';
import { instantOf, type Clock, type Randomness } from '../../../core/runtime/system.ts';
import type { Passwords } from '../../../core/runtime/passwords.ts';
import type { Store } from '../../store.ts';
import { bearerToken, findKeyHolder } from '../../../core/http/pipeline/authentication.ts';
import { clientNetwork } from '../../../core/http/pipeline/clientAddress.ts';
import type { HostSettings } from './hosts.ts';
import type { SignInFailures } from './failures.ts';
import { hasEncryptionOfService, hasProxyHeader, namedByProxy, type ProxySettings } from './reverseProxy.ts';
import type { SignIn } from '../model.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';

/** What somebody signs in with. */
export type Credentials =
  | { readonly method: 'key'; readonly apiKey: string }
  | { readonly method: 'code'; readonly code: string }
  | { readonly method: 'password'; readonly user: string; readonly password: string }
  | { readonly method: 'proxy' };

const oneOfThese = 'Send exactly one of apiKey, code, user with password, and "proxy": true.';

/**
 * The credentials in the body of a sign-in.
 *
 * @throws {ApiError} when it has none, or two
 */
export function credentialsIn({ apiKey, code, user, password, proxy }: SignIn): Credentials {
  const ways: readonly (Credentials | undefined)[] = [
    apiKey === undefined ? undefined : { method: 'key', apiKey },
    code === undefined ? undefined : { method: 'code', code },
    user === undefined || password === undefined ? undefined : { method: 'password', user, password },
    proxy === true ? { method: 'proxy' } : undefined,
  ];
  const [first, second] = ways.filter((way) => way !== undefined);
  if ((user === undefined) !== (password === undefined)) {
    throw notOne(user === undefined ? 'user' : 'password', 'user and password belong together.');
  }
  if (first === undefined) throw notOne('code', 'The body has nothing to sign in with.');
  if (second !== undefined) throw notOne(fieldOf[second.method], 'The body has more than one way to sign in.');
  return first;
}

const fieldOf = { key: 'apiKey', code: 'code', password: 'user', proxy: 'proxy' } as const;

function notOne(field: string, message: string): ApiError {
  return new ApiError('invalid_field', { field, message, suggestedFix: oneOfThese });
}

/** The dependencies of checking what somebody signs in with. */
export interface ProofOptions {
  readonly store: Pick<Store, 'apiKeys' | 'sessions' | 'users' | 'owners' | 'rates'>;
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
  readonly credentials: Credentials;
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
    // Of the client and not of the user: how full a turn is must not tell which names there are.
    const forWhom = `client ${clientNetwork(address)}`;
    const isRight = await isPassword(options, { password, hash: passwordHash, forWhom }, forgive);
    if (!isRight || user === undefined || typeof passwordHash !== 'string') return undefined;
    forgive();
    return { ownerId: user.ownerId, proof: { method: 'password', userId: user.id, passwordHash } };
  }

  return function check(attempt: SignInAttempt): CheckedProof | undefined | Promise<CheckedProof | undefined> {
    const { credentials, address } = attempt;
    switch (credentials.method) {
      case 'code':
        return byCode(attempt, credentials.code);
      case 'key':
        return byKey(credentials.apiKey);
      case 'password':
        return byPassword(address, credentials.user, credentials.password);
      case 'proxy':
        return proxyProof(options, attempt.request);
    }
  };
}

/** A password to compare with a hash, and whose turn that takes. */
interface Comparison {
  readonly password: string;
  readonly hash: string | null | undefined;
  readonly forWhom: string;
}

/**
 * Whether a password has a hash.
 *
 * @param forgive called when it was not compared
 * @throws {ApiError} when too many are waiting
 */
export async function isPassword(
  { passwords, failures }: Pick<ProofOptions, 'passwords' | 'failures'>,
  { password, hash, forWhom }: Comparison,
  forgive: () => void,
): Promise<boolean> {
  try {
    return await passwords.verify(password, hash, forWhom);
  } catch (error) {
    forgive();
    failures.refuseIfFull(error);
    throw error;
  }
}

function proxyProof(options: ProofOptions, request: Request): CheckedProof | undefined {
  const { settings, isFromProxy } = options;
  const { authHeader, publicUrl } = settings;
  if (authHeader === null || !isFromProxy(request) || !hasEncryptionOfService(request, publicUrl)) return undefined;
  // A proxy passes on the requests of programs without a sign-in, and may pass on their header too.
  if (bearerToken(request) !== undefined) return undefined;
  const userName = namedByProxy(request, authHeader);
  return userName === null ? undefined : proofOfName(options, userName);
}

/** The proof of a user whom the proxy names. */
function proofOfName({ store, randomness, settings }: ProofOptions, userName: string): CheckedProof | undefined {
  const { createFor } = settings;
  const user = store.users.findByName(userName);
  if (createFor === null) return user && { ownerId: user.ownerId, proof: { method: 'proxy', userName } };
  const ownerId = store.owners.idOf(createFor);
  if (ownerId === undefined) return undefined;
  // An admin of another owner may have taken the name, to see what the person records.
  if (user !== undefined && user.ownerId !== ownerId) return undefined;
  if (user === undefined && !mayMakeUser(store, { ownerId, name: userName })) return undefined;
  const create = { userId: randomness.uuid(), owner: createFor, scope: 'write' } as const;
  return { ownerId, proof: { method: 'proxy', userName, create } };
}

function mayMakeUser(
  { users }: Pick<Store, 'users'>,
  user: { readonly ownerId: number; readonly name: string },
): boolean {
  // As for a name that an admin adds, which is trimmed.
  return user.name.trim() === user.name && !users.isNameTaken(user.name) && !users.isNameKeptOut(user);
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
