import { and, eq, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import { apiKeys, memberships, owners, users } from '../../../core/access/table.ts';
import type { Db } from '../../../core/database/db.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import type { UserRecord } from '../../users/model.ts';
import { inOrder } from '../../../core/fields/define.ts';
import { KeyEntry } from '../model.ts';

/** Reads the keys, sessions and users of one owner, in pages. */
export function readCredentialLists(db: Db) {
  return {
    /** The keys and sessions of an owner, ended ones included, newest first; each as JSON. */
    keys: (ownerId: number, page: Page): Paged<string> =>
      pageOf(page, (limit) => {
        // Each kind is read in the order of the index, so that the rows of both are merged and not sorted.
        const ofKind = (kind: 'key' | 'session') =>
          selectCredentials(db, and(eq(apiKeys.ownerId, ownerId), eq(apiKeys.kind, kind)));
        return unionAll(ofKind('key'), ofKind('session'))
          .orderBy(sql`1 desc`, sql`2 desc`)
          .limit(limit)
          .offset(page.offset)
          .all()
          .map((row) => JSON.stringify(shownCredential(row)));
      }),

    /** The users of an owner, oldest first; each as JSON. */
    users: (ownerId: number, page: Page): Paged<string> =>
      pageOf(page, (limit) => selectUsers(db, ownerId).limit(limit).offset(page.offset).all().map(viewOfUser)),
  };
}

/** A key or a session as the admins of its owner see it; the order of its members is that of answers. */
export function shownCredential(row: KeyEntry): KeyEntry {
  return inOrder(KeyEntry, row);
}

/** A user as the admins of its owner see it, as JSON. */
export function viewOfUser({ id, name, owner, scope, hasPassword, createdAt }: UserRecord): string {
  return JSON.stringify({ id, name, owner, scope, hasPassword, createdAt });
}

/** A key or a session of an owner; not a key of the service. */
export function findCredential(db: Db, ownerId: number, id: string): KeyEntry | undefined {
  const isShown = and(eq(apiKeys.id, id), eq(apiKeys.ownerId, ownerId), ne(apiKeys.kind, 'service'));
  const row = selectCredentials(db, isShown).get();
  return row && shownCredential(row);
}

/** The keys and sessions that a condition selects, which leaves out those of the service. */
function selectCredentials(db: Db, which: SQL | undefined) {
  const { id, name, scope, start, lastUsedAt, expiresAt, revokedAt } = apiKeys;
  // The first two columns are their order.
  const order = { createdAt: apiKeys.createdAt, position: sql<number>`${apiKeys}.rowid` };
  const kind = sql<KeyEntry['kind']>`${apiKeys.kind}`;
  return db
    .select({ ...order, id, name, kind, scope, start, lastUsedAt, expiresAt, revokedAt, user: users.name })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .where(which);
}

function selectUsers(db: Db, ownerId: number) {
  const { id, name, createdAt, passwordHash } = users;
  const hasPassword = isNotNull(passwordHash).mapWith(Boolean);
  return db
    .select({ id, name, createdAt, owner: owners.name, scope: memberships.scope, hasPassword })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.removedAt)))
    .innerJoin(owners, eq(owners.id, memberships.ownerId))
    .where(eq(memberships.ownerId, ownerId))
    .orderBy(sql`${memberships}.rowid`);
}
