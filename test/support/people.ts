import { composeCode, hashCode } from '../../src/core/access/signInCode.ts';
import type { Scope } from '../../src/core/access/scope.ts';
import { instantOf, systemRandomness } from '../../src/core/runtime/system.ts';
import { operatorAt } from './operator.ts';
import type { Answer, Service } from './service.ts';

/** The path of the session. */
export const sessionPath = '/api/v1/session';

/** A session in an answer. */
export interface SessionView {
  readonly token: string;
  readonly user: string | null;
  readonly owner: string;
  readonly scope: Scope;
  readonly expiresAt: string;
}

interface UserOptions {
  readonly password?: string;
  readonly hash?: string;
  readonly owner?: string;
  readonly scope?: Scope;
}

// A hash names its own parameters: with these it is compared within a millisecond.
const quick = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const;

/** Stores a user and returns its id. The hash of its password is quick to compare, unless another one is given. */
export async function addUser(
  { store, clock }: Service,
  name: string,
  { password, hash, owner = 'first', scope = 'write' }: UserOptions = {},
): Promise<string> {
  const userId = systemRandomness.uuid();
  const passwordHash = hash ?? (password === undefined ? null : await Bun.password.hash(password, quick));
  const command = { ...operatorAt(instantOf(clock)), kind: 'user.create', userId, name, passwordHash, owner, scope };
  const result = store.inProcess.commit(command as typeof command & { kind: 'user.create' });
  if (result.outcome !== 'stored') throw new Error(`the user could not be stored: ${result.outcome}`);
  return userId;
}

/** Stores a one-time code of a user and returns it. */
export function addCode({ store, clock }: Service, userId: string, scope?: Scope): string {
  const code = composeCode(systemRandomness.bytes);
  const hash = hashCode(code) ?? '';
  const target = { userId, hash, expiresAt: instantOf(clock, 900), ...(scope !== undefined && { scope }) };
  store.inProcess.commit({ ...operatorAt(instantOf(clock)), ...target, kind: 'user.createCode' });
  return code;
}

/** Sends a sign-in. */
export async function signIn(
  service: Pick<Service, 'call'>,
  json: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return service.call('POST', sessionPath, { key: null, json, headers });
}

/** Signs in and returns the session. */
export async function signedIn(
  service: Pick<Service, 'call'>,
  json: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<SessionView> {
  const answer = await signIn(service, json, headers);
  if (answer.status !== 201) throw new Error(`the sign-in failed: ${answer.text}`);
  return answer.json.data as unknown as SessionView;
}

/** What is sent in place of a key with a session. */
export function withSession({ token }: Pick<SessionView, 'token'>, headers: Readonly<Record<string, string>> = {}) {
  return { key: null, headers: { 'X-Duebook-Session': token, ...headers } };
}

/** The status of a request with a session. */
export async function statusWith(service: Pick<Service, 'call'>, session: Pick<SessionView, 'token'>) {
  return (await service.call('GET', sessionPath, withSession(session))).status;
}
