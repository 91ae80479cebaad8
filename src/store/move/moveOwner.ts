import { SQLiteError, type Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { OperatorOrigin } from '../../commands/origin.ts';
import { StorageUnavailable } from '../../commands/storageUnavailable.ts';
import type { SealedSecrets } from '../../domain/channels/channel.ts';
import type { RandomBytes } from '../../domain/keys/apiKey.ts';
import { sameButForCase } from '../../domain/owners/owner.ts';
import { isNameTaken } from '../credentials/users.ts';
import { openDatabase } from '../database/database.ts';
import type { Upgraded } from '../database/upgrade.ts';
import { databaseFileName, DatabaseRefused, messageOf, unusable } from '../directory/databaseFile.ts';
import { lockDirectory } from '../directory/directoryLock.ts';
import { findOwner, namesOfOwners } from '../entities/owners.ts';
import { openVault } from '../secrets/vault.ts';
import { inTransaction } from '../sqlite/statement.ts';
import { createExecutor } from '../writer/executor.ts';
import { commitOne } from '../writer/groupCommit.ts';
import { findRemoved } from '../writer/purge.ts';
import { copyOwner } from './copyOwner.ts';

/** An owner to move from one data directory to another. */
export interface MoveRequest {
  readonly owner: string;
  readonly from: string;
  readonly to: string;
  readonly origin: OperatorOrigin;
  readonly randomBytes: RandomBytes;
  /** Called when an older database was upgraded. */
  readonly onUpgrade: (upgraded: Upgraded) => void;
}

/** Why an owner cannot be moved; neither database was changed. */
export type MoveRefusal =
  | { readonly outcome: 'missing' }
  /** The other database has an owner of that name, or of one that differs from it in case only. */
  | { readonly outcome: 'ownerTaken'; readonly name: string }
  /** Users there have the names of users of the owner, or names that look like them. */
  | { readonly outcome: 'usersTaken'; readonly names: readonly string[] }
  /** Rows there have ids of the owner. */
  | { readonly outcome: 'idsTaken' }
  /** An earlier move was interrupted after its copy, and one of the two was changed since. */
  | { readonly outcome: 'changedSince' };

/** The result of a move. */
export type MoveResult =
  | MoveRefusal
  /** The number of rows that were copied; 0 if an earlier move had copied them. */
  | { readonly outcome: 'moved'; readonly rows: number };

/**
 * Moves an owner with all its rows to another data directory. No server may run on either. The source is locked until the
 * copy is on the disk, and deletes the owner only then: a crash leaves the owner in the source, or in both, and the next move ends it.
 *
 * @throws {DatabaseRefused} when a server runs on one of the directories, or a database cannot be used
 */
export async function moveOwner({ owner, from, to, origin, randomBytes, onUpgrade }: MoveRequest): Promise<MoveResult> {
  const closings: (() => void)[] = [];
  try {
    const [source, target] = [from, to].map((directory) => {
      const hold = lockDirectory(directory, 0, directory === from ? '--data-dir' : '--to');
      closings.push(() => hold.release());
      const database = openDatabase(directory, hold, onUpgrade);
      closings.push(() => database.close(true));
      // A deleted record's entries still have the id of its owner.
      refusingUnusable(directory, () => purgeAll(database));
      return database;
    });
    if (source === undefined || target === undefined)
      throw new Error('a database is missing right after it was opened');
    // No server runs, so nobody changes a secret meanwhile.
    const secrets = await sealAnew(source, owner, [openVault(from, randomBytes), openVault(to, randomBytes)]);
    const copy = () => refusingUnusable(to, () => copyUnlessThere(source, target, { owner, secrets, at: origin.at }));
    const copied = { isCopied: false };
    const steps = () => {
      const result = copy();
      copied.isCopied = result.outcome === 'moved';
      if (copied.isCopied) deleteIn(source, { ...origin, owner });
      return result;
    };
    try {
      return refusingUnusable(from, () => inTransaction(source, 'immediate', steps));
    } catch (error) {
      throw copied.isCopied ? undeleted({ owner, from, to }, error) : error;
    }
  } finally {
    for (const close of closings.toReversed()) close();
  }
}

/** The error when the copy is on the disk, but the source could not be changed. */
function undeleted({ owner, from, to }: Pick<MoveRequest, 'owner' | 'from' | 'to'>, cause: unknown): DatabaseRefused {
  const state = `${JSON.stringify(owner)} is copied to ${to}, but also still in ${from}`;
  const advice = 'correct the cause, and run the command again before you start a server';
  return new DatabaseRefused(`${state}: ${messageOf(cause)}: ${advice}`, { cause });
}

function refusingUnusable<Result>(directory: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw error instanceof StorageUnavailable ? unusable(join(directory, databaseFileName), error) : error;
  }
}

function purgeAll(database: Database): void {
  const isAnythingRemoved = findRemoved(database);
  const commit = commitOne(database);
  while (isAnythingRemoved()) commit({ kind: 'purge' });
}

/** The secrets of the channels of an owner, encrypted with another key, by the id of the channel. Those that are lost stay lost. */
async function sealAnew(
  source: Database,
  owner: string,
  [from, to]: readonly [ReturnType<typeof openVault>, ReturnType<typeof openVault>],
): Promise<ReadonlyMap<string, string>> {
  const select = `SELECT channels.id, secrets_json AS secrets FROM channels JOIN owners ON owners.id = owner_id
    WHERE owners.name = ?`;
  const sealed = new Map<string, string>();
  for (const { id, secrets } of source.query<{ id: string; secrets: string }, [string]>(select).all(owner)) {
    const stored = JSON.parse(secrets) as SealedSecrets;
    const anew = await to.seal(id, await from.open(id, stored));
    sealed.set(id, JSON.stringify({ ...stored, ...anew }));
  }
  return sealed;
}

interface Copying {
  readonly owner: string;
  readonly secrets: ReadonlyMap<string, string>;
  /** The instant of the move, ISO 8601 UTC. */
  readonly at: string;
}

/** Copies an owner; when this returns, the copy is on the disk. */
function copyUnlessThere(source: Database, target: Database, { owner, ...copying }: Copying): MoveResult {
  const ownerId = findOwner(source, owner)?.id;
  if (ownerId === undefined) return { outcome: 'missing' };
  const copyId = findCopy(source, target, ownerId);
  if (copyId !== undefined) {
    const isSame = stateOf(source, ownerId) === stateOf(target, copyId);
    return isSame ? { outcome: 'moved', rows: 0 } : { outcome: 'changedSince' };
  }
  const refusal = refusalOf(source, target, { owner, ownerId });
  if (refusal !== undefined) return refusal;
  try {
    const rows = inTransaction(target, 'immediate', () => copyOwner(source, target, { ownerId, ...copying }));
    return { outcome: 'moved', rows };
  } catch (error) {
    const isTaken = error instanceof SQLiteError && /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(error.code ?? '');
    if (isTaken) return { outcome: 'idsTaken' };
    throw error;
  }
}

/** The id of the owner in the target who has a key of an owner of the source, and is therefore the same. */
function findCopy(source: Database, target: Database, ownerId: number): number | undefined {
  const keys = source.query<{ id: string }, [number]>("SELECT id FROM api_keys WHERE owner_id = ? AND kind = 'key'");
  const holder = target.query<{ ownerId: number }, [string]>('SELECT owner_id AS ownerId FROM api_keys WHERE id = ?');
  for (const { id } of keys.all(ownerId)) {
    const found = holder.get(id);
    if (found !== null) return found.ownerId;
  }
  return undefined;
}

/** What every write of an owner changes. Two databases may have as many writes, but not the same ones: hence the last entry. */
function stateOf(database: Database, ownerId: number): string {
  const select = `SELECT name, revision, delivery_revision,
      (SELECT id FROM audit_entries WHERE owner_id = owners.id ORDER BY sequence DESC LIMIT 1) AS last_entry_id
    FROM owners WHERE id = ?`;
  return JSON.stringify(database.query(select).get(ownerId));
}

function refusalOf(
  source: Database,
  target: Database,
  { owner, ownerId }: { readonly owner: string; readonly ownerId: number },
): MoveRefusal | undefined {
  const same = sameButForCase(
    owner,
    namesOfOwners(target).map(({ name }) => name),
  );
  if (same !== undefined) return { outcome: 'ownerTaken', name: same };
  const members = `SELECT name FROM users JOIN memberships ON user_id = id WHERE owner_id = ? ORDER BY name`;
  const users = source.query<{ name: string }, [number]>(members).all(ownerId);
  const names = users.map(({ name }) => name).filter((name) => isNameTaken(target, name));
  return names.length === 0 ? undefined : { outcome: 'usersTaken', names };
}

/** Deletes an owner within a transaction of the caller. The next start of the server, or the next hour, purges its rows. */
function deleteIn(database: Database, command: OperatorOrigin & { readonly owner: string }): void {
  createExecutor(database).perform({ ...command, kind: 'owner.delete' });
}
