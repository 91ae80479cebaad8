import type { Database } from 'bun:sqlite';
import { databaseOn } from '../../src/core/database/db.ts';
import { commitGroups as commitWith, type CommitCommands } from '../../src/core/writer/groupCommit.ts';
import { performOn } from '../../src/modules/verbs.ts';

/** Creates a function that executes groups of commands of all kinds on a connection. */
export function commitGroups(connection: Database): CommitCommands {
  const db = databaseOn(connection);
  return commitWith(db, performOn(db));
}
