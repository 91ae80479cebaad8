import type { Settings } from '../core/config/settings.ts';
import { join } from 'node:path';
import { StorageUnavailable } from '../core/writer/storageUnavailable.ts';
import { hasDatabase } from '../core/database/database.ts';
import { databaseFileName, DatabaseRefused, refuseOtherOwner, unusable } from '../core/directory/databaseFile.ts';
import { openStore, type OpenedStore } from '../modules/store.ts';
import type { Upgraded } from '../core/database/upgrade.ts';
import type { Terminal } from '../core/runtime/terminal.ts';

/**
 * Checks that a data directory has a database.
 *
 * @param advice what to do if there is none
 * @throws {DatabaseRefused} when there is no database in it, or root calls this and it belongs to another user
 */
export function refuseMissingDatabase(dataDir: string, advice = 'name its directory with --data-dir'): void {
  refuseOtherOwner(dataDir);
  if (hasDatabase(dataDir)) return;
  throw new DatabaseRefused(`there is no database in ${dataDir}: ${advice}`);
}

/** Options of opening a data directory. */
interface StoreOptions {
  readonly dataDir: string;
  readonly terminal: Terminal;
}

/** Prints that the database was upgraded: an older program does not open it any more. */
export function announceUpgrade({ from, to, copy }: Upgraded, terminal: Terminal): void {
  terminal.notice(
    `duebook: the database was upgraded from schema version ${from} to ${to}; the earlier database is in ${copy}`,
  );
}

/**
 * Runs an action on the store of a data directory.
 *
 * @throws {DatabaseRefused} when there is no database in it, or it cannot be used
 */
export function withExistingStore<Result>(options: StoreOptions, action: (store: OpenedStore) => Result): Result {
  refuseMissingDatabase(options.dataDir);
  return withStore(options, action);
}

/**
 * Runs an action on the store of a data directory, which is created if it does not exist.
 *
 * @throws {DatabaseRefused} when the directory or the database in it cannot be used
 */
export function withStore<Result>({ dataDir, terminal }: StoreOptions, action: (store: OpenedStore) => Result): Result {
  const store = openStore(dataDir, undefined, (upgraded) => announceUpgrade(upgraded, terminal));
  try {
    return refusingUnusable(dataDir, () => action(store));
  } finally {
    store.close();
  }
}

/**
 * Runs an action on the open database of a data directory.
 *
 * @throws {DatabaseRefused} when the storage is unavailable; it names the file and, for damage, the next command
 */
export function refusingUnusable<Result>(dataDir: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw error instanceof StorageUnavailable ? unusable(join(dataDir, databaseFileName), error) : error;
  }
}

/** The backup directory of a server: that of the settings, or else one in the data directory, which a backup creates. */
export function backupFolderOf({ backupDir, dataDir }: Pick<Settings, 'backupDir' | 'dataDir'>) {
  return { folder: backupDir ?? join(dataDir, 'backups'), createsFolder: backupDir === null };
}
