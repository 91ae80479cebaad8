import type { Settings } from '../core/config/settings.ts';
import { codeSeconds, composeCode, hashCode, signInLink } from '../core/access/signInCode.ts';
import { firstUserName } from '../core/access/user.ts';
import type { UserRecord } from '../modules/users/model.ts';
import type { OpenedStore } from '../modules/store.ts';
import { localOrigin } from './address.ts';
import type { Credential } from '../modules/keys/commands.ts';
import type { Audited, OperatorOrigin } from '../core/writer/origin.ts';
import { composeApiKey, hashApiKey, startOfApiKey } from '../core/access/apiKey.ts';
import type { Scope } from '../core/access/scope.ts';
import { instantOf, type Clock, type Randomness } from '../core/runtime/system.ts';

/** Where the instant and the ids of a command come from. */
interface Sources {
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** The origin of a command that the operator gives: the service writes it. */
export function operatorOrigin({ clock, randomness }: Sources): OperatorOrigin {
  return { actor: { kind: 'service', requestId: randomness.uuid() }, at: instantOf(clock) };
}

/** The origin of a command of the operator that adds an audit entry. */
export function auditedOrigin(sources: Sources): OperatorOrigin & Audited {
  return { ...operatorOrigin(sources), auditEntryId: sources.randomness.uuid() };
}

/** Draws a key: the key itself, to be shown once, and what is stored of it. */
export function drawKey(
  scope: Scope,
  randomness: Randomness,
): { readonly key: string; readonly credential: Credential } {
  const key = composeApiKey(scope, randomness.bytes);
  return { key, credential: { id: randomness.uuid(), start: startOfApiKey(key), hash: hashApiKey(key) } };
}

/** A one-time code, to be shown once. */
export interface SignInCode {
  readonly code: string;
  /** The name of the user who signs in, and of the owner. */
  readonly user: string;
  readonly owner: string;
  readonly scope: Scope;
  /** ISO 8601 UTC. */
  readonly expiresAt: string;
}

/**
 * Stores the user of the first start, who has the scope admin and no password.
 *
 * @returns the user, also when another process has just stored it; undefined when there is no such owner
 */
export function makeFirstUser(store: OpenedStore, owner: string, sources: Sources): UserRecord | undefined {
  const user = { userId: sources.randomness.uuid(), name: firstUserName, passwordHash: null, scope: 'admin' } as const;
  const result = store.inProcess.commit({ ...auditedOrigin(sources), ...user, kind: 'user.create', owner });
  if (result.outcome === 'stored') return result.user;
  return store.users.list().find(({ name }) => name === firstUserName);
}

/**
 * Stores a one-time code of a user. It replaces an earlier one.
 *
 * @param scope the scope of the session; undefined for that of the user
 * @returns the code; undefined when there is no such user
 */
export function makeSignInCode(
  store: OpenedStore,
  { id: userId, scope }: { readonly id: string; readonly scope?: Scope | undefined },
  sources: Sources,
): SignInCode | undefined {
  const code = composeCode(sources.randomness.bytes);
  const hash = hashCode(code);
  if (hash === undefined) throw new Error('a new code does not have the form of a code');
  const expiresAt = instantOf(sources.clock, codeSeconds);
  const wanted = { userId, hash, expiresAt, ...(scope !== undefined && { scope }) };
  const result = store.inProcess.commit({ ...auditedOrigin(sources), ...wanted, kind: 'user.createCode' });
  if (result.outcome === 'missing') return undefined;
  const { name: user, owner } = result.user;
  return { code, user, owner, scope: result.scope, expiresAt };
}

/**
 * The link that signs in with a code, as the users of the server open it; undefined when the address is not known.
 *
 * @param port the port that the server listens on, if it runs in this process
 */
export function linkOfCode(
  { publicUrl, host, port: configured, basePath }: Pick<Settings, 'publicUrl' | 'host' | 'port' | 'basePath'>,
  { code }: SignInCode,
  port = configured,
): string | undefined {
  if (publicUrl !== null) return signInLink(publicUrl, code);
  // The system chooses the port 0, and only the server knows which one it is then.
  return port === 0 ? undefined : signInLink(`${localOrigin(host, port)}${basePath}`, code);
}
