import type { Database } from 'bun:sqlite';
import type { Credential } from '../../src/modules/keys/commands.ts';
import type { Audited, OperatorOrigin } from '../../src/core/writer/origin.ts';
import type { OwnerRecord } from '../../src/modules/owners/commands.ts';
import { hashApiKey, startOfApiKey } from '../../src/core/access/apiKey.ts';
import type { Scope } from '../../src/core/access/scope.ts';
import { systemRandomness } from '../../src/core/runtime/system.ts';
import type { OpenedStore } from '../../src/modules/store.ts';

type Writer = Pick<OpenedStore, 'inProcess'>;

interface NewKey {
  readonly id: string;
  readonly key: string;
  readonly owner: string;
  readonly scope: Scope;
  readonly name: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** The origin of a command of the operator at an instant. */
export function operatorAt(at: string): OperatorOrigin & Audited {
  const requestId = systemRandomness.uuid();
  return { actor: { kind: 'service', requestId }, at, auditEntryId: systemRandomness.uuid() };
}

/** The stored form of a key. */
export function credentialOf({ id, key }: Pick<NewKey, 'id' | 'key'>): Credential {
  return { id, start: startOfApiKey(key), hash: hashApiKey(key) };
}

/** The command that stores a key, and its owner if the name is new. */
export function creationOf({ owner, scope, name, createdAt, expiresAt, ...key }: NewKey) {
  const wanted = { owner, scope, name, expiresAt, anyNewOwner: true };
  return { ...operatorAt(createdAt), ...credentialOf(key), ...wanted, kind: 'key.create' } as const;
}

/** Stores a key, and its owner if the name is new. */
export function addKey({ inProcess }: Writer, key: NewKey): void {
  inProcess.commit(creationOf(key));
}

/** Revokes a key; false if none has this id. */
export function revokeKey({ inProcess }: Writer, keyId: string, at: string): boolean {
  return inProcess.commit({ ...operatorAt(at), kind: 'key.revoke', keyId }).outcome === 'deleted';
}

/** Deletes an owner and returns it. */
export function removeOwner({ inProcess }: Writer, owner: string): OwnerRecord | undefined {
  const result = inProcess.commit({ ...operatorAt('2026-06-16T12:00:00.000Z'), kind: 'owner.delete', owner });
  return result.outcome === 'deleted' ? result.owner : undefined;
}

/** Makes all keys as old as any clock of a test: those that are made later than the clock shows are not valid. */
export function ageKeys(database: Database): void {
  database.run("UPDATE api_keys SET created_at = '1970-01-01T00:00:00.000Z'");
}
