import { and, eq, lt, sql } from 'drizzle-orm';
import { owners } from '../../../core/access/table.ts';
import type { Restoration } from '../../../core/backup/restore.ts';
import type { Db } from '../../../core/database/db.ts';
import { subscriptions } from '../../subscriptions/table.ts';

// Added when nobody knows how many writes are lost: more than there can be.
const unknownWrites = 1_000_000;

interface Revision {
  readonly id: string | number;
  readonly revision: number;
}

/**
 * Raises the revisions of a restored database above those of the replaced one, so that they only ever grow: who has seen a
 * newer state sees that it has changed, and calendars take the restored events for newer ones.
 */
export function raiseRevisionsAbove({ restored, replaced }: Restoration): void {
  // With that of its deliveries.
  const ofOwner = { id: owners.id, revision: sql<number>`${owners.revision} + ${owners.deliveryRevision}` };
  raise(restored, owners, replaced && readable(() => replaced.select(ofOwner).from(owners).all()));
  const ofSubscription = { id: subscriptions.id, revision: subscriptions.revision };
  raise(restored, subscriptions, replaced && readable(() => replaced.select(ofSubscription).from(subscriptions).all()));
}

/** @param known the revisions of the replaced database, if it can tell */
function raise(
  restored: Db,
  table: typeof owners | typeof subscriptions,
  known: readonly Revision[] | null | undefined,
): void {
  restored
    .update(table)
    .set({ revision: sql`${table.revision} + ${known ? 1 : unknownWrites}` })
    .run();
  if (!known) return;
  const newer = sql.placeholder('newer');
  const raiseTo = restored
    .update(table)
    .set({ revision: sql`${newer}` })
    .where(and(eq(table.id, sql.placeholder('id')), lt(table.revision, newer)))
    .prepare();
  for (const { id, revision } of known) raiseTo.run({ id, newer: revision + 1 });
}

/** What a function reads; undefined when it cannot be read. */
function readable<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
