import type { Database } from 'bun:sqlite';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { owners } from '../schema/tables/owners.ts';
import { columnsOf, prepareChange, prepareQuery } from '../sqlite/statement.ts';

const isOwner = eq(owners.id, sql.placeholder('ownerId'));

/**
 * Creates a function that raises the revision of an owner, within the transaction of a write. Each audit entry does, so only
 * a write without one must call it.
 */
export function raiseRevisions(database: Database): (ownerId: number) => void {
  const raised = { revision: sql`${owners.revision} + 1` };
  const raise = prepareChange(database, drizzle(database).update(owners).set(raised).where(isOwner));
  return function raiseRevision(ownerId) {
    raise({ ownerId });
  };
}

/** Creates a function that reads the revision of an owner: the number of writes of the owner. */
export function readRevisions(database: Database): (ownerId: number) => number {
  const { revision } = columnsOf(owners);
  const find = prepareQuery(database, drizzle(database).select({ revision }).from(owners).where(isOwner));
  return (ownerId) => find.first({ ownerId })?.revision ?? 0;
}
