import type { Database } from 'bun:sqlite';
import { dirname } from 'node:path';
import { busyTimeoutMilliseconds } from '../sqlite/retryWhileBusy.ts';
import { copyDatabase } from '../backup/copy.ts';
import { beforeUpgradePath, DatabaseRefused, messageOf } from '../sqlite/databaseFile.ts';
import { lockDirectory, type Hold } from '../directory/directoryLock.ts';
import { migrate, schemaVersion, schemaVersionOf } from './migrations.ts';

/** A database that was brought from a schema version to the present one. */
export interface Upgraded {
  readonly from: number;
  readonly to: number;
  /** Where it is as it was before. */
  readonly copy: string;
}

/**
 * Brings an open database to the present schema. One of an older version is first copied to a file beside it, and is
 * not touched while a server runs on it.
 *
 * @param hold what the caller holds the data directory with, if it does
 * @param onUpgrade told of it when an older one was upgraded
 * @throws {DatabaseRefused} when it cannot be copied, or a server runs on it; then nothing was changed
 */
export function upgrade(
  database: Database,
  path: string,
  hold: Hold | undefined,
  onUpgrade: ((upgraded: Upgraded) => void) | undefined,
): void {
  if (!isOlder(database)) return migrate(database);
  const ownHold = hold === undefined ? lockDirectory(dirname(path), busyTimeoutMilliseconds) : undefined;
  try {
    // Another process may have done it meanwhile.
    if (!isOlder(database)) return;
    const from = schemaVersionOf(database);
    const copy = beforeUpgradePath(path, from);
    keepAsItIs(database, copy);
    migrate(database);
    onUpgrade?.({ from, to: schemaVersion, copy });
  } finally {
    ownHold?.release();
  }
}

function isOlder(database: Database): boolean {
  const version = schemaVersionOf(database);
  return version > 0 && version < schemaVersion;
}

function keepAsItIs(database: Database, copy: string): void {
  try {
    copyDatabase(database, copy);
  } catch (error) {
    throw new DatabaseRefused(`the database is not upgraded, because ${copy} cannot be written: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
