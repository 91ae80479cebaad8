import type { Database } from 'bun:sqlite';
import { and, asc, desc, eq, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { CredentialRecord } from '../../domain/keys/keyFields.ts';
import type { UserRecord } from '../../domain/users/userFields.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { owners } from '../schema/tables/owners.ts';
import { memberships, users } from '../schema/tables/users.ts';
import { pageOf, type Page, type Paged } from '../sqlite/page.ts';
import { columnsOf, guarded, prepareQuery } from '../sqlite/statement.ts';

/** Reads the keys, sessions and users of one owner, in pages. Its statements are compiled on first use. */
export function readCredentialLists(database: Database) {
  let statements: ReturnType<typeof prepareLists> | undefined;
  const prepared = () => (statements ??= guarded(() => prepareLists(database)));

  return {
    /** The keys and sessions of an owner, ended ones included, newest first; each as JSON. */
    keys: (ownerId: number, page: Page): Paged<string> =>
      pageOf(page, (limit) =>
        prepared()
          .keys.all({ ownerId, limit, offset: page.offset })
          .map((key) => JSON.stringify(shownCredential(key))),
      ),

    /** The users of an owner, oldest first; each as JSON. */
    users: (ownerId: number, page: Page): Paged<string> =>
      pageOf(page, (limit) =>
        prepared()
          .users.all({ ownerId, limit, offset: page.offset })
          .map((user) => viewOfUser({ ...user, hasPassword: user.hasPassword === 1 })),
      ),
  };
}

/** A key or a session as the admins of its owner see it; the order of its members is that of answers. */
export function shownCredential(row: CredentialRecord): CredentialRecord {
  const { id, name, kind, scope, start, createdAt, lastUsedAt, expiresAt, revokedAt, user } = row;
  return { id, name, kind, scope, start, createdAt, lastUsedAt, expiresAt, revokedAt, user };
}

/** A user as the admins of its owner see it, as JSON. */
export function viewOfUser({ id, name, owner, scope, hasPassword, createdAt }: UserRecord): string {
  return JSON.stringify({ id, name, owner, scope, hasPassword, createdAt });
}

/** A key or a session of an owner; not a key of the service. */
export function findCredential(database: Database, ownerId: number, id: string): CredentialRecord | undefined {
  const isShown = and(eq(apiKeys.id, id), eq(apiKeys.ownerId, ownerId), ne(apiKeys.kind, 'service'));
  const row = selectCredentials(database, sql`${apiKeys}`)
    .where(isShown)
    .get();
  return row && shownCredential(row);
}

/** Selects credentials from the table of keys, or from one of its indexes. */
function selectCredentials(database: Database, table: SQL) {
  const { id, name, scope, start, createdAt, lastUsedAt, expiresAt, revokedAt } = columnsOf(apiKeys);
  const kind = sql<CredentialRecord['kind']>`${apiKeys.kind}`.as('kind');
  const user = sql<string | null>`${users.name}`.as('user');
  const position = sql<number>`${apiKeys}.rowid`.as('position');
  return drizzle(database)
    .select({ createdAt, position, id, name, kind, scope, start, lastUsedAt, expiresAt, revokedAt, user })
    .from(table)
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .$dynamic();
}

function prepareLists(database: Database) {
  const [ownerId, limit, offset] = [sql.placeholder('ownerId'), sql.placeholder('limit'), sql.placeholder('offset')];
  // Each kind is read in the order of the index, so that the rows of both are merged and not sorted.
  const ofKind = (kind: CredentialRecord['kind']) =>
    selectCredentials(database, sql`${apiKeys} indexed by api_keys_by_owner`).where(
      and(eq(apiKeys.ownerId, ownerId), sql`${apiKeys.kind} = ${sql.raw(`'${kind}'`)}`),
    );
  const keys = unionAll(ofKind('key'), ofKind('session')).orderBy(desc(sql`1`), desc(sql`2`));
  const { id, name, createdAt } = columnsOf(users);
  const member = {
    id,
    name,
    createdAt,
    owner: sql<string>`${owners.name}`.as('owner'),
    scope: columnsOf(memberships).scope,
    hasPassword: sql<number>`${users.passwordHash} is not null`.as('hasPassword'),
  };
  const members = drizzle(database)
    .select(member)
    .from(sql`${memberships} indexed by memberships_by_owner`)
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.removedAt)))
    .innerJoin(owners, eq(owners.id, memberships.ownerId))
    .where(eq(memberships.ownerId, ownerId))
    .orderBy(asc(sql`${memberships}.rowid`));
  return {
    keys: prepareQuery(database, keys.limit(limit).offset(offset)),
    users: prepareQuery(database, members.limit(limit).offset(offset)),
  };
}
