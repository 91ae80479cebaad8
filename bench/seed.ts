import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { composeApiKey } from '../src/domain/apiKey.ts';
import { openDatabase } from '../src/store/database.ts';
import { createStore } from '../src/store/store.ts';
import { instantOf, systemClock, systemRandomness } from '../src/system.ts';

/** What a measurement needs to know of the data it runs over. */
export interface Seed {
  readonly directory: string;
  readonly key: string;
  /** The ids of the subscriptions, oldest first. */
  readonly ids: readonly string[];
}

/** Makes a data directory with one owner, one write key and a number of subscriptions of every kind. */
export function seed(directory: string, subscriptions: number): Seed {
  mkdirSync(directory, { recursive: true });
  const database = openDatabase(directory);
  const store = createStore(database);
  const key = composeApiKey('write', systemRandomness.bytes);
  const createdAt = instantOf(systemClock);
  store.apiKeys.add({
    key,
    id: systemRandomness.uuid(),
    owner: 'bench',
    scope: 'write',
    name: null,
    createdAt,
    expiresAt: null,
  });
  const insert = database.prepare(
    `INSERT INTO subscriptions (id, owner_id, name, name_folded, name_normalised, category, amount_hundredths, currency,
       period, custom_days, last_payment_date, next_payment_date, notification_enabled, status, created_at, updated_at)
     VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, '2026-01-31', ?, 1, ?, ?, ?)`,
  );
  const ids = Array.from({ length: subscriptions }, () => systemRandomness.uuid());
  database.transaction(() => {
    for (const [place, id] of ids.entries()) {
      const name = `Name ${place}`;
      const folded = name.toLowerCase();
      const period = ['monthly', 'yearly', 'custom'][place % 3] ?? 'monthly';
      const days = period === 'custom' ? 30 : null;
      const currency = ['USD', 'EUR', 'JPY'][place % 3] ?? 'USD';
      const nextDay = `2026-${String(1 + (place % 12)).padStart(2, '0')}-28`;
      const status = place % 5 === 0 ? 'paused' : 'active';
      const category = `Category ${place % 12}`;
      insert.run(
        id,
        name,
        folded,
        folded,
        category,
        100 + place,
        currency,
        period,
        days,
        nextDay,
        status,
        createdAt,
        createdAt,
      );
    }
  })();
  store.close();
  return { directory, key, ids };
}

/** A copy of the data, for another server. */
export function copyOf({ directory, ...rest }: Seed, name: string): Seed {
  const copy = join(directory, '..', name);
  cpSync(directory, copy, { recursive: true });
  return { ...rest, directory: copy };
}
