import type { Database } from 'bun:sqlite';
import { prepareChange, prepareQuery } from '../sqlite/statement.ts';

// The owners whose revision the present transaction of a connection has raised.
const raisedIn = new WeakMap<Database, Set<number>>();

/**
 * Creates a function that raises the revision of an owner, within the transaction of a write; the other writes of the same
 * transaction need not raise it again. Each audit entry does, so only a write without one must call it.
 */
export function raiseRevisions(database: Database): (ownerId: number) => void {
  const raise = prepareChange(database, 'UPDATE owners SET revision = revision + 1 WHERE id = $ownerId');
  const raised = raisedIn.get(database) ?? new Set();
  raisedIn.set(database, raised);
  return function raiseRevision(ownerId) {
    if (raised.has(ownerId)) return;
    raise({ ownerId });
    raised.add(ownerId);
  };
}

/** Begins anew to raise revisions on a connection: a transaction has begun, or a part of it was rolled back. */
export function forgetRaisedRevisions(database: Database): void {
  raisedIn.get(database)?.clear();
}

/** Creates a function that reads the revision of an owner: the number of writes of the owner. */
export function readRevisions(database: Database): (ownerId: number) => number {
  const find = prepareQuery<{ revision: number }>(database, 'SELECT revision FROM owners WHERE id = $ownerId');
  return (ownerId) => find.first({ ownerId })?.revision ?? 0;
}
