import type { Connection } from './driver.ts';
import { dirname } from 'node:path';
import { busyTimeoutMilliseconds } from './retryWhileBusy.ts';
import { copyDatabase } from './copy.ts';
import { beforeUpgradePath, DatabaseRefused, messageOf } from '../directory/databaseFile.ts';
import { lockDirectory, type Hold } from '../directory/directoryLock.ts';
import { migrate, schemaVersionAfter, schemaVersionOf } from './migrations.ts';

/** A database that was upgraded to the present schema version. */
export interface Upgraded {
  readonly from: number;
  readonly to: number;
  /** The path of the copy of the earlier database. */
  readonly copy: string;
}

/**
 * Upgrades an open database to the present schema version. It first copies an older one to a file beside it, and
 * refuses while a server runs on it.
 *
 * @param hold the lock with which the caller holds the data directory, if it does
 * @param onUpgrade called when an older database was upgraded
 * @param migrations the SQL of all migrations; tests of the next version pass their own
 * @throws {DatabaseRefused} when it cannot be copied, or a server runs on it; nothing is changed then
 */
export function upgrade(
  database: Connection,
  path: string,
  hold: Hold | undefined,
  onUpgrade: ((upgraded: Upgraded) => void) | undefined,
  migrations?: string[],
): void {
  if (!isOlder(database, migrations)) {
    migrate(database, migrations);
    return;
  }
  const ownHold = hold === undefined ? lockDirectory(dirname(path), busyTimeoutMilliseconds) : undefined;
  try {
    // Another process may have upgraded it in the meantime.
    if (!isOlder(database, migrations)) return;
    const from = schemaVersionOf(database);
    const copy = beforeUpgradePath(path, from);
    copyBeforeUpgrade(database, copy);
    const to = migrate(database, migrations);
    onUpgrade?.({ from, to, copy });
  } finally {
    ownHold?.release();
  }
}

function isOlder(database: Connection, migrations?: string[]): boolean {
  const version = schemaVersionOf(database);
  return version > 0 && version < schemaVersionAfter(migrations);
}

function copyBeforeUpgrade(database: Connection, copy: string): void {
  try {
    copyDatabase(database, copy);
  } catch (error) {
    throw new DatabaseRefused(`the database is not upgraded, because ${copy} cannot be written: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
