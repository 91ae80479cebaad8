import type { SignInProof } from '../../src/modules/sessions/commands.ts';
import { composeSessionToken, hashApiKey, startOfApiKey } from '../../src/core/access/apiKey.ts';
import type { Scope } from '../../src/core/access/scope.ts';
import { composeCode, hashCode } from '../../src/core/access/signInCode.ts';
import { systemRandomness } from '../../src/core/runtime/system.ts';
import type { OpenedStore } from '../../src/modules/store.ts';
import { operatorAt } from './operator.ts';

type Writer = Pick<OpenedStore, 'inProcess'>;

/** The instant at which people are added, and their sessions begin. */
export const peopleAt = '2026-06-16T12:00:00.000Z';
// When their sessions and codes expire.
const peopleUntil = '2026-07-16T12:00:00.000Z';

interface NewPerson {
  readonly name: string;
  readonly owner: string;
  readonly scope?: Scope;
  readonly passwordHash?: string | null;
}

/** Adds a user of an owner that exists, and returns its id. */
export function addUser({ inProcess }: Writer, { scope = 'admin', passwordHash = null, ...person }: NewPerson): string {
  const user = { ...person, scope, passwordHash, userId: systemRandomness.uuid() };
  const { outcome } = inProcess.commit({ ...operatorAt(peopleAt), ...user, kind: 'user.create' });
  if (outcome !== 'stored') throw new Error(`the user was not stored: ${outcome}`);
  return user.userId;
}

/** Stores a one-time code of a user, and returns its hash. */
export function addCode({ inProcess }: Writer, userId: string): string {
  const hash = hashCode(composeCode(systemRandomness.bytes)) ?? '';
  inProcess.commit({ ...operatorAt(peopleAt), userId, hash, expiresAt: peopleUntil, kind: 'user.createCode' });
  return hash;
}

/** Signs in, and returns the id and the token of the session; undefined when the proof is refused. */
export function signIn({ inProcess }: Writer, proof: SignInProof): { id: string; token: string } | undefined {
  const token = composeSessionToken(systemRandomness.bytes);
  const [id, start, hash] = [systemRandomness.uuid(), startOfApiKey(token), hashApiKey(token)];
  const session = { id, start, hash, name: 'Firefox', expiresAt: peopleUntil, proof };
  const result = inProcess.commit({ ...operatorAt(peopleAt), ...session, kind: 'session.create' });
  return result.outcome === 'stored' ? { id, token } : undefined;
}
