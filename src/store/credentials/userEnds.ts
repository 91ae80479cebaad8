import type { Database } from 'bun:sqlite';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { memberships, signInCodes, users } from '../schema/tables/users.ts';
import { recordEnd } from './credentialEnds.ts';
import { endSessionsOf } from './sessionEnds.ts';
import { isForgotten } from './users.ts';

/** Ends a user: its sessions, codes and password, at an instant. Its name is free again. */
export function endUser(database: Database, userId: string, at: string): void {
  const builder = drizzle(database);
  endSessionsOf(database, { userId }, at);
  recordEnd(database, { kind: 'user', id: userId, endedAt: at });
  builder.delete(signInCodes).where(eq(signInCodes.userId, userId)).run();
  builder.delete(memberships).where(eq(memberships.userId, userId)).run();
  // No folded name begins with a space.
  const ended = { passwordHash: null, nameFolded: ` removed ${userId}`, removedAt: at };
  builder.update(users).set(ended).where(eq(users.id, userId)).run();
  // The row stays while sessions name it, since the audit trail names these.
  builder.delete(users).where(isForgotten).run();
}
