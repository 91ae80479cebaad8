import { systemRandomness } from '../../src/core/runtime/system.ts';
import type { DeliveryState } from '../../src/modules/deliveries/rules/delivery.ts';
import type { Service } from './service.ts';

const ownerIdOf = ({ database }: Service, owner: string): number =>
  database.query<{ id: number }, [string]>('SELECT id FROM owners WHERE name = ?').get(owner)?.id ?? 0;

/** Stores a channel of an owner, with an address that no key encrypts; returns its id. */
export function addChannel(service: Service, owner = 'first', enabled = 1, settings: object = {}): string {
  const id = systemRandomness.uuid();
  service.database.run(
    `INSERT INTO channels (id, owner_id, name, type, enabled, language, settings_json, secrets_json, unreadable_json,
       created_at, updated_at) VALUES (?, ?, 'Phone', 'webhook', ?, 'en', ?, '{"url":"sealed"}', '[]', ?, ?)`,
    [
      id,
      ownerIdOf(service, owner),
      enabled,
      JSON.stringify(settings),
      '2026-06-16T09:00:00.000Z',
      '2026-06-16T09:00:00.000Z',
    ],
  );
  return id;
}

/** Stores so many rules of an owner, which are disabled. */
export function addRules(service: Service, owner: string, rules: number): void {
  const insert = service.database.query(
    `INSERT INTO reminders (id, owner_id, event, days_before, at, enabled, active_since, created_at)
     VALUES (?, ?, 'renewal', '[1]', '09:00', 0, '2026-06-16T09:00:00.000Z', '2026-06-16T09:00:00.000Z')`,
  );
  for (let count = 0; count < rules; count += 1) insert.run(systemRandomness.uuid(), ownerIdOf(service, owner));
}

/** Stores a delivery of an owner to a channel, by default to none that exists, without reminders; returns its id. */
export function addDelivery(
  service: Service,
  owner: string,
  state: DeliveryState,
  channelId = systemRandomness.uuid(),
): string {
  const id = systemRandomness.uuid();
  const at = '2026-06-16T09:00:00.000Z';
  service.database.run(
    `INSERT INTO deliveries (id, owner_id, channel_id, moment, state, attempts, created_at) VALUES (?, ?, ?, ?, ?, 7, ?)`,
    [id, ownerIdOf(service, owner), channelId, at, state, at],
  );
  return id;
}
