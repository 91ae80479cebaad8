import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { alias, type SQLiteSelect } from 'drizzle-orm/sqlite-core';
import type { PrincipalKind } from '../../../core/access/principal.ts';
import { apiKeys, users } from '../../../core/access/table.ts';
import { auditEntries } from '../../../core/audit/table.ts';
import type { Db } from '../../../core/database/db.ts';

const actors = alias(apiKeys, 'actors');
const parents = alias(apiKeys, 'parents');
const nameOfKey = ({ name, start }: typeof actors | typeof parents) => sql`coalesce(${name}, ${start})`;

// The service stores a sign-in, and the person whose session it is has made it. The session may be deleted already.
const isSignIn = eq(auditEntries.action, 'session.create');
const userName = sql`iif(${isSignIn}, ${auditEntries.metadata} ->> '$.after.user', ${users.name})`;
const parentId = sql`iif(${isSignIn}, ${auditEntries.metadata} ->> '$.after.parentKeyId', ${actors.parentKeyId})`;
const isOfSession = or(isSignIn, eq(auditEntries.actorKind, 'session'));

/** What a query of audit entries selects to say who made the change. It also needs {@link joinActors}. */
export const actorShown = {
  actorKind: sql<PrincipalKind>`iif(${isSignIn}, 'session', ${auditEntries.actorKind})`,
  actorName: sql<string | null>`case
    when ${isOfSession} then coalesce(${userName}, ${nameOfKey(parents)})
    when ${eq(auditEntries.actorKind, 'key')} then ${nameOfKey(actors)} end`,
};

/** Adds who made the change to a query of audit entries. */
export function joinActors<Query extends SQLiteSelect>(query: Query) {
  return query
    .leftJoin(actors, eq(actors.id, auditEntries.actorId))
    .leftJoin(users, eq(users.id, actors.userId))
    .leftJoin(parents, eq(parents.id, parentId));
}

/**
 * Whether an entry may be of somebody with a name. It needs no join, so that few entries are compared by {@link actorShown}.
 */
export function mayBeBy(db: Db, ownerId: number, name: string) {
  const keysNamed = db
    .select({ id: parents.id })
    .from(parents)
    .where(eq(nameOfKey(parents), name));
  const usersNamed = db.select({ id: users.id }).from(users).where(eq(users.name, name));
  const isNamed = or(
    eq(nameOfKey(actors), name),
    inArray(actors.parentKeyId, keysNamed),
    inArray(actors.userId, usersNamed),
  );
  const named = db
    .select({ id: actors.id })
    .from(actors)
    .where(and(eq(actors.ownerId, ownerId), isNamed));
  return or(isSignIn, inArray(auditEntries.actorId, named));
}

/** Who made a change: {@link actorShown}. */
interface ActorRow {
  readonly actorKind: PrincipalKind;
  readonly actorName: string | null;
}

/** Who made a change, as clients see it. */
export function actorOf({ actorKind: kind, actorName: name }: ActorRow) {
  return { kind, name };
}

/** The members of an object as JSON, with `metadata`, which is JSON already, in its place. */
export function entryJson(
  before: Readonly<Record<string, unknown>>,
  metadata: string,
  after: Readonly<Record<string, unknown>>,
): string {
  return `${JSON.stringify(before).slice(0, -1)},"metadata":${metadata},${JSON.stringify(after).slice(1)}`;
}
