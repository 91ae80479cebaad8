import { Database } from 'bun:sqlite';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { composeApiKey } from '../../src/domain/keys/apiKey.ts';
import { StorageUnavailable } from '../../src/commands/storageUnavailable.ts';
import type { SubscriptionDraft, SubscriptionPatch } from '../../src/domain/subscriptions/fields.ts';
import type { WriteCommand } from '../../src/commands/commands.ts';
import { openDatabase } from '../../src/store/database/database.ts';
import { schemaVersion } from '../../src/store/schema/migrations.ts';
import { createStore, openStore } from '../../src/store/store.ts';
import { commitGroups } from '../../src/store/writer/groupCommit.ts';
import { createTestClock } from './clock.ts';
import { addHousehold } from './householdFixture.ts';
import { addKey } from './operator.ts';
import { plainApp } from './plainApp.ts';

// A database of each schema version with the same records, and the records as clients see them.

const folder = join(import.meta.dir, '../fixtures');
const now = '2026-06-16T12:00:00.000Z';

/** All schema versions. */
export const schemaVersions = Array.from({ length: schemaVersion }, (_, place) => place + 1);

/** The file of the database of a schema version. */
export function fixturePath(version: number): string {
  return join(folder, `schemaVersion${version}.db`);
}

/** The file with the records as clients see them. */
export const clientViewPath = join(folder, 'clientView.json');

/** The keys of the two owners. They are the same in each fixture and work nowhere else. */
export const fixtureKeys = { anna: keyOf('write', 1), ben: keyOf('read', 2) };

function keyOf(scope: 'read' | 'write', seed: number): string {
  return composeApiKey(scope, (count) => new Uint8Array(count).fill(seed));
}

function id(number: number): string {
  return `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

const drafts: readonly SubscriptionDraft[] = [
  { name: 'Netflix', category: 'TV', amount: 15, currency: 'USD', period: 'monthly', lastPaymentDate: '2026-05-20' },
  { name: 'netflix ', category: 'TV', amount: 9.99, currency: 'USD', period: 'monthly', lastPaymentDate: '2026-06-30' },
  {
    name: 'Ümläut "q" \\ 🎬',
    category: 'Ö',
    amount: 0.1,
    currency: 'EUR',
    period: 'yearly',
    lastPaymentDate: '2024-02-29',
  },
  {
    name: 'Domain',
    category: 'IT',
    amount: 999_999.99,
    currency: 'JPY',
    period: 'custom',
    customDate: '90',
    lastPaymentDate: '2026-04-01',
    notificationEnabled: false,
  },
  {
    name: 'AWS',
    category: 'IT',
    amount: 200,
    currency: 'USD',
    period: 'monthly',
    lastPaymentDate: '2026-01-31',
    status: 'paused',
  },
];

const patches: readonly SubscriptionPatch[] = [{ status: 'cancelled' }, { amount: 10.5, name: 'Netflix  (second)' }];

function commands(): WriteCommand[] {
  let number = 100;
  const originOf = (ownerId: number, subscription: number) => ({
    actor: { kind: 'key' as const, id: id(ownerId), ownerId, scope: 'write' as const, requestId: id((number += 1)) },
    at: `2026-06-0${subscription}T08:00:00.000Z`,
    subscriptionId: id(10 + subscription),
    auditEntryId: id((number += 1)),
  });
  return [
    ...drafts.map((draft, place) => ({
      ...originOf(place === 3 ? 2 : 1, place + 1),
      kind: 'subscription.create' as const,
      draft,
    })),
    ...patches.map((patch, place) => ({ ...originOf(1, place + 1), kind: 'subscription.update' as const, patch })),
  ];
}

// Before the first write of the keys.
const firstDay = '2026-06-01T00:00:00.000Z';

/** Fills a new data directory with the records, in the current schema version. */
function fill(dataDirectory: string): void {
  const database = openDatabase(dataDirectory);
  const store = createStore(database);
  for (const [place, [owner, key]] of Object.entries(fixtureKeys).entries()) {
    const scope = owner === 'anna' ? 'write' : 'read';
    addKey(store, { key, id: id(place + 1), owner, scope, name: null, createdAt: firstDay, expiresAt: null });
  }
  const outcomes = commitGroups(database)(commands());
  if (!outcomes.every((outcome) => 'result' in outcome && outcome.result.outcome === 'stored')) {
    throw new Error(`not all was stored: ${JSON.stringify(outcomes)}`);
  }
  addHousehold(store, database, Object.keys(fixtureKeys).length + 1);
  database.close(true);
}

/** Creates the fixture of the current schema version, in a temporary directory first. */
export function makeFixture(scratch: string): void {
  fill(scratch);
  const database = new Database(join(scratch, 'duebook.db'));
  database.run('PRAGMA journal_mode = DELETE');
  database.run('VACUUM');
  database.close();
  cpSync(join(scratch, 'duebook.db'), fixturePath(schemaVersion));
}

/** Copies a fixture to a data directory, as its database. */
export function placeFixture(version: number, dataDirectory: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDirectory, `duebook.db${end}`), { force: true });
  cpSync(fixturePath(version), join(dataDirectory, 'duebook.db'));
}

const subscriptionPaths = drafts.map((_, place) => `/api/v1/subscriptions/${id(11 + place)}`);
const paths = [
  ...subscriptionPaths,
  '/api/v1/subscriptions',
  '/api/v1/subscriptions?sort=name&q=NETFLIX&status=cancelled',
  '/api/v1/subscriptions?sort=-amount&limit=2&offset=1',
  '/api/v1/analytics/summary?horizonDays=365',
  '/api/v1/analytics/duplicates',
  '/api/v1/analytics/optimizations',
  '/api/v1/audit',
  `/api/v1/audit?subscriptionId=${id(12)}`,
];

/** All data of a data directory as clients see it, by owner and path. Opening it upgrades the database. */
export async function clientViewOf(dataDirectory: string): Promise<Readonly<Record<string, unknown>>> {
  const store = openStore(dataDirectory);
  const app = plainApp({
    store,
    writes: { submit: () => Promise.reject(new StorageUnavailable('nothing is written here')) },
    clock: createTestClock(now),
  });
  const view: Record<string, unknown> = {};
  for (const [owner, key] of Object.entries(fixtureKeys)) {
    for (const path of paths) {
      const headers = { authorization: `Bearer ${key}` };
      const response = await app.handle(new Request(`http://localhost${path}`, { headers }));
      const { requestId: _drawn, ...body } = (await response.json()) as Record<string, unknown>;
      view[`${owner} ${path}`] = { status: response.status, ...body };
    }
  }
  store.close();
  return view;
}
