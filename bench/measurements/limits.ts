import type { Database } from 'bun:sqlite';
import type { ClientCommand } from '../../src/commands/commands.ts';
import { noLimits as none, type OwnerLimits } from '../../src/commands/ownerLimits.ts';
import { instantOf, systemClock, systemRandomness } from '../../src/runtime/system.ts';
import { connectAgain } from '../../src/store/database/database.ts';
import { limitOwners } from '../../src/store/entities/ownerLimits.ts';
import { commitGroups } from '../../src/store/writer/groupCommit.ts';
import { progress, type Findings } from '../support/report.ts';
import { draftAt, seed, type Owner } from '../support/seed.ts';
import { settings } from '../support/settings.ts';
import { rounded } from '../support/statistics.ts';

const records = 5000;
const rounds = settings.rounds ?? 15;
const writesOfRound = 64;
const suggested: OwnerLimits = { subscriptions: 500, payments: 20_000, auditEntries: 50_000 };

/** Measures what each kind of record takes in the database, and what limits cost a write. */
export function measureLimits(): Promise<Findings> {
  return Promise.resolve({
    title: 'Limits of owners',
    notes: [
      `Sizes: by how much the database grows with ${records} records of each kind, their indexes included.`,
      `Times: of a command in the write worker, in groups of one and of 32, without syncs; the owner has nearly as much as the limits allow, ${JSON.stringify(suggested)}. The least of ${rounds} rounds in turns.`,
    ],
    tables: [
      { heading: 'What a record takes', columns: ['record', 'bytes'], rows: measureSizes() },
      {
        heading: 'What limits cost a write',
        columns: ['write', 'in a group', 'µs without limits', 'µs with all', 'µs when refused'],
        rows: measureTimes(),
      },
    ],
  });
}

/** The commands of an owner. */
function commandsOf({ id: ownerId, apiKeyId }: Owner) {
  const origin = () => ({
    actor: { kind: 'key', id: apiKeyId, ownerId, scope: 'write', requestId: systemRandomness.uuid() } as const,
    at: instantOf(systemClock),
    auditEntryId: systemRandomness.uuid(),
  });
  return {
    create: (place: number): ClientCommand => ({
      ...origin(),
      kind: 'subscription.create',
      subscriptionId: systemRandomness.uuid(),
      draft: draftAt(place),
    }),
    update: (subscriptionId: string, amount: number, notes?: string): ClientCommand => ({
      ...origin(),
      kind: 'subscription.update',
      subscriptionId,
      patch: { amount },
      ...(notes !== undefined && { details: { notes } }),
    }),
    renew: (subscriptionId: string): ClientCommand => ({
      ...origin(),
      kind: 'subscription.renew',
      subscriptionId,
      renewals: [{ paymentId: systemRandomness.uuid(), auditEntryId: systemRandomness.uuid() }],
      today: '9000-01-01',
      payment: {},
    }),
    delete: (subscriptionId: string): ClientCommand => ({ ...origin(), kind: 'subscription.delete', subscriptionId }),
  };
}

function open(directory: string): Database {
  const database = connectAgain(directory);
  database.run('PRAGMA synchronous = OFF');
  return database;
}

/** The bytes of each kind of record. */
function measureSizes(): string[][] {
  const { directory, owners } = seed([100]);
  const database = open(directory);
  const commit = commitGroups(database);
  const [owner] = owners;
  const { create, update, renew } = commandsOf(owner);
  const sizeOf = () => pragma(database, 'page_count') * pragma(database, 'page_size');

  function growth(commands: readonly ClientCommand[]): number {
    const before = sizeOf();
    for (let done = 0; done < commands.length; done += 100) commit(commands.slice(done, done + 100));
    return (sizeOf() - before) / commands.length;
  }

  const creations = Array.from({ length: records }, (_, place) => create(place));
  const ids = creations.flatMap((command) => ('subscriptionId' in command ? [command.subscriptionId] : []));
  const active = ids.filter((_, place) => draftAt(place).status === 'active');
  const notes = 'x'.repeat(2000);
  const rows: readonly [string, number][] = [
    ['a subscription with the audit entry of its creation', growth(creations)],
    ['the audit entry of a change of the price', growth(ids.map((id) => update(id, 7)))],
    ['a payment with the audit entry of its renewal', growth(active.map(renew))],
    ['notes of 2,000 characters, with their audit entry', growth(ids.map((id) => update(id, 8, notes)))],
    [
      'other notes of 2,000 characters, with their audit entry',
      growth(ids.map((id) => update(id, 9, `y${notes.slice(1)}`))),
    ],
  ];
  database.close(true);
  return rows.map(([what, bytes]) => [what, String(Math.round(bytes))]);
}

function pragma(database: Database, name: string): number {
  return Object.values(database.query<Record<string, number>, []>(`PRAGMA ${name}`).get() ?? {})[0] ?? 0;
}

const refusing: OwnerLimits = { subscriptions: 1, payments: 1, auditEntries: 1 };
const kindsOfLimits = [none, suggested, refusing] as const;

/** Microseconds of a write, without and with limits, and of one that they refuse. */
function measureTimes(): string[][] {
  const { directory, owners } = seed([suggested.subscriptions - 40]);
  const [owner] = owners;
  fill(directory, owner);
  const database = open(directory);
  const { create, update, renew, delete: remove } = commandsOf(owner);
  // Each time another record, so that none has a long trail.
  const targetOf = (count: number): string => owner.ids[count % owner.ids.length] ?? '';
  const writes: Readonly<Record<string, (count: number) => ClientCommand>> = {
    create: () => create(7),
    change: (count) => update(targetOf(count), count % 97),
    renew: (count) => renew(targetOf(count)),
  };
  const rows = Object.entries(writes).flatMap(([name, make]) =>
    [1, 32].map((size) => {
      const times = Array.from({ length: rounds }, () =>
        kindsOfLimits.map((limits) => timeOf(database, { limits, size, make, remove })),
      );
      const cells = kindsOfLimits.map((_, place) => rounded(Math.min(...times.map((round) => round[place] ?? 0))));
      progress(name, size, ...cells);
      return [name, String(size), ...cells];
    }),
  );
  database.close(true);
  return rows;
}

interface TimedWrites {
  readonly limits: OwnerLimits;
  /** The number of commands of a group. */
  readonly size: number;
  readonly make: (count: number) => ClientCommand;
  readonly remove: (subscriptionId: string) => ClientCommand;
}

/** The microseconds of a command. What is created is deleted again, outside the time. */
function timeOf(database: Database, { limits, size, make, remove }: TimedWrites): number {
  const commit = commitGroups(database);
  let milliseconds = 0;
  limitOwners(database, limits);
  for (let done = 0; done < writesOfRound; done += size) {
    const group = Array.from({ length: size }, (_, place) => make(done + place));
    const begun = systemClock.monotonicMilliseconds();
    commit(group);
    milliseconds += systemClock.monotonicMilliseconds() - begun;
    const made = group.flatMap((one) => (one.kind === 'subscription.create' ? [remove(one.subscriptionId)] : []));
    if (made.length > 0) commit(made);
  }
  limitOwners(database, none);
  return (1000 * milliseconds) / writesOfRound;
}

/** Gives an owner payments and audit entries, nearly as many as the limits allow once a measurement has run. */
function fill(directory: string, { id: ownerId, apiKeyId, ids }: Owner): void {
  const database = open(directory);
  const subscriptionId = ids[0] ?? '';
  const [payments, entries] = [database.prepare(insertPayment), database.prepare(insertEntry)];
  const writes = 3 * 2 * rounds * writesOfRound;
  database.transaction(() => {
    for (let count = 0; count < suggested.payments - writes; count += 1) {
      payments.run(systemRandomness.uuid(), ownerId, subscriptionId);
    }
    for (let count = 0; count < suggested.auditEntries - 2 * writes; count += 1) {
      entries.run(systemRandomness.uuid(), ownerId, subscriptionId, apiKeyId);
    }
  })();
  database.close(true);
}

const insertPayment = `INSERT INTO payments
  (id, owner_id, subscription_id, due_on, paid_on, amount_hundredths, currency, source, audit_entry_id)
  VALUES (?, ?, ?, '2020-01-01', '2020-01-01', 100, 'EUR', 'manual', '')`;
const insertEntry = `INSERT INTO audit_entries
  (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
  VALUES (?, ?, 'subscription', ?, 'key', ?, '', 'subscription.update', '{}', '2020-01-01T00:00:00.000Z')`;
