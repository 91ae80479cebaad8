import type { Database } from 'bun:sqlite';
import { and, eq, sql, type InferSelectModel } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { createSubscription, updateSubscription, viewSubscription } from '../domain/subscription.ts';
import type { WriteCommand, WriteResult } from '../domain/writes.ts';
import { applicationId } from './migrations.ts';
import { auditEntries, subscriptions } from './schema.ts';
import { placeholdersFor, prepareChange, type PreparedChange } from './statement.ts';
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

  /** Adds to the trail the states around a write, each JSON already, and what the client asked to change. */
  function record(command: AuditedCommand, action: AuditAction, metadata: string): void {
    const { actor, at, auditEntryId, subscriptionId } = command;
    statements.insertAuditEntry({ ...actor, id: auditEntryId, subscriptionId, action, metadata, createdAt: at });
  }

  function create(command: CommandOf<'create'>): WriteResult {
    const decision = createSubscription(command.draft, { id: command.subscriptionId, at: command.at });
    if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
    const row = rowOf(decision.value);
    statements.insert({ ...row, ownerId: command.actor.ownerId });
    record(command, 'subscription.create', `{"after":${row.viewJson}}`);
    return { outcome: 'stored', viewJson: row.viewJson };
  }

  function update(command: CommandOf<'update'>): WriteResult {
    const stored = reader.find(command.actor.ownerId, command.subscriptionId);
    if (stored === undefined) return { outcome: 'missing' };
    const decision = updateSubscription(stored, command.patch, command.at);
    if ('fault' in decision) return { outcome: 'refused', fault: decision.fault };
    const row = rowOf(decision.value);
    statements.update({ ...row, ownerId: command.actor.ownerId });
    const before = JSON.stringify(viewSubscription(stored));
    const patch = JSON.stringify(command.patch);
    record(command, 'subscription.update', `{"before":${before},"after":${row.viewJson},"patch":${patch}}`);
    return { outcome: 'stored', viewJson: row.viewJson };
  }

  function remove({ actor, subscriptionId }: CommandOf<'delete'>): WriteResult {
    const removed = statements.delete({ ownerId: actor.ownerId, id: subscriptionId });
    return { outcome: removed === 0 ? 'missing' : 'deleted' };
  }

  function probe(): WriteResult {
    database.run(`PRAGMA application_id = ${applicationId}`);
    return { outcome: 'probed' };
  }

  return function perform(command: WriteCommand): WriteResult {
    switch (command.kind) {
      case 'create':
        return create(command);
      case 'update':
        return update(command);
      case 'delete':
        return remove(command);
      case 'probe':
        return probe();
    }
  };
}

/** Compiles the statement that adds a row, given its values and its owner, to the subscriptions. */
export function prepareInsert(database: Database): PreparedChange {
  const insert = drizzle(database).insert(subscriptions).values(placeholdersFor(subscriptions));
  return prepareChange(database, insert);
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
    insert: prepareInsert(database),
    update: prepareChange(database, builder.update(subscriptions).set(changeable).where(target)),
    delete: prepareChange(database, builder.delete(subscriptions).where(target)),
    insertAuditEntry: prepareChange(database, builder.insert(auditEntries).values(placeholdersFor(auditEntries))),
  };
}
