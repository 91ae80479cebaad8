import type { Database } from 'bun:sqlite';

/**
 * Fills the column `replaces_id` of the keys, as part of the migration to schema version 5. Until then, the id of a key
 * that replaced another one ended in digits of the hash of the other one's id. This never changes, as no migration does.
 */
export function recordReplacedKeys(database: Database): void {
  const keys = database.query<{ id: string }, []>('SELECT id FROM api_keys').all();
  const replacedByEnd = new Map(keys.map(({ id }) => [successorIdEnd(id), id]));
  // A key has one successor at most.
  const record = database.query('UPDATE OR IGNORE api_keys SET replaces_id = ? WHERE id = ?');
  for (const { id } of keys) {
    const replaced = replacedByEnd.get(id.slice(-successorIdEndLength));
    if (replaced !== undefined) record.run(replaced, id);
  }
}

const successorIdEndLength = '8abc-0123456789ab'.length;

function successorIdEnd(id: string): string {
  const digest = Bun.SHA256.hash(id, 'hex');
  // The first digit is the variant of RFC 9562, which stands at this position of a UUID.
  return `8${digest.slice(0, 3)}-${digest.slice(3, 15)}`;
}
