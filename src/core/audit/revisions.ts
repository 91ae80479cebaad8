import { eq, sql } from 'drizzle-orm';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import { owners } from '../access/table.ts';
import { once, type Db } from '../database/db.ts';

const { id, revision, deliveryRevision } = owners;
const ofOwner = eq(id, sql.placeholder('ownerId'));

/**
 * Creates a function that raises the revision of an owner, within the transaction of a write. Each audit entry does, so only a
 * write without one must call it.
 */
export function raiseRevisions(db: Db): (ownerId: number) => void {
  return raise(db, { revision: sql`${revision} + 1` });
}

/** The same for a write of deliveries by the service, which leaves calendars as they are. */
export function raiseDeliveryRevisions(db: Db): (ownerId: number) => void {
  return raise(db, { deliveryRevision: sql`${deliveryRevision} + 1` });
}

function raise(db: Db, raised: SQLiteUpdateSetSource<typeof owners>): (ownerId: number) => void {
  const statement = once(() => db.update(owners).set(raised).where(ofOwner).prepare());
  return (ownerId) => statement().run({ ownerId });
}

/** Creates a function that reads the revision of an owner: the number of writes of the owner, deliveries included. */
export function readRevisions(db: Db): (ownerId: number) => number {
  const find = once(() => db.select({ revision, deliveryRevision }).from(owners).where(ofOwner).prepare());
  return (ownerId) => {
    const found = find().get({ ownerId });
    return found === undefined ? 0 : found.revision + found.deliveryRevision;
  };
}

/** Creates a function that reads the number of writes of an owner other than those of deliveries by the service. */
export function readRevisionsOfData(db: Db): (ownerId: number) => number {
  const find = once(() => db.select({ revision }).from(owners).where(ofOwner).prepare());
  return (ownerId) => find().get({ ownerId })?.revision ?? 0;
}
