import type { Database } from 'bun:sqlite';
import { prepareQuery } from '../sqlite/statement.ts';

/** Whether an owner was deleted, and is not purged yet. */
export function isRemoved(database: Database, ownerId: number): boolean {
  const select = 'SELECT 1 FROM removed_owners WHERE owner_id = $ownerId';
  return prepareQuery(database, select).first({ ownerId }) !== undefined;
}
