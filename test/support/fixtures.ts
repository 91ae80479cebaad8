import { composeApiKey } from '../../src/core/access/apiKey.ts';
import type { SubscriptionDraft, SubscriptionPatch } from '../../src/modules/subscriptions/model.ts';
import type { WriteCommand } from '../../src/modules/commands.ts';
import { openDatabase } from '../../src/core/database/database.ts';
import { createStore } from '../../src/modules/store.ts';
import { commitGroups } from './commitGroups.ts';
import { addHousehold } from './householdFixture.ts';
import { addKey } from './operator.ts';

// A database with records of every kind.

// They work nowhere else.
const fixtureKeys = { anna: keyOf('write', 1), ben: keyOf('read', 2) };

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

/** Fills a new data directory with records of two owners and of a household. */
export function fillDirectory(dataDirectory: string): void {
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
