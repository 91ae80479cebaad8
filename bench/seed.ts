import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { composeApiKey } from '../src/domain/apiKey.ts';
import type { Subscription } from '../src/domain/subscription.ts';
import { openDatabase } from '../src/store/database.ts';
import { createStore } from '../src/store/store.ts';
import { rowOf } from '../src/store/subscriptionRows.ts';
import { prepareInsert } from '../src/store/writes.ts';
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
  const insert = prepareInsert(database);
  const ids = Array.from({ length: subscriptions }, () => systemRandomness.uuid());
  database.transaction(() => {
    for (const [place, id] of ids.entries()) insert({ ...rowOf(subscriptionAt(place, id, createdAt)), ownerId: 1 });
  })();
  store.close();
  return { directory, key, ids };
}

function subscriptionAt(place: number, id: string, createdAt: string): Subscription {
  const periods = ['monthly', 'yearly'] as const;
  const period = periods[place % 3];
  return {
    ...(period === undefined ? { period: 'custom', customDays: 30 } : { period, customDays: null }),
    id,
    name: `Name ${place}`,
    category: `Category ${place % 12}`,
    amountHundredths: 100 + place,
    currency: (['USD', 'EUR', 'JPY'] as const)[place % 3] ?? 'USD',
    lastPaymentDate: '2026-01-31',
    nextPaymentDate: `2026-${String(1 + (place % 12)).padStart(2, '0')}-28`,
    notificationEnabled: true,
    status: place % 5 === 0 ? 'paused' : 'active',
    createdAt,
    updatedAt: createdAt,
  };
}

/** A copy of the data, for another server. */
export function copyOf({ directory, ...rest }: Seed, name: string): Seed {
  const copy = join(directory, '..', name);
  cpSync(directory, copy, { recursive: true });
  return { ...rest, directory: copy };
}
