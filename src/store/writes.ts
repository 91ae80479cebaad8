import type { Database } from 'bun:sqlite';
import { and, eq, sql, type InferSelectModel } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { createSubscription, updateSubscription, viewSubscription } from '../domain/subscription.ts';
import type { WriteCommand, WriteResult } from '../domain/writes.ts';
import type { AuditMetadata } from './auditTrail.ts';
import { auditEntries, subscriptions } from './schema.ts';
import { placeholdersFor, prepareChange } from './statement.ts';
import { rowOf } from './subscriptionRows.ts';
import { readSubscriptions } from './subscriptions.ts';

type CommandOf<Kind> = Extract<WriteCommand, { kind: Kind }>;
type AuditedCommand = CommandOf<'create' | 'update'>;

/**
 * Gives a function that carries out one command within a transaction that its caller has opened: the domain decides
 * against the stored record, and the change is stored together with its audit entry.
 */
export function performWrites(database: Database): (command: WriteCommand) => WriteResult {
  const reader = readSubscriptions(database);
  const statements = prepareWrites(database);

  function record(command: AuditedCommand, action: AuditAction, metadata: AuditMetadata): void {
    const { actor, at, auditEntryId, subscriptionId } = command;
    statements.insertAuditEntry({
      ...actor,
      id: auditEntryId,
      subscriptionId,
      action,
      metadata: JSON.stringify(metadata),
      createdAt: at,
    });
  }

  function create(command: CommandOf<'create'>): WriteResult {
    const decision = createSubscription(command.draft, { id: command.subscriptionId, at: command.at });
    if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
    statements.insert({ ...rowOf(decision.value), ownerId: command.actor.ownerId });
    record(command, 'subscription.create', { after: viewSubscription(decision.value) });
    return { outcome: 'stored', subscription: decision.value };
  }

  function update(command: CommandOf<'update'>): WriteResult {
    const stored = reader.find(command.actor.ownerId, command.subscriptionId);
    if (stored === undefined) return { outcome: 'missing' };
    const decision = updateSubscription(stored, command.patch, command.at);
    if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
    statements.update({ ...rowOf(decision.value), ownerId: command.actor.ownerId });
    record(command, 'subscription.update', {
      before: viewSubscription(stored),
      after: viewSubscription(decision.value),
      patch: command.patch,
    });
    return { outcome: 'stored', subscription: decision.value };
  }

  function remove({ actor, subscriptionId }: CommandOf<'delete'>): WriteResult {
    const removed = statements.delete({ ownerId: actor.ownerId, id: subscriptionId });
    return { outcome: removed === 0 ? 'missing' : 'deleted' };
  }

  return function perform(command: WriteCommand): WriteResult {
    switch (command.kind) {
      case 'create':
        return create(command);
      case 'update':
        return update(command);
      case 'delete':
        return remove(command);
    }
  };
}

type AuditAction = InferSelectModel<typeof auditEntries>['action'];

function prepareWrites(database: Database) {
  const builder = drizzle(database);
  const target = and(
    eq(subscriptions.id, sql.placeholder('id')),
    eq(subscriptions.ownerId, sql.placeholder('ownerId')),
  );
  const { id: _id, ownerId: _ownerId, createdAt: _createdAt, ...changeable } = placeholdersFor(subscriptions);
  return {
    insert: prepareChange(database, builder.insert(subscriptions).values(placeholdersFor(subscriptions))),
    update: prepareChange(database, builder.update(subscriptions).set(changeable).where(target)),
    delete: prepareChange(database, builder.delete(subscriptions).where(target)),
    insertAuditEntry: prepareChange(database, builder.insert(auditEntries).values(placeholdersFor(auditEntries))),
  };
}
