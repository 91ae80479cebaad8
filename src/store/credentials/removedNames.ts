import type { Database } from 'bun:sqlite';
import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { foldUserName } from '../../domain/users/userNames.ts';
import { removedNames } from '../schema/tables/users.ts';

/** A name of a user, of an owner. */
interface OwnersName {
  readonly ownerId: number;
  readonly name: string;
}

/** Makes the reverse proxy make no user of the name of a removed one for its owner. */
export function keepNameOut(database: Database, { ownerId, name }: OwnersName): void {
  const row = { ownerId, nameFolded: foldUserName(name) };
  drizzle(database).insert(removedNames).values(row).onConflictDoNothing().run();
}

/** Whether a user of a name was removed from an owner, and not added again. */
export function isNameKeptOut(database: Database, name: OwnersName): boolean {
  const query = drizzle(database).select({ ownerId: removedNames.ownerId }).from(removedNames);
  return query.where(isSame(name)).get() !== undefined;
}

/** Forgets that a user of a name was removed from an owner. */
export function forgetRemovedName(database: Database, name: OwnersName): void {
  drizzle(database).delete(removedNames).where(isSame(name)).run();
}

function isSame({ ownerId, name }: OwnersName) {
  return and(eq(removedNames.ownerId, ownerId), eq(removedNames.nameFolded, foldUserName(name)));
}
