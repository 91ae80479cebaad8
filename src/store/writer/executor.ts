import type { Database } from 'bun:sqlite';
import type {
  BatchCommand,
  BatchOutcome,
  ClientCommand,
  ClientResult,
  CommandKind,
  CommandOf,
  OperationOutcome,
  OperatorCommand,
  OutcomeOf,
  WriteCommand,
  WriteResult,
} from '../../commands/commands.ts';
import type { Missing, Stale } from '../../commands/origin.ts';
import { openIdempotencyStore } from '../entities/idempotencyStore.ts';
import { keyVerbs } from '../entities/keyWrites.ts';
import { ownerVerbs } from '../entities/ownerWrites.ts';
import { applicationId } from '../schema/migrations.ts';
import { prepareRecordStatements } from '../entities/subscriptionStatements.ts';
import { subscriptionVerbs } from '../entities/subscriptionWrites.ts';
import { refuseStale, type Verb, type Verbs } from '../entities/verbs.ts';
import { and, eq, gte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { removedOwners, removedRecordsOwnerId } from '../schema/tables/owners.ts';
import { columnsOf, prepareQuery } from '../sqlite/statement.ts';
import { isForeignKeyFault } from '../sqlite/storageErrors.ts';

/**
 * Carries out commands within a transaction that its caller has opened, each by the verb of its kind. A command of a
 * client passes, in this order: the refusal of deleted owners, its idempotency key, and If-Match.
 */
export function createExecutor(database: Database) {
  const records = prepareRecordStatements(database);
  // The registry: the verbs of another entity are added here.
  const verbs: Verbs = { ...subscriptionVerbs(records), ...keyVerbs(database), ...ownerVerbs(database) };
  const { beginTransaction, unlessGone } = refuseDeletedOwners(database);
  const { once, forget } = openIdempotencyStore(database);
  const performBatch = performBatches(database, verbs);

  function probe(): WriteResult {
    database.run(`PRAGMA application_id = ${applicationId}`);
    return { outcome: 'probed' };
  }

  function carryOut(command: ClientCommand): ClientResult {
    if (command.kind === 'batch') return performBatch(command);
    return refuseUnmatched(verbs, command) ?? performOne(verbs, command);
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
    if (isOperators(command)) return performOne(verbs, command);
    const { idempotency, dryRun, actor, at } = command;
    if (idempotency === undefined || dryRun === true) return unlessGone(command, () => carryOut(command));
    return unlessGone(command, () => once({ ownerId: actor.ownerId, at }, idempotency, () => carryOut(command)));
  }

  return {
    /** A new group begins, of one or more transactions. */
    beginGroup: (): void => records.laterChanges.beginGroup(),
    /** A new transaction has begun. */
    beginTransaction,
    perform,
  };
}

function isOperators(command: ClientCommand | OperatorCommand): command is OperatorCommand {
  return !('ownerId' in command.actor);
}

function performOne<Kind extends CommandKind>(verbs: Verbs, command: CommandOf<Kind>): OutcomeOf<Kind> {
  return verbOf<Kind>(verbs, command).perform(command);
}

/** The refusal of a command whose record does not match `If-Match`. */
function refuseUnmatched<Kind extends CommandKind>(
  verbs: Verbs,
  command: CommandOf<Kind>,
): Missing | Stale | undefined {
  if (!('ifMatch' in command) || command.ifMatch === undefined) return undefined;
  const { current } = verbOf<Kind>(verbs, command);
  return current && refuseStale(command.ifMatch, current(command));
}

function verbOf<Kind extends CommandKind>(verbs: Verbs, { kind }: CommandOf<Kind>): Verb<Kind> {
  return verbs[kind];
}

/** Gives a function that carries out the operations of a batch in their order: all of them, or, when one cannot be, none. */
function performBatches(database: Database, verbs: Verbs) {
  const savepoint = database.prepare('SAVEPOINT operations');
  const release = database.prepare('RELEASE operations');
  const rollbackToSavepoint = database.prepare('ROLLBACK TO operations');

  return function performBatch({ operations, dryRun }: BatchCommand): BatchOutcome {
    savepoint.run();
    // Before any is carried out: the tags of later operations are not compared with what earlier ones change.
    const refusals = operations.map((operation) => refuseUnmatched(verbs, operation));
    const results = operations.map(
      (operation, index): OperationOutcome =>
        refusals[index] ?? performOne(verbs, dryRun === true ? { ...operation, dryRun } : operation),
    );
    const faults = results.flatMap((result, index) => (isDone(result) ? [] : [{ index, result }]));
    if (faults.length > 0) rollbackToSavepoint.run();
    release.run();
    return faults.length > 0 ? { outcome: 'batchRefused', faults } : { outcome: 'batch', results };
  };
}

function isDone({ outcome }: OperationOutcome): boolean {
  return outcome === 'stored' || outcome === 'deleted';
}

/** Thrown when the owner of a command was deleted after its request had been authenticated: nothing of it may stay. */
export class OwnerDeleted extends Error {
  override readonly name = 'CallerGone';
}

// What a command is told when it finds no record, also because its owner has none any more.
const withoutRecord = new Set<ClientResult['outcome']>(['missing', 'entryMissing', 'batchRefused']);

/**
 * Keeps commands from writing for an owner that was deleted since their requests were authenticated. While the rows of
 * one are being cleared away its commands are refused at once; after that they fail to find anything, or to refer to it.
 */
function refuseDeletedOwners(database: Database) {
  const builder = drizzle(database);
  // With a condition that all meet, so that no statement of the store walks through a table without one.
  const removed = prepareQuery(
    database,
    builder
      .select({ ownerId: columnsOf(removedOwners).ownerId })
      .from(removedOwners)
      .where(gte(removedOwners.ownerId, removedRecordsOwnerId)),
  );
  const isKey = and(eq(apiKeys.id, sql.placeholder('id')), eq(apiKeys.ownerId, sql.placeholder('ownerId')));
  const key = prepareQuery(
    database,
    builder
      .select({ id: columnsOf(apiKeys).id })
      .from(apiKeys)
      .where(isKey),
  );
  let removedNow: readonly { readonly ownerId: number }[] = [];

  function isGone({ ownerId, id }: ClientCommand['actor']): boolean {
    return key.first({ ownerId, id }) === undefined;
  }

  /** A new transaction has begun. */
  function beginTransaction(): void {
    removedNow = removed.all({});
  }

  /**
   * Carries out a command.
   *
   * @throws {OwnerDeleted} when its owner is gone
   */
  function unlessGone({ actor }: ClientCommand, carryOut: () => ClientResult): ClientResult {
    if (removedNow.some(({ ownerId }) => ownerId === actor.ownerId)) throw new OwnerDeleted();
    try {
      const result = carryOut();
      if (withoutRecord.has(result.outcome) && isGone(actor)) throw new OwnerDeleted();
      return result;
    } catch (error) {
      if (isForeignKeyFault(error) && isGone(actor)) throw new OwnerDeleted();
      throw error;
    }
  }

  return { beginTransaction, unlessGone };
}
