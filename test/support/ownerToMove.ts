import { systemRandomness } from '../../src/runtime/system.ts';
import { schemaVersion } from '../../src/store/schema/migrations.ts';
import { openVault } from '../../src/store/secrets/vault.ts';
import { openStore, type OpenedStore } from '../../src/store/store.ts';
import { placeFixture } from './fixtures.ts';
import { household } from './householdFixture.ts';
import { addKey, operatorAt, revokeKey } from './operator.ts';
import { inDatabase, ownerIdIn } from './ownersRows.ts';
import { outcomeOf } from './program.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

/** The instant of what the test stores, and of its operator. */
export const at = '2026-06-16T12:00:00.000Z';
/** The owner to move. */
export const { owner } = household;
/** A new id of a record. */
export const newId = () => systemRandomness.uuid();
/** The id of the channel of the owner. */
export const channelId = newId();
/** The id of a revoked key of the owner. */
export const endedKeyId = newId();

/** Runs an action on the store of a data directory. */
export function withStore<Result>(directory: string, action: (store: OpenedStore) => Result): Result {
  const store = openStore(directory);
  try {
    return action(store);
  } finally {
    store.close();
  }
}

/** Creates a key of an owner, and the owner if it does not exist. */
export function createKey(store: OpenedStore, name: string, id = newId()): void {
  addKey(store, { id, key: newId(), owner: name, scope: 'write', name: null, createdAt: at, expiresAt: null });
}

/** A data directory with three owners, of whom one has rows in every table. */
export async function createSource(): Promise<string> {
  const directory = temporaryDirectory();
  placeFixture(schemaVersion, directory);
  withStore(directory, (store) => {
    createKey(store, owner, endedKeyId);
    revokeKey(store, endedKeyId, at);
    store.inProcess.commit({ ...operatorAt(at), kind: 'owner.rename', owner, newName: 'Carla' });
    store.inProcess.commit({ ...operatorAt(at), kind: 'owner.rename', owner: 'Carla', newName: owner });
  });
  const vault = openVault(directory, systemRandomness.bytes);
  const secrets = JSON.stringify(await vault.seal(channelId, { token: 'tk_secret', url: 'https://ntfy.sh' }));
  inDatabase(directory, (database) => {
    const ownerId = ownerIdIn(database, owner);
    const last = database.query<{ seq: number }, []>('SELECT max(sequence) AS seq FROM audit_entries').get()?.seq ?? 0;
    const [ruleId, deliveryIds] = [newId(), [newId(), newId()]];
    const { subscriptionId } = household;
    const insert = (table: string, row: Readonly<Record<string, string | number | null>>) =>
      database
        .query(
          `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row)
            .map(() => '?')
            .join()})`,
        )
        .run(...Object.values(row));
    const made = { owner_id: ownerId, created_at: at };
    const channel = { id: channelId, name: 'Phone', type: 'ntfy', enabled: 1, language: 'en', settings_json: '{}' };
    insert('channels', { ...made, ...channel, secrets_json: secrets, unreadable_json: '[]', updated_at: at });
    insert('reminders', { ...made, id: ruleId, event: 'renewal', at: '09:00', enabled: 1, active_since: at });
    insert('reminder_progress', { owner_id: ownerId, planned_until: at });
    for (const id of deliveryIds)
      insert('deliveries', { ...made, id, channel_id: channelId, moment: at, state: 'sent', attempts: 1 });
    const ofSecond = `(SELECT sequence FROM deliveries WHERE id = '${deliveryIds[1]}')`;
    database.run(`INSERT INTO delivery_items (delivery_sequence, rule_id, subscription_id, event, due_on, days, channel_id)
      VALUES (${ofSecond}, '${ruleId}', '${subscriptionId}', 'renewal', '2026-07-10', 1, '${channelId}')`);
    database.run(`INSERT INTO delivery_changes (delivery_sequence, channel_id, entity_id, event)
      VALUES (${ofSecond}, '${channelId}', '${subscriptionId}', 'subscription.updated')`);
    const counts = { rows: 1, created: 1, updated: 0, entries_after: last - 3, entries_until: last - 1 };
    insert('imports', { id: newId(), owner_id: ownerId, at, format: 'csv', ...counts, updated_ids: '[]' });
    insert('idempotency_keys', { ...made, key: 'k', fingerprint: 'f', result_json: '{}' });
    insert('removed_names', { owner_id: ownerId, name_folded: 'eve' });
  });
  return directory;
}

/** Another data directory, with an owner who has used sequence numbers of every table. */
export function createTarget(name = 'somebody'): string {
  const directory = temporaryDirectory();
  withStore(directory, (store) => createKey(store, name));
  inDatabase(directory, (database) => {
    database.run('UPDATE sqlite_sequence SET seq = seq + 1000');
    database.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('deliveries', 500), ('delivery_items', 7)");
  });
  return directory;
}

/** Runs `owners move` for the owner. */
export const move = (from: string, to: string, ...words: string[]) =>
  outcomeOf(['owners', 'move', owner, '--data-dir', from, '--to', to, ...words]);
