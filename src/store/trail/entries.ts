import { sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { removedRecordsOwnerId } from '../schema/tables/owners.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { users } from '../schema/tables/users.ts';

// With the name of its table: Drizzle leaves that out in a query of one table, and here several have the same columns.
const of = (table: string, { name }: SQLiteColumn) => sql.raw(`"${table}"."${name}"`);
const ofEntry = (column: SQLiteColumn) => of('audit_entries', column);
const nameOfKey = (table: string) => sql`coalesce(${of(table, apiKeys.name)}, ${of(table, apiKeys.start)})`;

// The service stores a sign-in, and the person whose session it is has made it. The session may be deleted already.
const isSignIn = sql`${ofEntry(auditEntries.action)} = 'session.create'`;
const signedIn = (member: 'user' | 'parentKeyId') =>
  sql`json_extract(${ofEntry(auditEntries.metadata)}, ${sql.raw(`'$.after.${member}'`)})`;
const userName = sql`case when ${isSignIn} then ${signedIn('user')} else ${of('users', users.name)} end`;
const parentId = sql`case when ${isSignIn} then ${signedIn('parentKeyId')} else ${of('actors', apiKeys.parentKeyId)} end`;

const sessionJson = sql`(select '{"kind":"session","name":' || json_quote(coalesce(${userName}, ${nameOfKey('parents')})) || '}'
  from (select 1)
  left join api_keys as actors on ${of('actors', apiKeys.id)} = ${ofEntry(auditEntries.actorId)}
  left join users on ${of('users', users.id)} = ${of('actors', apiKeys.userId)}
  left join api_keys as parents on ${of('parents', apiKeys.id)} = ${parentId})`;
// Most changes are made with a key: one search instead of three joins.
const keyJson = sql`'{"kind":"key","name":' || json_quote((select ${nameOfKey('actors')}
  from api_keys as actors where ${of('actors', apiKeys.id)} = ${ofEntry(auditEntries.actorId)})) || '}'`;

/** Who made the change of an audit entry, as JSON: `{kind, name}`. */
export const actorJson: SQL = sql`case when ${isSignIn} then ${sessionJson} else case ${ofEntry(auditEntries.actorKind)}
  when 'key' then ${keyJson} when 'session' then ${sessionJson} else '{"kind":"service","name":null}' end end`;

const removed = (what: string) =>
  sql`select ${sql.raw(what)} from ${subscriptions} where ${of('subscriptions', subscriptions.ownerId)} = ${sql.raw(String(removedRecordsOwnerId))}`;

/**
 * Whether an entry is not one of a deleted record that is not purged yet. While there is no such record, which is asked
 * once, SQLite reads nothing more of the entry.
 */
export const isShown: SQL = sql`(not exists (${removed('1')}) or ${ofEntry(auditEntries.entityId)} not in (${removed('id')}))`;
