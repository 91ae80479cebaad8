const nameOfKey = (table: string) => `coalesce(${table}.name, ${table}.start)`;

// The service stores a sign-in, and the person whose session it is has made it. The session may be deleted already.
const isSignIn = "audit_entries.action = 'session.create'";
const signedIn = (member: 'user' | 'parentKeyId') => `json_extract(audit_entries.metadata, '$.after.${member}')`;
const userName = `CASE WHEN ${isSignIn} THEN ${signedIn('user')} ELSE users.name END`;
const parentId = `CASE WHEN ${isSignIn} THEN ${signedIn('parentKeyId')} ELSE actors.parent_key_id END`;

const sessionJson = `(SELECT '{"kind":"session","name":' || json_quote(coalesce(${userName}, ${nameOfKey('parents')})) || '}'
  FROM (SELECT 1)
  LEFT JOIN api_keys AS actors ON actors.id = audit_entries.actor_id
  LEFT JOIN users ON users.id = actors.user_id
  LEFT JOIN api_keys AS parents ON parents.id = ${parentId})`;
// Most changes are made with a key: one search instead of three joins.
const keyJson = `'{"kind":"key","name":' || json_quote((SELECT ${nameOfKey('actors')}
  FROM api_keys AS actors WHERE actors.id = audit_entries.actor_id)) || '}'`;

/** SQL that gives who made the change of an audit entry, as JSON: `{kind, name}`. */
export const actorJson = `CASE WHEN ${isSignIn} THEN ${sessionJson} ELSE CASE audit_entries.actor_kind
  WHEN 'key' THEN ${keyJson} WHEN 'session' THEN ${sessionJson} ELSE '{"kind":"service","name":null}' END END`;
