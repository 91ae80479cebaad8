import type { Db } from '../database/db.ts';
import { prepareChange, prepareQuery } from '../database/statement.ts';

type Column = 'revision' | 'delivery_revision';

/**
 * Creates a function that raises the revision of an owner, within the transaction of a write. Each audit entry does, so only a
 * write without one must call it.
 */
export function raiseRevisions(database: Db): (ownerId: number) => void {
  return raise(database, 'revision');
}

/** The same for a write of deliveries by the service, which leaves calendars as they are. */
export function raiseDeliveryRevisions(database: Db): (ownerId: number) => void {
  return raise(database, 'delivery_revision');
}

function raise(database: Db, column: Column): (ownerId: number) => void {
  const raiseOne = prepareChange(database, `UPDATE owners SET ${column} = ${column} + 1 WHERE id = $ownerId`);
  return (ownerId) => void raiseOne({ ownerId });
}

/** Creates a function that reads the revision of an owner: the number of writes of the owner, deliveries included. */
export function readRevisions(database: Db): (ownerId: number) => number {
  return readSum(database, 'revision + delivery_revision');
}

/** Creates a function that reads the number of writes of an owner other than those of deliveries by the service. */
export function readRevisionsOfData(database: Db): (ownerId: number) => number {
  return readSum(database, 'revision');
}

function readSum(database: Db, sum: string): (ownerId: number) => number {
  const find = prepareQuery<{ revision: number }>(
    database,
    `SELECT ${sum} AS revision FROM owners WHERE id = $ownerId`,
  );
  return (ownerId) => find.first({ ownerId })?.revision ?? 0;
}
