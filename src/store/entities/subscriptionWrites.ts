import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import type { SubscriptionCommands } from '../../commands/subscription.ts';
import {
  creationMetadata,
  updateMetadata,
  type AuditAction,
  type UpdateRecord,
} from '../../domain/audit/auditEntry.ts';
import { recordRevertedRenewal, restoreAnchor, type RenewalRecord } from '../../domain/subscriptions/renewal.ts';
import { changedFields, fieldBits, revertUpdate, type RecordedUpdate } from '../../domain/subscriptions/revert.ts';
import {
  createSubscription,
  updateSubscription,
  viewSubscription,
  type Subscription,
} from '../../domain/subscriptions/subscription.ts';
import { normaliseName } from '../../domain/text/text.ts';
import type { RecordStatements } from './subscriptionStatements.ts';
import { rowOf, type RecordRow } from './subscriptions.ts';
import { refuseStale, type Verbs } from './verbs.ts';

type Create = CommandOf<'subscription.create'>;
type Update = CommandOf<'subscription.update'>;
type Delete = CommandOf<'subscription.delete'>;
type Revert = CommandOf<'subscription.revert'>;
type Stored = Extract<OutcomeOf<'subscription.create'>, { outcome: 'stored' }>;

/** The verbs of subscriptions: the domain decides against the stored record, and the change is stored with its audit entry. */
export function subscriptionVerbs(
  statements: RecordStatements,
): Verbs<Exclude<keyof SubscriptionCommands, 'subscription.renew'>> {
  const current = ({ actor, subscriptionId }: Update | Delete) =>
    statements.reader.findView(actor.ownerId, subscriptionId);
  return {
    'subscription.create': { perform: (command) => create(statements, command) },
    'subscription.update': { perform: (command) => update(statements, command), current },
    'subscription.delete': { perform: (command) => remove(statements, command), current },
    'subscription.revert': { perform: (command) => revert(statements, command) },
  };
}

function create(statements: RecordStatements, command: Create): OutcomeOf<'subscription.create'> {
  const decision = createSubscription(command.draft, { id: command.subscriptionId, at: command.at });
  if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
  const row = rowOf(decision.value);
  statements.insert({ ...row, ownerId: command.actor.ownerId });
  record(statements, command, 'subscription.create', creationMetadata(row.viewJson));
  return storedResult(statements, command, row);
}

/** The update that another one reverts. */
interface RevertedUpdate {
  readonly entryId: string;
  /** The renewal that it made. */
  readonly renewal: RenewalRecord | undefined;
}

function update(
  statements: RecordStatements,
  command: Update,
  reverted?: RevertedUpdate,
): OutcomeOf<'subscription.update'> {
  const stored = statements.reader.find(command.actor.ownerId, command.subscriptionId);
  if (stored === undefined) return { outcome: 'missing' };
  const decision = updateSubscription(stored, command.patch, command.at);
  if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
  const patch = JSON.stringify(command.patch);
  if (reverted === undefined)
    return storeChange(statements, command, { stored, changed: decision.value, recorded: { patch } });
  const { entryId: reverts, renewal } = reverted;
  if (renewal === undefined)
    return storeChange(statements, command, { stored, changed: decision.value, recorded: { patch, reverts } });
  const changed = restoreAnchor(decision.value, renewal.anchorDay.before);
  const recorded = { patch, reverts, renewal: JSON.stringify(recordRevertedRenewal(renewal, stored, changed)) };
  const { actor, at, auditEntryId, subscriptionId } = command;
  const ids = { ownerId: actor.ownerId, subscriptionId, auditEntryId, revertedEntryId: reverts };
  statements.payments.toggleOfEntry({ ...ids, at });
  return storeChange(statements, command, { stored, changed, recorded });
}

/** A write that stores a changed subscription. */
export type ChangingWrite = Pick<Update, 'actor' | 'at' | 'auditEntryId' | 'subscriptionId' | 'dryRun'>;

/** A changed subscription, and what its audit entry records beside the views before and after. */
interface Change {
  readonly stored: Subscription;
  readonly changed: Subscription;
  readonly recorded: Omit<UpdateRecord, 'before' | 'after'>;
}

/** Stores a changed subscription with its audit entry. */
export function storeChange(
  statements: RecordStatements,
  command: ChangingWrite,
  { stored, changed, recorded }: Change,
): Stored {
  const row = rowOf(changed);
  statements.update({ ...row, ownerId: command.actor.ownerId });
  const before = JSON.stringify(viewSubscription(stored));
  record(statements, command, 'subscription.update', updateMetadata({ before, after: row.viewJson, ...recorded }));
  return storedResult(statements, command, row, stored);
}

/**
 * Reverts the update that an audit entry records, by another update.
 *
 * @throws {Unfinished} when there are more later entries than one transaction may read
 */
function revert(statements: RecordStatements, command: Revert): OutcomeOf<'subscription.revert'> {
  const result = revertEntry(statements, command);
  statements.laterChanges.forget(command);
  return result;
}

function revertEntry(statements: RecordStatements, command: Revert): OutcomeOf<'subscription.revert'> {
  const { actor, revertedEntryId, ifMatch, kind: _kind, ...rest } = command;
  const entry = statements.findAuditEntry.first({ ownerId: actor.ownerId, id: revertedEntryId });
  const stored = entry && statements.reader.find(actor.ownerId, entry.subscriptionId);
  if (entry === undefined || stored === undefined) return { outcome: 'entryMissing' };
  const { subscriptionId, sequence } = entry;
  const stale = ifMatch && refuseStale(ifMatch, statements.reader.findView(actor.ownerId, subscriptionId));
  if (stale !== undefined) return stale;
  if (entry.action === 'subscription.create') return { outcome: 'notRevertible', reason: 'created', subscriptionId };
  const reverted = JSON.parse(entry.metadata) as RecordedUpdate & { readonly renewal?: RenewalRecord };
  const changed = fieldBits(changedFields(reverted));
  if (changed === 0) return { outcome: 'notRevertible', reason: 'unchanged', subscriptionId };
  const later = statements.laterChanges.read(command, { subscriptionId, sequence, changed });
  const decision = revertUpdate(stored, reverted, later);
  if ('overwritten' in decision) {
    const { overwritten, ...origins } = decision;
    return { outcome: 'overwritten', fields: overwritten, ...origins };
  }
  const change = { ...rest, actor, subscriptionId, kind: 'subscription.update', patch: decision.patch } as const;
  const result = update(statements, change, { entryId: revertedEntryId, renewal: reverted.renewal });
  // A field on which the change depends has changed since, so the old value does not fit any more.
  return result.outcome === 'refused' ? { outcome: 'overwritten', fields: [result.fault.field] } : result;
}

/** Deletes a record and its audit entries. */
function remove(statements: RecordStatements, command: Delete): OutcomeOf<'subscription.delete'> {
  const { actor, subscriptionId, dryRun } = command;
  const viewJson = dryRun === true ? statements.reader.findView(actor.ownerId, subscriptionId) : undefined;
  const removed = statements.delete({ ownerId: actor.ownerId, id: subscriptionId });
  if (removed === 0) return { outcome: 'missing' };
  statements.raiseRevision(actor.ownerId);
  return viewJson === undefined ? { outcome: 'deleted' } : { outcome: 'deleted', viewJson };
}

/** Adds an audit entry: the states before and after a write, each JSON already, and the patch. */
function record(statements: RecordStatements, command: ChangingWrite, action: AuditAction, metadata: string): void {
  const { actor, at, auditEntryId, subscriptionId } = command;
  const entity = { entityType: 'subscription', entityId: subscriptionId } as const;
  statements.recordWrite({ ...entity, actor, at, auditEntryId, action, metadata });
}

/** @param before what was stored until now, if anything was */
function storedResult(
  statements: RecordStatements,
  { dryRun, actor }: ChangingWrite,
  row: RecordRow,
  before?: Subscription,
): Stored {
  const result = { outcome: 'stored', viewJson: row.viewJson } as const;
  if (dryRun !== true) return result;
  const isNews = before === undefined || comesAmongDuplicates(before, row);
  return { ...result, duplicateIds: isNews ? statements.findDuplicates(actor.ownerId, row) : [] };
}

/** Whether an update can create a duplicate: by a new name, or by the end of the status `cancelled`. */
function comesAmongDuplicates({ name, status }: Subscription, row: RecordRow): boolean {
  return normaliseName(name) !== row.nameNormalised || (status === 'cancelled' && row.status !== 'cancelled');
}
