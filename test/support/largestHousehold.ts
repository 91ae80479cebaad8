import { reminderBounds } from '../../src/modules/reminders/rules/reminder.ts';
import { channelsMax } from '../../src/modules/channels/rules/channelTypes.ts';
import { openDatabase } from '../../src/core/database/database.ts';
import { createKey, startServer } from './binary.ts';
import { manyRecords } from './manyRecords.ts';
import { insertRecords } from './records.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

const [messagesOfChannel, remindersOfMessage, paymentsOfRecord] = [200, 20, 4];
const today = () => Temporal.Now.plainDateISO('UTC');

/**
 * Starts a server of one owner who has so many subscriptions, each with notes of 2,000 characters, payments and an audit trail, and as
 * many rules, lead times, channels and messages as are possible.
 */
export async function startLargestHousehold(records: number) {
  const cwd = temporaryDirectory();
  const { key } = await createKey(cwd, 'home', 'admin');
  store(`${cwd}/data`, records);
  const server = await startServer(['--quota', '1000000', '--log-level', 'error'], { cwd });
  const add = async (path: string, json: object) => {
    const answer = await server.call(key, 'POST', path, json);
    if (answer.status !== 201) throw new Error(`POST ${path} was answered ${answer.status}: ${answer.text}`);
    return answer.json['data'] as Readonly<Record<string, string>>;
  };
  const rates = { base: 'EUR', rates: { USD: 1.1642 } };
  if ((await server.call(key, 'PUT', '/api/v1/rates', rates)).status !== 200) throw new Error('no rates were set');
  const leads = reminderBounds.leadTimes / reminderBounds.rules;
  for (let rule = 0; rule < reminderBounds.rules; rule += 1) {
    const daysBefore = Array.from({ length: leads }, (_, place) => (rule * leads + place) * 6);
    await add('/api/v1/reminders', { event: 'renewal', daysBefore, at: '09:00' });
  }
  const { url: feed = '' } = await add('/api/v1/feeds', { name: 'All', daysAhead: 1100, daysBack: 400 });
  const { token: session = '' } = await add('/api/v1/session', { apiKey: key });
  const firstOf = async (path: string) => {
    const { data } = (await server.call(key, 'GET', `${path}?limit=1`)).json as { data: readonly { id: string }[] };
    return data[0]?.id ?? '';
  };
  const ids = {
    subscription: await firstOf('/api/v1/subscriptions'),
    payment: await firstOf('/api/v1/payments'),
    reminder: await firstOf('/api/v1/reminders'),
    channel: await firstOf('/api/v1/channels'),
  };
  return { server, key, session, feed: new URL(feed).pathname, ids };
}

/** Stores what would take the API minutes. */
function store(dataDirectory: string, records: number): void {
  const database = openDatabase(dataDirectory);
  insertRecords(
    database,
    'home',
    manyRecords(records).map((record, place) => ({
      ...record,
      lastPaymentDate: today()
        .subtract({ days: 1 + (place % 27) })
        .toString(),
      nextPaymentDate: today()
        .add({ days: 1 + (place % 340) })
        .toString(),
    })),
  );
  const owner = "(SELECT id FROM owners WHERE name = 'home')";
  database.run(`UPDATE subscriptions SET notes = printf('%.2000c', 'n'), details_folded = printf('%.2000c', 'n'),
     term_ends_on = date(next_payment_date, '+1 years'), term_months = 12, notice_period = '{"count":1,"unit":"months"}'`);
  database.run(
    `WITH RECURSIVE numbers(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ${paymentsOfRecord})
     INSERT INTO payments (id, owner_id, subscription_id, due_on, paid_on, amount_hundredths, currency, source, audit_entry_id)
     SELECT printf('01980f3c-86f0-7f4c-%04d-%012d', value, sequence), owner_id, id, day, day, 1599, currency, 'manual', ''
     FROM subscriptions, (SELECT value, date('now', -value || ' months') AS day FROM numbers)`,
  );
  // The price of one in ten has changed, and the category of the others.
  const former =
    "json(iif(sequence % 10 = 0, json_set(view_json, '$.amount', 1), json_set(view_json, '$.category', 'Old')))";
  const trail = [
    ['create', 1, `json_object('after', ${former})`],
    ['update', 2, `json_object('before', ${former}, 'after', json(view_json), 'patch', json('{}'))`],
  ] as const;
  for (const [action, place, metadata] of trail)
    database.run(
      `INSERT INTO audit_entries (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
       SELECT printf('01980f3c-86f0-7f4d-${place}000-%012d', sequence), owner_id, 'subscription', id, 'key',
         (SELECT id FROM api_keys WHERE kind = 'key' LIMIT 1), id, 'subscription.${action}', ${metadata},
         strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM subscriptions`,
    );
  database.run(
    `WITH RECURSIVE numbers(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ${channelsMax})
     INSERT INTO channels (id, owner_id, name, type, enabled, language, settings_json, secrets_json, unreadable_json, created_at, updated_at)
     SELECT printf('01980f3c-86f0-7f4c-b0f5-%012d', value), ${owner}, 'Hook ' || value, 'webhook', 0, 'en', '{}', '{}', '[]',
       '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM numbers`,
  );
  database.run(
    `WITH RECURSIVE numbers(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ${messagesOfChannel})
     INSERT INTO deliveries (id, owner_id, channel_id, moment, state, attempts, created_at)
     SELECT id || '-' || value, owner_id, id, created_at, 'failed', 7, created_at FROM channels, numbers`,
  );
  database.run(
    `WITH RECURSIVE numbers(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ${remindersOfMessage})
     INSERT INTO delivery_items (delivery_sequence, rule_id, subscription_id, event, due_on, days, channel_id)
     SELECT sequence, id, printf('01980f3c-86f0-7f4c-b0f5-%012d', value), 'renewal', '2026-01-01', 0, channel_id FROM deliveries, numbers`,
  );
  database.close(true);
}
