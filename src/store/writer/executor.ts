import type { Database } from 'bun:sqlite';
import type { ClientCommand, SubscriptionCommand, WriteCommand, WriteResult } from '../../commands/commands.ts';
import { performBatches } from './batches.ts';
import { refuseDeletedOwners } from './deletedOwners.ts';
import { openIdempotencyStore } from '../entities/idempotencyStore.ts';
import { applicationId } from '../schema/migrations.ts';
import { prepareRecordStatements } from '../entities/subscriptionStatements.ts';
import { create, remove, revert, unlessMatching, update } from '../entities/subscriptionWrites.ts';

/**
 * Carries out commands within a transaction that its caller has opened: the domain decides against the stored record,
 * and the change is stored together with its audit entry.
 */
export function createExecutor(database: Database) {
  const statements = prepareRecordStatements(database);
  const { beginTransaction, unlessGone } = refuseDeletedOwners(database);
  const { once, forget } = openIdempotencyStore(database);

  function probe(): WriteResult {
    database.run(`PRAGMA application_id = ${applicationId}`);
    return { outcome: 'probed' };
  }

  function carryOutOne(command: SubscriptionCommand): WriteResult {
    switch (command.kind) {
      case 'create':
        return create(statements, command);
      case 'update':
        return update(statements, command);
      case 'delete':
        return remove(statements, command);
    }
  }

  const performBatch = performBatches(database, {
    unlessMatching: (command) => unlessMatching(statements, command),
    perform: carryOutOne,
  });

  function carryOut(command: ClientCommand): WriteResult {
    if (command.kind === 'bulk') return performBatch(command);
    return command.kind === 'revert' ? revert(statements, command) : carryOutOne(command);
  }

  /**
   * Carries out one command.
   *
   * @throws {Unfinished} when it has to be carried out again, to go on
   * @throws {OwnerDeleted} when its owner was deleted
   */
  function perform(command: WriteCommand): WriteResult {
    if (command.kind === 'probe') return probe();
    if (command.kind === 'forget') return forget(command.keptSince, command.stampedUntil);
    const { idempotency, dryRun, actor, at } = command;
    if (idempotency === undefined || dryRun === true) return unlessGone(command, () => carryOut(command));
    return unlessGone(command, () => once({ ownerId: actor.ownerId, at }, idempotency, () => carryOut(command)));
  }

  return {
    /** A new batch begins, of one or more transactions. */
    beginBatch: (): void => statements.laterChanges.beginBatch(),
    /** A new transaction has begun. */
    beginTransaction,
    perform,
  };
}
