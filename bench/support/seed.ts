import { databaseOn } from '../../src/core/database/db.ts';
import type { Database } from 'bun:sqlite';
import { cpSync } from 'node:fs';
import { composeApiKey, hashApiKey, startOfApiKey } from '../../src/core/access/apiKey.ts';
import { dayAfter } from '../../src/core/billing/days.ts';
import { periods } from '../../src/core/billing/periodTable.ts';
import { contractCurrencies as currencies } from '../../src/core/billing/currencies.ts';
import type { SubscriptionDraft } from '../../src/modules/subscriptions/model.ts';
import { connectAgain, openDatabase } from '../../src/core/database/database.ts';
import type { Perform } from '../../src/core/writer/executor.ts';
import { performOn } from '../../src/modules/verbs.ts';
import { instantAt, systemClock, systemRandomness } from '../../src/core/runtime/system.ts';
import { freshDirectory } from './workspace.ts';

/** An owner of subscriptions, with a key that may write. */
export interface Owner {
  readonly id: number;
  readonly key: string;
  readonly apiKeyId: string;
  /** The ids of the owner's subscriptions, oldest first. */
  readonly ids: readonly string[];
}

/** A data directory and whose subscriptions are in it. */
export interface Data {
  readonly directory: string;
  readonly owners: readonly [Owner, ...Owner[]];
}

type WritableOwner = Owner & { readonly ids: string[] };

/**
 * Makes a data directory in which each owner has the given number of subscriptions, of every kind, and for each the audit
 * entry of its creation. As in life, the records of all owners lie mixed.
 *
 * @param draftOf the subscription of an owner at a place
 */
export function seed(counts: readonly number[], draftOf: (place: number) => SubscriptionDraft = draftAt): Data {
  const directory = freshDirectory();
  const database = openDatabase(directory);
  database.run('PRAGMA synchronous = OFF');
  database.run('PRAGMA cache_size = -2000000');
  const perform = performOn(databaseOn(database));
  const order = mixedOrder(counts);
  const newest = systemClock.wallMilliseconds() - 60_000;
  // A key is older than what it writes.
  const oldest = instantAt(newest - (order.length + 1) * 1000);
  const owners = database.transaction(() => counts.map((_, place) => addOwner(perform, place + 1, oldest)))();
  withoutIndexes(database, () => {
    for (const [place, owner] of order.entries()) {
      const holder = owners[owner];
      if (holder === undefined) continue;
      addRecord(perform, holder, { draft: draftOf(holder.ids.length), at: newest - (order.length - place) * 1000 });
    }
  });
  database.close(true);
  const [first, ...others] = owners;
  if (first === undefined) throw new Error('there must be an owner');
  return { directory, owners: [first, ...others] };
}

/** Inserts in one transaction, and makes the indexes afterwards: sorting once takes half the time of a million insertions. */
function withoutIndexes(database: Database, insert: () => void): void {
  // Each write asks an index of the channels by name.
  const query = "SELECT name, sql FROM sqlite_schema WHERE sql LIKE 'CREATE INDEX %' AND tbl_name <> 'channels'";
  const indexes = database.prepare<{ name: string; sql: string }, []>(query).all();
  database.transaction(() => {
    for (const { name } of indexes) database.run(`DROP INDEX ${name}`);
    insert();
    for (const { sql } of indexes) database.run(sql);
  })();
}

/** A copy of the data, for another server. */
export function copyOf({ directory, owners }: Data): Data {
  const copy = freshDirectory();
  cpSync(directory, copy, { recursive: true });
  return { owners, directory: copy };
}

/** New subscriptions of one owner, stored while a server has the data open. Gives their ids. */
export function addRecords(directory: string, owner: Owner, count: number): string[] {
  const database = connectAgain(directory);
  const perform = performOn(databaseOn(database));
  const holder = { ...owner, ids: [] };
  database.transaction(() => {
    for (let added = 0; added < count; added += 1)
      addRecord(perform, holder, { draft: draftAt(added), at: systemClock.wallMilliseconds() });
  })();
  database.close();
  return holder.ids;
}

function addOwner(perform: Perform, id: number, at: string): WritableOwner {
  const key = composeApiKey('write', systemRandomness.bytes);
  const apiKeyId = systemRandomness.uuid();
  perform({
    kind: 'key.create',
    actor: { kind: 'service', requestId: systemRandomness.uuid() },
    at,
    auditEntryId: systemRandomness.uuid(),
    id: apiKeyId,
    start: startOfApiKey(key),
    hash: hashApiKey(key),
    owner: `owner ${id}`,
    scope: 'write',
    name: null,
    expiresAt: null,
    anyNewOwner: true,
  });
  return { id, key, apiKeyId, ids: [] };
}

function addRecord(
  perform: Perform,
  owner: WritableOwner,
  { draft, at: wallMilliseconds }: { readonly draft: SubscriptionDraft; readonly at: number },
): void {
  const at = instantAt(wallMilliseconds);
  const subscriptionId = Bun.randomUUIDv7('hex', wallMilliseconds);
  const { outcome } = perform({
    kind: 'subscription.create',
    actor: {
      kind: 'key',
      id: owner.apiKeyId,
      ownerId: owner.id,
      scope: 'write',
      requestId: Bun.randomUUIDv7('hex', wallMilliseconds),
    },
    at,
    auditEntryId: Bun.randomUUIDv7('hex', wallMilliseconds),
    subscriptionId,
    draft,
  });
  if (outcome !== 'stored') throw new Error(`a subscription was not stored: ${outcome}`);
  owner.ids.push(subscriptionId);
}

// The days of the last year. Whatever the period, about a twelfth of the records is then due in the next 30 days.
const yearAgo = new Date(systemClock.wallMilliseconds() - 365 * 86_400_000).toISOString().slice(0, 10);
const paymentDays = Array.from({ length: 365 }, (_, days) => dayAfter(yearAgo, days));

/** The owner's record at a place: one in fifty shares its name with the one before, one in five is not active. */
export function draftAt(place: number): SubscriptionDraft {
  const period = periods[place % 3] ?? 'monthly';
  return {
    name: `Name ${place % 50 === 49 ? place - 1 : place}`,
    category: `Category ${place % 12}`,
    amount: (100 + ((place * 7919) % 10_000)) / 100,
    currency: currencies[place % 4] ?? 'USD',
    period,
    lastPaymentDate: paymentDays[(place * 31) % 365] ?? yearAgo,
    ...(period === 'custom' && { customDate: '30' }),
    status: place % 5 === 0 ? 'paused' : place % 20 === 3 ? 'cancelled' : 'active',
  };
}

/** The owner (by place) of each record, mixed in the same way every time (mulberry32, Fisher–Yates). */
function mixedOrder(counts: readonly number[]): Uint16Array {
  const order = Uint16Array.from(counts.flatMap((count, owner) => Array.from({ length: count }, () => owner)));
  let state = 1;
  for (let last = order.length - 1; last > 0; last -= 1) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    const other = Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (last + 1));
    const kept = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = kept;
  }
  return order;
}
