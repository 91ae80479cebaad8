import type { InferSelectModel } from 'drizzle-orm';
import { entityTagOf, matchesStrongly } from '../domain/entityTag.ts';
import { createSubscription, updateSubscription, viewSubscription } from '../domain/subscription.ts';
import type { WriteCommand, WriteResult } from '../domain/writes.ts';
import type { NewRow, RecordStatements } from './recordStatements.ts';
import type { auditEntries } from './schema.ts';
import { rowOf } from './subscriptionRows.ts';

type CommandOf<Kind> = Extract<WriteCommand, { kind: Kind }>;
type AuditedCommand = CommandOf<'create' | 'update'>;
type AuditAction = InferSelectModel<typeof auditEntries>['action'];

/** Creates a record and its first audit entry. */
export function create(statements: RecordStatements, command: CommandOf<'create'>): WriteResult {
  const decision = createSubscription(command.draft, { id: command.subscriptionId, at: command.at });
  if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
  const row = rowOf(decision.value);
  statements.insert({ ...row, ownerId: command.actor.ownerId });
  record(statements, command, 'subscription.create', `{"after":${row.viewJson}}`);
  return storedResult(statements, command, row);
}

/** Changes a record as the domain decides against what is stored, and adds an audit entry. */
export function update(statements: RecordStatements, command: CommandOf<'update'>): WriteResult {
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
  record(statements, command, 'subscription.update', `{"before":${before},"after":${row.viewJson},"patch":${patch}}`);
  return storedResult(statements, command, row);
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
function unlessMatching(statements: RecordStatements, command: CommandOf<'update' | 'delete'>) {
  const { actor, subscriptionId, ifMatch } = command;
  if (ifMatch === undefined) return undefined;
  const currentJson = statements.reader.findView(actor.ownerId, subscriptionId);
  if (currentJson === undefined) return { outcome: 'missing' } as const;
  return matchesStrongly(ifMatch, entityTagOf(currentJson)) ? undefined : ({ outcome: 'stale', currentJson } as const);
}

/** Adds to the trail the states around a write, each JSON already, and what the client asked to change. */
function record(statements: RecordStatements, command: AuditedCommand, action: AuditAction, metadata: string): void {
  const { actor, at, auditEntryId, subscriptionId } = command;
  statements.insertAuditEntry({ ...actor, id: auditEntryId, subscriptionId, action, metadata, createdAt: at });
}

function storedResult(statements: RecordStatements, { dryRun, actor }: AuditedCommand, row: NewRow): WriteResult {
  const result = { outcome: 'stored', viewJson: row.viewJson } as const;
  return dryRun === true ? { ...result, duplicateIds: statements.findDuplicates(actor.ownerId, row) } : result;
}
