import type { PrincipalKind } from '../../../core/access/principal.ts';

const nameOfKey = (table: string) => `coalesce(${table}.name, ${table}.start)`;

// The service stores a sign-in, and the person whose session it is has made it. The session may be deleted already.
const isSignIn = "audit_entries.action = 'session.create'";
const signedIn = (member: 'user' | 'parentKeyId') => `json_extract(audit_entries.metadata, '$.after.${member}')`;
const userName = `CASE WHEN ${isSignIn} THEN ${signedIn('user')} ELSE users.name END`;
const parentId = `CASE WHEN ${isSignIn} THEN ${signedIn('parentKeyId')} ELSE actors.parent_key_id END`;

const ofSession = `(SELECT coalesce(${userName}, ${nameOfKey('parents')})
  FROM (SELECT 1)
  LEFT JOIN api_keys AS actors ON actors.id = audit_entries.actor_id
  LEFT JOIN users ON users.id = actors.user_id
  LEFT JOIN api_keys AS parents ON parents.id = ${parentId})`;
// Most changes are made with a key: one search instead of three joins.
const ofKey = `(SELECT ${nameOfKey('actors')} FROM api_keys AS actors WHERE actors.id = audit_entries.actor_id)`;

/** The columns that say who made the change of an audit entry. */
export const actorColumns = `CASE WHEN ${isSignIn} THEN 'session' ELSE actor_kind END AS actorKind,
  CASE WHEN ${isSignIn} OR actor_kind = 'session' THEN ${ofSession} WHEN actor_kind = 'key' THEN ${ofKey} END AS actorName`;

/** Who made a change: {@link actorColumns}. */
export interface ActorRow {
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
