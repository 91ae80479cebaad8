import type { Database } from 'bun:sqlite';
import { dayAfter } from '../../src/domain/billing/days.ts';
import { composeApiKey, hashApiKey, startOfApiKey } from '../../src/domain/keys/apiKey.ts';
import { contractCurrencies as currencies } from '../../src/domain/subscriptions/currencies.ts';
import type { SubscriptionDraft } from '../../src/domain/subscriptions/fields.ts';
import { instantAt, instantOf, systemClock, systemRandomness } from '../../src/runtime/system.ts';
import { openDatabase } from '../../src/store/database/database.ts';
import { tablesOf } from '../../src/store/sqlite/readHealth.ts';
import { createExecutor } from '../../src/store/writer/executor.ts';
import { seed, withoutIndexes, type Owner } from '../support/seed.ts';
import { freshDirectory } from '../support/workspace.ts';

/** The subscriptions of each owner. */
export const recordsOfOwner = 40;
/** Of these, how many were due yesterday. The next payments of the others are from tomorrow on. */
export const dueOfOwner = 2;

/** A data directory of many owners who have the same number of subscriptions, a channel and a rule of reminders each. */
export interface Households {
  readonly directory: string;
  /** A key of each owner, and the id of one subscription of the same owner at the same place. */
  readonly keys: readonly string[];
  readonly ids: readonly string[];
}

const hour = 3_600_000;
const today = instantOf(systemClock).slice(0, 'YYYY-MM-DD'.length);
// An hour ago, so that no reminder is due while anything is measured.
const reminderTime = instantAt(systemClock.wallMilliseconds() - hour).slice(
  'YYYY-MM-DDT'.length,
  'YYYY-MM-DDTHH:MM'.length,
);

/** Some owners, each made by Duebook's own code; {@link multiplied} makes more of them. */
export function seedHouseholds(owners: number): Households {
  const counts = Array.from({ length: owners }, () => recordsOfOwner);
  const data = seed(counts, draftAt);
  const database = openDatabase(data.directory);
  const { perform } = createExecutor(database);
  database.transaction(() => {
    for (const owner of data.owners) addReminder(perform, owner);
  })();
  database.close(true);
  return {
    directory: data.directory,
    keys: data.owners.map(({ key }) => key),
    ids: data.owners.map(({ ids }, place) => ids[place % recordsOfOwner] ?? ''),
  };
}

/** A subscription of a household at a place: three in four are paid every 30 days, and one in five is not active. */
function draftAt(place: number): SubscriptionDraft {
  // Not monthly, so that the next payment is known, whatever the month.
  const isFrequent = place % 4 !== 0 || place < dueOfOwner;
  const lastPaid = place < dueOfOwner ? dayAfter(today, -31) : dayAfter(today, -((place * 7) % 29));
  return {
    name: `Subscription ${place}`,
    category: `Category ${place % 8}`,
    amount: (100 + ((place * 7919) % 10_000)) / 100,
    currency: currencies[place % 3] ?? 'USD',
    period: isFrequent ? 'custom' : 'yearly',
    ...(isFrequent && { customDate: '30' }),
    lastPaymentDate: lastPaid,
    status: place % 5 === 4 ? 'paused' : 'active',
  };
}

/** A channel, whose address is not known, so that nothing is sent, and a rule for each payment. */
function addReminder(perform: ReturnType<typeof createExecutor>['perform'], { id, apiKeyId }: Owner): void {
  const origin = () => ({
    actor: { kind: 'key', id: apiKeyId, ownerId: id, scope: 'write', requestId: systemRandomness.uuid() } as const,
    at: instantOf(systemClock),
    auditEntryId: systemRandomness.uuid(),
  });
  perform({
    ...origin(),
    kind: 'channel.create',
    channelId: systemRandomness.uuid(),
    draft: { name: 'Phone', type: 'ntfy', enabled: true, language: 'en' },
    settings: {},
    secrets: {},
    origin: 'https://ntfy.sh',
  });
  perform({
    ...origin(),
    kind: 'reminder.create',
    reminderId: systemRandomness.uuid(),
    draft: { event: 'renewal', daysBefore: [1], at: reminderTime },
  });
}

// Of an id, the part that tells copies apart: six of its last twelve digits.
const [idHead, idTail, copyDigits] = [24, 30, 6];
const idOf = (column: string) =>
  `substr(${column}, 1, ${idHead}) || printf('%0${copyDigits}x', copy) || substr(${column}, ${idTail + 1})`;
const copiedId = (id: string, copy: number) =>
  `${id.slice(0, idHead)}${copy.toString(16).padStart(copyDigits, '0')}${id.slice(idTail)}`;

/** What the columns of a copied row are, as far as they differ from those of the row; `copy` is the number of the copy. */
function copiedColumns(owners: number): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const ownerOf = (column: string) => `${column} + copy * ${owners}`;
  const ofOwner = { id: idOf('id'), owner_id: ownerOf('owner_id') };
  const later = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-' || copy || ' seconds')`;
  return {
    owners: { id: ownerOf('id'), name: `'household ' || (${ownerOf('id')})` },
    // Each key gets a hash of its own.
    api_keys: { ...ofOwner, hash: "hash || ' ' || copy" },
    subscriptions: { ...ofOwner, view_json: `replace(view_json, id, ${idOf('id')})` },
    channels: ofOwner,
    reminders: { ...ofOwner, active_since: later('active_since') },
    audit_entries: {
      ...ofOwner,
      entity_id: idOf('entity_id'),
      actor_id: idOf('actor_id'),
      metadata: `replace(metadata, entity_id, ${idOf('entity_id')})`,
    },
  };
}

/**
 * Copies households into a data directory of its own, so many times, with ids, owners and keys of their own: that takes a
 * tenth of the time that Duebook's own code takes. The records of all owners lie mixed, as in life.
 */
export function multiplied(households: Households, times: number): Households {
  const directory = freshDirectory();
  const owners = households.keys.length;
  const database = openDatabase(directory);
  for (const pragma of ['journal_mode = MEMORY', 'synchronous = OFF', 'foreign_keys = OFF', 'cache_size = -2000000'])
    database.run(`PRAGMA ${pragma}`);
  database.run('ATTACH ? AS base', [`${households.directory}/duebook.db`]);
  refuseOtherRows(database, Object.keys(copiedColumns(owners)));
  withoutIndexes(database, () => {
    for (const [table, columns] of Object.entries(copiedColumns(owners))) copyRows(database, { table, columns, times });
  });
  const copies = Array.from({ length: times }, (_, copy) => copy);
  const keys = database.transaction(() => giveKeys(database, owners * times))();
  const planned = instantOf(systemClock);
  database.run('INSERT INTO reminder_progress (owner_id, planned_until) SELECT id, ? FROM owners WHERE id > 0', [
    planned,
  ]);
  database.run('PRAGMA journal_mode = WAL');
  database.close(true);
  return { directory, keys, ids: copies.flatMap((copy) => households.ids.map((id) => copiedId(id, copy))) };
}

/** What is not copied would be missing. */
function refuseOtherRows(database: Database, copied: readonly string[]): void {
  for (const table of tablesOf(database)) {
    const row = database.query(`SELECT 1 FROM base.${table} LIMIT 1`).get();
    if (row !== null && !copied.includes(table)) throw new Error(`the rows of ${table} are not copied`);
  }
}

interface CopiedTable {
  readonly table: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly times: number;
}

/** Each row so many times, then the next one. Rows with a number of their own get the next ones. */
function copyRows(database: Database, { table, columns, times }: CopiedTable): void {
  const all = database.query<{ name: string }, []>(`PRAGMA table_info(${table})`).all();
  const names = all.map(({ name }) => name).filter((name) => name !== 'sequence');
  const values = names.map((name) => columns[name] ?? name);
  database.run(
    `WITH RECURSIVE copies (copy) AS (SELECT 0 UNION ALL SELECT copy + 1 FROM copies WHERE copy < ${times - 1})
     INSERT INTO ${table} (${names.join(', ')})
     SELECT ${values.join(', ')} FROM (SELECT * FROM base.${table} ORDER BY rowid) CROSS JOIN copies`,
  );
}

/** Gives each owner a key that is known, and returns these in the order of the owners. */
function giveKeys(database: Database, owners: number): string[] {
  const store = database.prepare("UPDATE api_keys SET hash = ?, start = ? WHERE owner_id = ? AND kind = 'key'");
  return Array.from({ length: owners }, (_, place) => {
    const key = composeApiKey('write', systemRandomness.bytes);
    const { changes } = store.run(hashApiKey(key), startOfApiKey(key), place + 1);
    if (changes !== 1) throw new Error(`owner ${place + 1} has ${changes} keys`);
    return key;
  });
}
