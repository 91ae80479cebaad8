import { entityTagOf, matchesStrongly } from '../../commands/entityTags.ts';
import { creationMetadata, updateMetadata, type AuditAction } from '../../domain/audit/auditEntry.ts';
import { changedFields, fieldBits, revertUpdate, type RecordedUpdate } from '../../domain/subscriptions/revert.ts';
import {
  createSubscription,
  updateSubscription,
  viewSubscription,
  type Subscription,
} from '../../domain/subscriptions/subscription.ts';
import { normaliseName } from '../../domain/text/text.ts';
import type { SubscriptionCommand, RevertCommand, WriteResult } from '../../commands/commands.ts';
import type { NewRow, RecordStatements } from './subscriptionStatements.ts';
import { rowOf } from './subscriptionRows.ts';

type CommandOf<Kind> = Extract<SubscriptionCommand, { kind: Kind }>;
type AuditedCommand = CommandOf<'create' | 'update'>;

/** Creates a record and its first audit entry. */
export function create(statements: RecordStatements, command: CommandOf<'create'>): WriteResult {
  const decision = createSubscription(command.draft, { id: command.subscriptionId, at: command.at });
  if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
  const row = rowOf(decision.value);
  statements.insert({ ...row, ownerId: command.actor.ownerId });
  record(statements, command, 'subscription.create', creationMetadata(row.viewJson));
  return storedResult(statements, command, row);
}

/**
 * Changes a record as the domain decides against what is stored, and adds an audit entry.
 *
 * @param reverts the entry of the update that this one takes back, if it does
 */
export function update(statements: RecordStatements, command: CommandOf<'update'>, reverts?: string): WriteResult {
  const stale = unlessMatching(statements, command);
  if (stale !== undefined) return stale;
  const stored = statements.reader.find(command.actor.ownerId, command.subscriptionId);
  if (stored === undefined) return { outcome: 'missing' };
  const decision = updateSubscription(stored, command.patch, command.at);
  if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
  const row = rowOf(decision.value);
  statements.update({ ...row, ownerId: command.actor.ownerId });
  const before = JSON.stringify(viewSubscription(stored));
  const patch = JSON.stringify(command.patch);
  const metadata = updateMetadata({ before, after: row.viewJson, patch, reverts });
  record(statements, command, 'subscription.update', metadata);
  return storedResult(statements, command, row, stored);
}

/**
 * Takes back the update that an audit entry tells of, by an update of its own.
 *
 * @throws {Unfinished} when more came after it than one transaction may read
 */
export function revert(statements: RecordStatements, command: RevertCommand): WriteResult {
  const result = revertEntry(statements, command);
  statements.laterChanges.forget(command);
  return result;
}

function revertEntry(statements: RecordStatements, command: RevertCommand): WriteResult {
  const { actor, revertedEntryId, kind: _kind, ...rest } = command;
  const entry = statements.findAuditEntry.first({ ownerId: actor.ownerId, id: revertedEntryId });
  const stored = entry && statements.reader.find(actor.ownerId, entry.subscriptionId);
  if (entry === undefined || stored === undefined) return { outcome: 'entryMissing' };
  const { subscriptionId, sequence } = entry;
  const origin = { ...rest, actor, subscriptionId };
  const stale = unlessMatching(statements, origin);
  if (stale !== undefined) return stale;
  if (entry.action === 'subscription.create') return { outcome: 'notRevertible', reason: 'created', subscriptionId };
  const reverted = JSON.parse(entry.metadata) as RecordedUpdate;
  const changed = fieldBits(changedFields(reverted));
  if (changed === 0) return { outcome: 'notRevertible', reason: 'unchanged', subscriptionId };
  const later = statements.laterChanges.read(command, { subscriptionId, sequence, changed });
  const decision = revertUpdate(stored, reverted, later);
  if ('overwritten' in decision) {
    const { overwritten, ...origins } = decision;
    return { outcome: 'overwritten', fields: overwritten, ...origins };
  }
  const result = update(statements, { ...origin, kind: 'update', patch: decision.patch }, revertedEntryId);
  // What it goes together with has been changed since, so that it does not any more.
  return result.outcome === 'refused' ? { outcome: 'overwritten', fields: [result.fault.field] } : result;
}

/** Deletes a record, and its audit entries with it. */
export function remove(statements: RecordStatements, command: CommandOf<'delete'>): WriteResult {
  const { actor, subscriptionId, dryRun } = command;
  const stale = unlessMatching(statements, command);
  if (stale !== undefined) return stale;
  const viewJson = dryRun === true ? statements.reader.findView(actor.ownerId, subscriptionId) : undefined;
  const removed = statements.delete({ ownerId: actor.ownerId, id: subscriptionId });
  if (removed === 0) return { outcome: 'missing' };
  return viewJson === undefined ? { outcome: 'deleted' } : { outcome: 'deleted', viewJson };
}

/** The refusal of a write that must find the record as its terms say, and does not. */
export function unlessMatching(
  statements: RecordStatements,
  command: Pick<CommandOf<'delete'>, 'actor' | 'subscriptionId' | 'ifMatch'>,
): WriteResult | undefined {
  const { actor, subscriptionId, ifMatch } = command;
  if (ifMatch === undefined) return undefined;
  const currentJson = statements.reader.findView(actor.ownerId, subscriptionId);
  if (currentJson === undefined) return { outcome: 'missing' };
  return matchesStrongly(ifMatch, entityTagOf(currentJson)) ? undefined : { outcome: 'stale', currentJson };
}

/** Adds to the trail the states around a write, each JSON already, and what the client asked to change. */
function record(statements: RecordStatements, command: AuditedCommand, action: AuditAction, metadata: string): void {
  const { actor, at, auditEntryId, subscriptionId } = command;
  const entity = { entityType: 'subscription', entityId: subscriptionId } as const;
  statements.recordWrite({ ...entity, actor, at, auditEntryId, action, metadata });
}

/** @param before what was stored until now, if anything was */
function storedResult(
  statements: RecordStatements,
  { dryRun, actor }: AuditedCommand,
  row: NewRow,
  before?: Subscription,
): WriteResult {
  const result = { outcome: 'stored', viewJson: row.viewJson } as const;
  if (dryRun !== true) return result;
  const isNews = before === undefined || comesAmongDuplicates(before, row);
  return { ...result, duplicateIds: isNews ? statements.findDuplicates(actor.ownerId, row) : [] };
}

/** Whether an update can make a duplicate of a record: by another name, or because it was cancelled and did not count. */
function comesAmongDuplicates({ name, status }: Subscription, row: NewRow): boolean {
  return normaliseName(name) !== row.nameNormalised || (status === 'cancelled' && row.status !== 'cancelled');
}
