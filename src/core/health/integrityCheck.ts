import { connectToRead } from '../database/database.ts';
import type { Connection } from '../database/driver.ts';
import { findDamage } from '../database/integrity.ts';
import { DatabaseRefused, DatabaseUnfit } from '../directory/databaseFile.ts';
import { findLost, type OpenFiles } from '../directory/openFiles.ts';

/** The database to check. */
export interface IntegrityTask {
  readonly dataDirectory: string;
  /** The files that the server has open; the check fails when other files have taken their place. */
  readonly files?: OpenFiles | undefined;
}

/** The findings of a check; none in a sound database. */
export interface IntegrityAnswer {
  readonly damage: readonly string[];
  readonly staleRows: readonly string[];
}

/**
 * Checks a whole database once.
 *
 * @param findStaleRows finds what another program has changed, a line each
 */
export function checkIntegrity(
  { dataDirectory, files }: IntegrityTask,
  findStaleRows: (database: Connection) => readonly string[],
): IntegrityAnswer {
  const lost = files === undefined ? undefined : findLost(files);
  if (lost !== undefined) throw new Error(`${lost} is not the file that the server has open`);
  let database: ReturnType<typeof connectToRead> | undefined;
  try {
    database = connectToRead(dataDirectory);
    const damage = findDamage(database);
    return { damage, staleRows: damage.length > 0 ? [] : findStaleRows(database) };
  } catch (error) {
    // A server runs on it, so it was a database of Duebook. If it cannot be opened, descriptors may be short.
    if (error instanceof DatabaseUnfit) return { damage: [error.finding], staleRows: [] };
    if (error instanceof DatabaseRefused && !cannotBeOpened(error.cause))
      return { damage: [error.message], staleRows: [] };
    throw error;
  } finally {
    database?.close(true);
  }
}

function cannotBeOpened(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_CANTOPEN';
}
