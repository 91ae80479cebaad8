import type { Database } from 'bun:sqlite';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { CommandOf } from '../../commands/commands.ts';
import type { SignInProof } from '../../commands/session.ts';
import { stateOfApiKey, type Scope } from '../../domain/keys/apiKey.ts';
import type { PrincipalKind } from '../../domain/keys/principal.ts';
import { knownHosts, signInCodes } from '../schema/tables/users.ts';
import { findOwner } from '../entities/owners.ts';
import { selectKeys } from './keys.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { isNameKeptOut } from './removedNames.ts';
import { findUser, findUserByName, isNameTaken, type StoredUser } from './users.ts';
import { insertUser } from './userWrites.ts';

/** What a proof allows: a session of an owner, with a scope. */
export interface Proven {
  readonly ownerId: number;
  readonly scope: Scope;
  readonly user: { readonly id: string; readonly name: string } | null;
  readonly parentKeyId: string | null;
  /** When the key expires that the session must not outlive. */
  readonly keyExpiresAt: string | null;
  /** What kind of principal made the code. */
  readonly codeMadeBy?: PrincipalKind | null;
  /** The user that was made on the way. */
  readonly madeUser?: StoredUser;
}

type ProofOf<Method extends SignInProof['method']> = Extract<SignInProof, { method: Method }>;

/** What the proof of a sign-in allows; undefined when it is not valid, or no longer valid. */
export function provenBy(
  database: Database,
  { proof, at }: Pick<CommandOf<'session.create'>, 'proof' | 'at'>,
): Proven | undefined {
  switch (proof.method) {
    case 'key':
      return byKey(database, proof, at);
    case 'code':
      return byCode(database, proof, at);
    case 'password': {
      const user = findUser(database, proof.userId);
      return user?.passwordHash === proof.passwordHash ? ofUser(user) : undefined;
    }
    case 'proxy':
      return byProxy(database, proof, at);
  }
}

function byKey(database: Database, { keyId }: ProofOf<'key'>, at: string): Proven | undefined {
  const key = selectKeys(database).where(eq(apiKeys.id, keyId)).get();
  if (key === undefined || stateOfApiKey(key, () => at) !== 'active') return undefined;
  return { ownerId: key.ownerId, scope: key.scope, user: null, parentKeyId: key.id, keyExpiresAt: key.expiresAt };
}

function byCode(database: Database, { hash, host }: ProofOf<'code'>, at: string): Proven | undefined {
  const builder = drizzle(database);
  const code = builder.select().from(signInCodes).where(eq(signInCodes.hash, hash)).get();
  if (code === undefined) return undefined;
  builder.delete(signInCodes).where(eq(signInCodes.hash, hash)).run();
  const user = findUser(database, code.userId);
  if (code.expiresAt <= at || user === undefined) return undefined;
  if (host !== undefined) builder.insert(knownHosts).values({ host, createdAt: at }).onConflictDoNothing().run();
  return { ...ofUser(user), scope: code.scope, codeMadeBy: code.madeBy };
}

function byProxy(database: Database, { userName: name, create }: ProofOf<'proxy'>, at: string): Proven | undefined {
  const user = findUserByName(database, name);
  if (create === undefined) return user && ofUser(user);
  const owner = findOwner(database, create.owner);
  if (owner === undefined) return undefined;
  if (user !== undefined) return user.ownerId === owner.id ? ofUser(user) : undefined;
  if (isNameTaken(database, name) || isNameKeptOut(database, { ownerId: owner.id, name })) return undefined;
  const { userId, scope } = create;
  const madeUser = insertUser(database, owner.id, { userId, name, passwordHash: null, scope, at });
  return { ...ofUser(madeUser), madeUser };
}

function ofUser({ id, name, ownerId, scope }: StoredUser): Proven {
  return { ownerId, scope, user: { id, name }, parentKeyId: null, keyExpiresAt: null };
}
