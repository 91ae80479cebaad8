import { hasDatabase } from '../store/database.ts';
import { DatabaseRefused } from '../store/databaseFile.ts';
import { openStore, type Store } from '../store/store.ts';

/**
 * Looks whether there is anything kept in a data directory.
 *
 * @throws {DatabaseRefused} when there is no database in it
 */
export function refuseMissingDatabase(dataDir: string): void {
  if (hasDatabase(dataDir)) return;
  throw new DatabaseRefused(`there is no database in ${dataDir}: name its directory with --data-dir`);
}

/**
 * Does something with what is kept in a data directory.
 *
 * @throws {DatabaseRefused} when there is no database in it, or it cannot be used
 */
export function withExistingStore<Result>(dataDir: string, action: (store: Store) => Result): Result {
  refuseMissingDatabase(dataDir);
  return withStore(dataDir, action);
}

/**
 * Does something with what is kept in a data directory, which is made when there is none.
 *
 * @throws {DatabaseRefused} when the directory or the database in it cannot be used
 */
export function withStore<Result>(dataDir: string, action: (store: Store) => Result): Result {
  const store = openStore(dataDir);
  try {
    return action(store);
  } finally {
    store.close();
  }
}
