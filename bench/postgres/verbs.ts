import { and, asc, eq, ne } from 'drizzle-orm';
import type { ClientCommand, ClientResult, CommandOf, OutcomeOf } from '../../src/commands/commands.ts';
import type { WriteOptions } from '../../src/commands/origin.ts';
import {
  creationMetadata,
  updateMetadata,
  type AuditAction,
  type UpdateRecord,
} from '../../src/domain/audit/auditEntry.ts';
import type { Details } from '../../src/domain/subscriptions/detailFields.ts';
import { noDetails, updateDetailed } from '../../src/domain/subscriptions/details.ts';
import { faultInCurrency } from '../../src/domain/subscriptions/currencies.ts';
import { recordRenewal, renewSeveral } from '../../src/domain/subscriptions/renewal.ts';
import { createSubscription, touchesSchedule, type Subscription } from '../../src/domain/subscriptions/subscription.ts';
import { normaliseName } from '../../src/domain/text/text.ts';
import { rowOf, subscriptionOf, type RecordRow } from '../../src/store/entities/subscriptions.ts';
import { refuseStale } from '../../src/store/entities/verbs.ts';
import type { Connection } from './database.ts';
import { recordColumns } from './reads.ts';
import { raiseRevision, type RevisionForm } from './revisions.ts';
import { auditEntries, payments, subscriptions } from './tables.ts';

// The verbs of src/store/entities/subscriptionWrites.ts and renewalWrites.ts: the decisions are those of the domain, unchanged.
// Each read of a record in a transaction locks it, because another transaction may change it at the same time.

const duplicateIdsMax = 10;

type Create = CommandOf<'subscription.create'>;
type Update = CommandOf<'subscription.update'>;
type Renew = CommandOf<'subscription.renew'>;
type Delete = CommandOf<'subscription.delete'>;
type Stored = Extract<OutcomeOf<'subscription.create'>, { outcome: 'stored' }>;

/** The connection of a transaction, and the form of the revision. */
interface Tools {
  readonly connection: Connection;
  readonly revision: RevisionForm;
}

/** Executes a command, unless its record does not match `If-Match`. */
export async function performMatched(
  connection: Connection,
  command: ClientCommand,
  revision: RevisionForm,
): Promise<ClientResult> {
  const tools = { connection, revision };
  if (command.kind === 'subscription.create') return create(tools, command);
  if (command.kind === 'subscription.delete') return remove(tools, command);
  if (command.kind !== 'subscription.update' && command.kind !== 'subscription.renew') {
    throw new Error(`the spike does not do ${command.kind}`);
  }
  const locked = await lock(connection, command);
  const stale = refuseUnmatched(command, locked);
  if (stale !== undefined) return stale;
  if (locked === undefined) return { outcome: 'missing' };
  return command.kind === 'subscription.update' ? update(tools, command, locked) : renew(tools, command, locked);
}

function refuseUnmatched({ ifMatch }: WriteOptions, locked: Subscription | undefined) {
  return ifMatch && refuseStale(ifMatch, locked && rowOf(locked).viewJson);
}

/** The stored record, which no other transaction can change until this one ends. */
async function lock(connection: Connection, { actor, subscriptionId }: Update | Renew | Delete) {
  const [row] = await connection
    .select(recordColumns)
    .from(subscriptions)
    .where(ofRecord(actor.ownerId, subscriptionId))
    .for('update');
  return row && subscriptionOf(row);
}

function ofRecord(ownerId: number, id: string) {
  return and(eq(subscriptions.id, id), eq(subscriptions.ownerId, ownerId));
}

async function create(tools: Tools, command: Create): Promise<OutcomeOf<'subscription.create'>> {
  const { draft, actor, subscriptionId, at } = command;
  const decision = createSubscription(draft, { id: subscriptionId, at });
  if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
  const row = rowOf(decision.value);
  // Sent together: the driver does not wait for one answer before it sends the next statement.
  await Promise.all([
    tools.connection.insert(subscriptions).values({ ...row, ownerId: actor.ownerId }),
    record(tools, command, 'subscription.create', creationMetadata(row.viewJson)),
  ]);
  return storedResult(tools, command, row);
}

async function update(tools: Tools, command: Update, stored: Subscription): Promise<OutcomeOf<'subscription.update'>> {
  const { patch, currencies } = command;
  const ofCurrency = faultInCurrency(stored.currency, patch.currency, currencies);
  if (ofCurrency !== undefined) return { outcome: 'refused', fault: ofCurrency };
  const before = detailsIn(stored);
  const decision = updateDetailed({ subscription: stored, details: before }, { patch, details: {} }, command.at);
  if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
  const { subscription, details: after } = decision.value;
  // A renewal may have set the day of the month, which other dates clear: the entry then says so.
  const isDetailed = touchesSchedule(patch) && (stored.anchorDay !== null || stored.everyMonths !== null);
  const details = isDetailed ? { details: JSON.stringify({ before, after, patch: {} }) } : {};
  return storeChange(tools, command, stored, subscription, { patch: JSON.stringify(patch), ...details });
}

/** The details on which the dates of a record depend: the spike stores no others. */
function detailsIn({ everyMonths, anchorDay, endsOn }: Subscription): Details {
  return { ...noDetails, everyMonths, anchorDay, endsOn };
}

async function renew(tools: Tools, command: Renew, stored: Subscription): Promise<OutcomeOf<'subscription.renew'>> {
  const { actor, subscriptionId, renewals, payment, today, at } = command;
  const decision = renewSeveral(stored, payment, renewals.length, { today, at });
  if ('refusal' in decision) {
    const { refusal: reason, ...refused } = decision;
    const { viewJson: currentJson } = rowOf(stored);
    return { outcome: 'notRenewed', reason, ...refused, currentJson, endsOn: stored.endsOn, payment, today };
  }
  let [before, result]: [Subscription, Stored | undefined] = [stored, undefined];
  for (const [index, { renewed: after, dueOn, paidOn }] of decision.renewals.entries()) {
    const ids = renewals[index];
    if (ids === undefined) throw new RangeError('a renewal without ids');
    const { amountHundredths = stored.amountHundredths } = payment;
    const paid = { id: ids.paymentId, dueOn, paidOn, amountHundredths, currency: after.currency };
    const made = { ownerId: actor.ownerId, subscriptionId, auditEntryId: ids.auditEntryId, source: 'manual' as const };
    await tools.connection.insert(payments).values({ ...paid, ...made });
    result = await storeChange(tools, { ...command, auditEntryId: ids.auditEntryId }, before, after, {
      patch: JSON.stringify({ lastPaymentDate: after.lastPaymentDate }),
      renewal: JSON.stringify(recordRenewal(before, after, { dueOn, paidOn })),
    });
    before = after;
  }
  if (result === undefined) throw new RangeError('a renewal without a payment');
  return result;
}

async function remove(tools: Tools, command: Delete): Promise<OutcomeOf<'subscription.delete'> | ClientResult> {
  const { actor, subscriptionId, dryRun } = command;
  const { connection, revision } = tools;
  const locked = await lock(connection, command);
  const stale = refuseUnmatched(command, locked);
  if (stale !== undefined) return stale;
  if (locked === undefined) return { outcome: 'missing' };
  const ofOwner = eq(auditEntries.ownerId, actor.ownerId);
  const ofPayments = and(eq(payments.subscriptionId, subscriptionId), eq(payments.ownerId, actor.ownerId));
  const ofTrail = and(ofOwner, eq(auditEntries.entityId, subscriptionId), eq(auditEntries.entityType, 'subscription'));
  await Promise.all([
    connection.delete(payments).where(ofPayments),
    connection.delete(auditEntries).where(ofTrail),
    connection.delete(subscriptions).where(ofRecord(actor.ownerId, subscriptionId)),
    raiseRevision(connection, actor.ownerId, revision),
  ]);
  return dryRun === true ? { outcome: 'deleted', viewJson: rowOf(locked).viewJson } : { outcome: 'deleted' };
}

type ChangingWrite = Pick<Update, 'actor' | 'at' | 'auditEntryId' | 'subscriptionId' | 'dryRun'>;

async function storeChange(
  tools: Tools,
  command: ChangingWrite,
  stored: Subscription,
  changed: Subscription,
  recorded: Omit<UpdateRecord, 'before' | 'after'>,
): Promise<Stored> {
  const { id, createdAt: _createdAt, ...columns } = rowOf(changed);
  const after = rowOf(changed).viewJson;
  const metadata = updateMetadata({ before: rowOf(stored).viewJson, after, ...recorded });
  await Promise.all([
    tools.connection.update(subscriptions).set(columns).where(ofRecord(command.actor.ownerId, id)),
    record(tools, command, 'subscription.update', metadata),
  ]);
  return storedResult(tools, command, rowOf(changed), stored);
}

/** Adds the audit entry of a write, and raises the revision of the owner. */
async function record(tools: Tools, command: ChangingWrite, action: AuditAction, metadata: string): Promise<void> {
  const { actor, at, auditEntryId, subscriptionId } = command;
  const { ownerId, kind, id, requestId } = actor;
  const entity = { ownerId, entityType: 'subscription', entityId: subscriptionId } as const;
  const origin = { actorKind: kind, actorId: id, requestId, createdAt: at };
  await Promise.all([
    tools.connection.insert(auditEntries).values({ ...entity, ...origin, id: auditEntryId, action, metadata }),
    raiseRevision(tools.connection, ownerId, tools.revision),
  ]);
}

async function storedResult(
  { connection }: Tools,
  { dryRun, actor }: ChangingWrite,
  row: RecordRow,
  before?: Subscription,
): Promise<Stored> {
  const result = { outcome: 'stored', viewJson: row.viewJson } as const;
  if (dryRun !== true) return result;
  const isNews = before === undefined || comesAmongDuplicates(before, row);
  if (!isNews || row.status === 'cancelled') return { ...result, dryRun, duplicateIds: [] };
  const others = await connection
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.ownerId, actor.ownerId),
        eq(subscriptions.nameNormalised, row.nameNormalised),
        ne(subscriptions.status, 'cancelled'),
        ne(subscriptions.id, row.id),
      ),
    )
    .orderBy(asc(subscriptions.sequence))
    .limit(duplicateIdsMax);
  return { ...result, dryRun, duplicateIds: others.map(({ id }) => id) };
}

function comesAmongDuplicates({ name, status }: Subscription, row: RecordRow): boolean {
  return normaliseName(name) !== row.nameNormalised || (status === 'cancelled' && row.status !== 'cancelled');
}
