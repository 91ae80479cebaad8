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
import { refuseDeletedOwners } from './deletedOwners.ts';
import { openIdempotencyStore } from '../entities/idempotencyStore.ts';
import { keyVerbs } from '../entities/keyWrites.ts';
import { ownerVerbs } from '../entities/ownerWrites.ts';
import { applicationId } from '../schema/migrations.ts';
import { prepareRecordStatements } from '../entities/subscriptionStatements.ts';
import { subscriptionVerbs } from '../entities/subscriptionWrites.ts';
import { refuseStale, type Verb, type Verbs } from '../entities/verbs.ts';

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
