import type { Connection } from '../database/driver.ts';

// Added when nobody knows how many writes are lost: more than there can be.
const unknownWrites = 1_000_000;

const counted = ['owners', 'subscriptions'] as const;

/**
 * Raises the revisions of a restored database above those of the replaced one, so that they only ever grow: who has seen a
 * newer state sees that it has changed, and calendars take the restored events for newer ones.
 *
 * @param replaced null if there was none, undefined if it is damaged
 */
export function raiseRevisionsAbove(restored: Connection, replaced: Connection | null | undefined): void {
  for (const table of counted) {
    const known = replaced && readRevisions(replaced, table);
    if (!known) {
      restored.run(`UPDATE ${table} SET revision = revision + ${unknownWrites}`);
      continue;
    }
    restored.run(`UPDATE ${table} SET revision = revision + 1`);
    const raise = restored.query(`UPDATE ${table} SET revision = ?1 WHERE id = ?2 AND revision < ?1`);
    for (const { id, revision } of known) raise.run(revision + 1, id);
  }
}

interface Revision {
  readonly id: string | number;
  readonly revision: number;
}

/** The revisions of a table, those of owners with that of their deliveries; undefined when they cannot be read. */
function readRevisions(database: Connection, table: (typeof counted)[number]): readonly Revision[] | undefined {
  try {
    const sum = table === 'owners' ? 'revision + delivery_revision' : 'revision';
    return database.query<Revision, []>(`SELECT id, ${sum} AS revision FROM ${table}`).all();
  } catch {
    return undefined;
  }
}
