import { systemRandomness } from '../../src/runtime/system.ts';
import { openDatabase } from '../../src/store/database/database.ts';
import { openVault } from '../../src/store/secrets/vault.ts';
import { insertRecords } from './records.ts';

/** Where the messages of households go, and the time of the day, `HH:MM` in UTC, at which they are reminded. */
interface Due {
  readonly url: string;
  readonly at: string;
}

const longAgo = '2026-01-01T00:00:00.000Z';

/** Stores owners in a data directory whose server does not run, each with a record that is due in two days, a webhook and a rule. */
export async function addDueHouseholds(dataDirectory: string, count: number, { url, at }: Due): Promise<void> {
  const database = openDatabase(dataDirectory);
  const vault = openVault(dataDirectory, systemRandomness.bytes);
  const today = Temporal.Now.plainDateISO('UTC');
  const record = {
    period: 'custom' as const,
    customDays: 20,
    lastPaymentDate: today.subtract({ days: 18 }).toString(),
    nextPaymentDate: today.add({ days: 2 }).toString(),
  };
  const addOwner = database.query('INSERT INTO owners (name, created_at) VALUES ($name, $longAgo)');
  const addChannel = database.query(
    `INSERT INTO channels (id, owner_id, name, type, enabled, language, settings_json, secrets_json, unreadable_json,
       created_at, updated_at)
     SELECT $id, id, 'Hook', 'webhook', 1, 'en', $settings, $secrets, '[]', $longAgo, $longAgo FROM owners WHERE name = $name`,
  );
  const addRule = database.query(
    `INSERT INTO reminders (id, owner_id, event, days_before, at, enabled, active_since, created_at)
     SELECT $id, id, 'renewal', '[2]', $at, 1, $longAgo, $longAgo FROM owners WHERE name = $name`,
  );
  for (let place = 0; place < count; place += 1) {
    const [name, id] = [`Household ${place}`, systemRandomness.uuid()];
    const secrets = JSON.stringify(await vault.seal(id, { url }));
    addOwner.run({ name, longAgo });
    insertRecords(database, name, [record]);
    addChannel.run({ id, settings: JSON.stringify({ host: new URL(url).host }), secrets, longAgo, name });
    addRule.run({ id: systemRandomness.uuid(), at, longAgo, name });
  }
  database.close(true);
}
