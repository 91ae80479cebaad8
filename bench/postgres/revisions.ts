import { eq, sql } from 'drizzle-orm';
import type { Connection } from './database.ts';
import { ownerChanges, owners } from './tables.ts';

/**
 * How the number of writes of an owner is kept, by which clients see that something has changed. `counter`, as in SQLite: a
 * column of the owner, whose row the writes of the owner lock until they are committed, one after the other. `rows`: a row for
 * each write, which locks nothing.
 */
export type RevisionForm = 'counter' | 'rows';

/** Raises the revision of an owner, within the transaction of a write. Call it last: it may hold the lock of the owner's row. */
export async function raiseRevision(connection: Connection, ownerId: number, form: RevisionForm): Promise<void> {
  if (form === 'rows') {
    await connection.insert(ownerChanges).values({ ownerId });
    return;
  }
  const next = { revision: sql`${owners.revision} + 1` };
  await connection.update(owners).set(next).where(eq(owners.id, ownerId));
}
