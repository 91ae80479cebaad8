import { numberOfDay } from '../../../core/billing/days.ts';
import { amountOn, earlierAfter } from '../../../core/billing/prices.ts';
import type { Db } from '../../../core/database/db.ts';
import type { Actor } from '../../../core/writer/origin.ts';
import type { RenewalCursor, RenewDue } from '../commands.ts';
import { catchUp, paymentsAtOnceMax } from '../rules/autoRenewal.ts';
import type { SubscriptionPatch } from '../model.ts';
import { updateSubscription, type Subscription } from '../rules/subscription.ts';
import { pricesIn, storeRenewal } from './renewals.ts';
import { findServiceKeys } from '../../../core/audit/record.ts';
import type { RecordStatements } from './statements.ts';
import { storeChange, type ChangingWrite } from './subscriptions.ts';
import type { Tools } from '../../../core/writer/executor.ts';
import { jobRuns } from '../../../core/jobs/table.ts';
import { prepareDueSearches, type DueSearches } from '../store/dueSearches.ts';
import { rowOf } from '../store/subscriptions.ts';

type Command = RenewDue['input'];
type Result = RenewDue['result'];
type RenewalsCursor = Extract<RenewalCursor, { phase: 'renewals' }>;
type EndsCursor = Extract<RenewalCursor, { phase: 'ends' }>;

// What one command may read and write, so that the writes of clients do not wait long: a written row takes about 30 µs.
const rowsReadMax = 200;
const rowsWrittenMax = 50;
// Read by one search: seldom more than are renewed.
const rowsAtOnce = 50;
// Made for one owner in a run: a household makes a few, also after years, and nobody can keep the writer busy for hours.
const paymentsOfOwnerMax = 10_000;

const firstOwner: RenewalsCursor = { phase: 'renewals', ownerId: 1, day: '', sequence: 0, made: 0 };
const firstEnd: EndsCursor = { phase: 'ends', day: '', sequence: 0 };

/** The tools, the limits and the counts of one command. */
interface Run {
  readonly command: Command;
  readonly records: RecordStatements;
  readonly searches: DueSearches;
  readonly newId: () => string;
  readonly actorOf: (ownerId: number) => Actor;
  rowsLeft: number;
  writesLeft: number;
  payments: number;
  priced: number;
  ended: number;
  entries: number;
  isRestLeft: boolean;
}

const searchesOf = new WeakMap<Db, DueSearches>();

/** The searches of a connection, compiled once. */
function searchesOn(database: Db): DueSearches {
  const searches = searchesOf.get(database) ?? prepareDueSearches(database);
  searchesOf.set(database, searches);
  return searches;
}

/**
 * Renews some due subscriptions: first those that are to be renewed automatically, owner by owner. Then planned prices whose day
 * has come become the amount, and those whose last day is over are cancelled. One command takes a few milliseconds, or longer when the last subscription that it renews has
 * many payments to make; the next one continues at its cursor.
 */
export function renewDue({ database, records, newId }: Tools, command: Command): Result {
  const serviceKeyId = findServiceKeys(database, newId);
  const keys = new Map<number, string>();
  const run: Run = {
    command,
    records,
    searches: searchesOn(database),
    newId,
    actorOf(ownerId) {
      const id = keys.get(ownerId) ?? serviceKeyId(ownerId, command.at);
      keys.set(ownerId, id);
      return { kind: 'service', id, ownerId, scope: 'admin', requestId: command.requestId };
    },
    rowsLeft: rowsReadMax,
    writesLeft: rowsWrittenMax,
    payments: 0,
    priced: 0,
    ended: 0,
    entries: 0,
    isRestLeft: false,
  };
  let cursor: RenewalCursor | undefined = command.cursor ?? firstOwner;
  while (cursor !== undefined && hasRoom(run)) {
    cursor = continueAt(run, cursor);
  }
  if (cursor === undefined) noteRun(database, command.at);
  const { payments, priced, ended, entries, isRestLeft } = run;
  return { outcome: 'renewed', payments, priced, ended, entries, isRestLeft, ...(cursor !== undefined && { cursor }) };
}

function continueAt(run: Run, cursor: RenewalCursor): RenewalCursor | undefined {
  if (cursor.phase === 'renewals') return renewSome(run, cursor);
  return cursor.phase === 'prices' ? priceSome(run) : endSome(run, cursor);
}

/** Stores when a run was made: see `lastRunAt` of `renewalsToMake.ts`. */
function noteRun(db: Db, ranAt: string): void {
  db.insert(jobRuns)
    .values({ job: 'renewals', ranAt })
    .onConflictDoUpdate({ target: jobRuns.job, set: { ranAt } })
    .run();
}

function hasRoom({ rowsLeft, writesLeft }: Run): boolean {
  return rowsLeft > 0 && writesLeft > 0;
}

/** Renews some due subscriptions of the next owner. */
function renewSome(run: Run, cursor: RenewalsCursor): RenewalCursor {
  const owner = run.searches.owner(cursor.ownerId);
  run.rowsLeft -= 1;
  // What was due before a planned price costs what it did then.
  if (owner === undefined) return { phase: 'prices' };
  const nextOwner = { ...firstOwner, ownerId: owner.id + 1 };
  const { day, sequence, made } = owner.id === cursor.ownerId ? cursor : firstOwner;
  const search = owner.autoRenew === 1 ? run.searches.all : run.searches.chosen;
  const limit = rowsAtOnce;
  const rows = search({ ownerId: owner.id, day, sequence, today: run.command.today, limit });
  let last = { day, sequence, made };
  for (const row of rows) {
    if (last.made >= paymentsOfOwnerMax) {
      run.isRestLeft = true;
      return nextOwner;
    }
    if (!hasRoom(run)) return { phase: 'renewals', ownerId: owner.id, ...last };
    run.rowsLeft -= 1;
    const before = run.payments;
    if (row.status === 'active' && row.autoRenew !== 0) renewOne(run, owner.id, row.id);
    last = { day: row.day, sequence: row.sequence, made: last.made + run.payments - before };
  }
  return rows.length < limit ? nextOwner : { phase: 'renewals', ownerId: owner.id, ...last };
}

/** Renews a subscription until nothing is due any more. */
function renewOne(run: Run, ownerId: number, subscriptionId: string): void {
  const { records, command, newId } = run;
  const stored = records.reader.find(ownerId, subscriptionId);
  if (stored === undefined) return;
  const { nextPaymentDate: from } = stored;
  const { today, timeZone, at } = command;
  const dates = { ownerId, subscriptionId, from, before: today };
  const reverted = records.payments.revertedDates.all({ ...dates, at }).map(({ dueOn }) => dueOn);
  const made = records.payments.madeDates.all(dates).map(({ dueOn }) => dueOn);
  const { statusChanges, rowsRead } = run.searches.statusChanges({ ownerId, subscriptionId, from, timeZone });
  run.rowsLeft -= rowsRead + made.length;
  // At the limit of payments, bills are still due: the newest one of each subscription is recorded.
  const paymentsMax = Math.max(records.room.paymentsLeft(ownerId, paymentsAtOnceMax), 1);
  const prices = pricesIn(records, ownerId, stored);
  const facts = { today, at, statusChanges, reverted, made, paymentsMax };
  for (const { before, after, paid, record } of catchUp(stored, facts)) {
    const payments = paid.map((day) => ({
      id: newId(),
      dueOn: day,
      paidOn: day,
      amountHundredths: amountOn(prices, numberOfDay(day)),
    }));
    const renewal = { before, after, source: 'automatic', payments, record } as const;
    storeRenewal(records, writeOf(run, ownerId, subscriptionId), renewal);
    run.writesLeft -= payments.length + 1;
    run.payments += payments.length;
    run.entries += 1;
  }
}

/** Sets the amount of some subscriptions whose planned price has come. */
function priceSome(run: Run): RenewalCursor {
  const limit = rowsAtOnce;
  const rows = run.searches.priced({ today: run.command.today, limit });
  for (const row of rows) {
    if (!hasRoom(run)) return { phase: 'prices' };
    run.rowsLeft -= 1;
    priceOne(run, row.ownerId, row.id);
  }
  return rows.length < limit ? firstEnd : { phase: 'prices' };
}

/** Of several planned prices whose day has come, the last one becomes the amount. A revert restores only the amount. */
function priceOne(run: Run, ownerId: number, subscriptionId: string): void {
  const { records, command } = run;
  const stored = records.reader.find(ownerId, subscriptionId);
  const details = records.reader.findDetails(ownerId, subscriptionId);
  const prices = records.reader.findPrices(ownerId, subscriptionId);
  const come = details?.priceSteps.filter(({ from }) => from <= command.today) ?? [];
  const step = come.at(-1);
  if (stored === undefined || details === undefined || prices === undefined || step === undefined) return;
  const patch = { amount: step.amount };
  const recorded = { patch: JSON.stringify(patch), priceStep: JSON.stringify(step) };
  const change = {
    before: rowOf(stored),
    changed: updated(stored, patch, command.at),
    details: { ...details, priceSteps: details.priceSteps.slice(come.length) },
    // Payments that were due before and are not recorded yet cost what they did.
    earlierPrices: JSON.stringify(earlierAfter(prices, come)),
    recorded,
  };
  storeChange(records, writeOf(run, ownerId, subscriptionId), change);
  run.writesLeft -= 1;
  run.priced += 1;
  run.entries += 1;
}

/** Cancels some active subscriptions whose last day is over. */
function endSome(run: Run, cursor: EndsCursor): RenewalCursor | undefined {
  const { day, sequence } = cursor;
  const limit = rowsAtOnce;
  const rows = run.searches.ended({ day, sequence, today: run.command.today, limit });
  let last = { day, sequence };
  for (const row of rows) {
    if (!hasRoom(run)) return { phase: 'ends', ...last };
    run.rowsLeft -= 1;
    endOne(run, row.ownerId, row.id);
    last = { day: row.day, sequence: row.sequence };
  }
  return rows.length < limit ? undefined : { phase: 'ends', ...last };
}

function endOne(run: Run, ownerId: number, subscriptionId: string): void {
  const { records, command } = run;
  const stored = records.reader.find(ownerId, subscriptionId);
  if (stored === undefined) return;
  const patch = { status: 'cancelled' } as const;
  const recorded = { patch: JSON.stringify(patch), endsOn: JSON.stringify(stored.endsOn) };
  const change = { before: rowOf(stored), changed: updated(stored, patch, command.at), recorded };
  storeChange(records, writeOf(run, ownerId, subscriptionId), change);
  run.writesLeft -= 1;
  run.ended += 1;
  run.entries += 1;
}

function updated(stored: Subscription, patch: SubscriptionPatch, at: string): Subscription {
  const decision = updateSubscription(stored, patch, at);
  if ('fault' in decision) throw new Error('a change without dates was refused');
  return decision.value;
}

function writeOf({ actorOf, command, newId }: Run, ownerId: number, subscriptionId: string): ChangingWrite {
  return { actor: actorOf(ownerId), at: command.at, auditEntryId: newId(), subscriptionId };
}
