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
import type { Missing, Stale, WriteOptions, WriteOrigin } from '../../commands/origin.ts';
import { openIdempotencyStore } from '../entities/idempotencyStore.ts';
import { findEndedActors } from '../credentials/liveActor.ts';
import { keyVerbs } from '../credentials/keyWrites.ts';
import { sessionVerbs } from '../credentials/sessionWrites.ts';
import { recordUses } from '../credentials/uses.ts';
import { userVerbs } from '../credentials/userWrites.ts';
import { ownerVerbs } from '../entities/ownerWrites.ts';
import { preferenceVerbs } from '../entities/preferences.ts';
import { renewalVerbs } from '../entities/renewalWrites.ts';
import { systemRandomness } from '../../runtime/system.ts';
import { renewDueSubscriptions } from './renewDue.ts';
import { applicationId } from '../schema/migrations.ts';
import { prepareRecordStatements } from '../entities/subscriptionStatements.ts';
import { forgetRaisedRevisions } from '../entities/revisions.ts';
import { subscriptionVerbs } from '../entities/subscriptionWrites.ts';
import { refuseStale, type Verb, type Verbs } from '../entities/verbs.ts';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { removedOwners } from '../schema/tables/owners.ts';
import { columnsOf, prepareQuery } from '../sqlite/statement.ts';

// The commands after which a key or session is as valid as before.
const endsNoActor = /^(subscription\.|batch$)/;

/**
 * Executes commands within a transaction of the caller, each by the verb of its kind. A command of a client passes
 * these checks in order: ended key or session, idempotency key, If-Match.
 *
 * @param newId gives ids to what the service writes by itself
 */
export function createExecutor(database: Database, newId = (): string => systemRandomness.uuid()) {
  const records = prepareRecordStatements(database);
  // The registry: another entity adds its verbs here.
  const verbs: Verbs = {
    ...subscriptionVerbs(records),
    ...renewalVerbs(records),
    ...keyVerbs(database, newId),
    ...sessionVerbs(database, newId),
    ...userVerbs(database, newId),
    ...ownerVerbs(database, newId),
    ...preferenceVerbs(database),
  };
  const renewDue = renewDueSubscriptions(database, records, newId);
  const isRemoved = findRemovedOwners(database);
  const actors = findEndedActors(database);
  const { once, forget } = openIdempotencyStore(database);
  const performBatch = performBatches(database, verbs);

  function probe(): WriteResult {
    database.run(`PRAGMA application_id = ${applicationId}`);
    return { outcome: 'probed' };
  }

  function execute(command: ClientCommand): ClientResult {
    if (!endsNoActor.test(command.kind)) actors.forget();
    if (command.kind === 'batch') return performBatch(command);
    return refuseUnmatched(verbs, command) ?? performOne(verbs, command);
  }

  /**
   * Executes one command.
   *
   * @throws {Unfinished} when it must be executed again to continue
   */
  function perform(command: WriteCommand): WriteResult {
    if (command.kind === 'probe') return probe();
    if (command.kind === 'forget') return forget(command.keptSince, command.stampedUntil);
    if (command.kind === 'recordUses') return recordUses(database, command);
    if (command.kind === 'renewDue') return renewDue(command, isRemoved);
    if (isOperators(command)) {
      actors.forget();
      return performOne(verbs, command);
    }
    const { idempotency, dryRun, actor, at }: WriteOrigin & WriteOptions = command;
    // Also within a transaction, since an earlier command may have ended it.
    const ended = actors.endOf(command);
    if (ended !== undefined) return ended;
    if (idempotency === undefined || dryRun === true) return execute(command);
    return once({ ownerId: actor.ownerId, at }, idempotency, () => execute(command));
  }

  return {
    /** Starts a group commit, which may take several transactions. */
    beginGroup: (): void => records.laterChanges.beginGroup(),
    /** Starts a transaction. */
    beginTransaction(): void {
      forgetRaisedRevisions(database);
      actors.forget();
    },
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

/** Creates a function that executes the operations of a batch in order: all of them, or none if one fails. */
function performBatches(database: Database, verbs: Verbs) {
  const savepoint = database.prepare('SAVEPOINT operations');
  const release = database.prepare('RELEASE operations');
  const rollbackToSavepoint = database.prepare('ROLLBACK TO operations');

  return function performBatch({ operations, dryRun }: BatchCommand): BatchOutcome {
    savepoint.run();
    // Checked before the first operation runs: the tags of later operations must not see the changes of earlier ones.
    const refusals = operations.map((operation) => refuseUnmatched(verbs, operation));
    const results = operations.map(
      (operation, index): OperationOutcome =>
        refusals[index] ?? performOne(verbs, dryRun === true ? { ...operation, dryRun } : operation),
    );
    const faults = results.flatMap((result, index) => (isDone(result) ? [] : [{ index, result }]));
    if (faults.length > 0) {
      rollbackToSavepoint.run();
      forgetRaisedRevisions(database);
    }
    release.run();
    return faults.length > 0 ? { outcome: 'batchRefused', faults } : { outcome: 'batch', results };
  };
}

function isDone({ outcome }: OperationOutcome): boolean {
  return outcome === 'stored' || outcome === 'deleted';
}

/** Gives a function that says whether an owner was deleted, though its rows may not all be purged. */
function findRemovedOwners(database: Database): (id: number) => boolean {
  const { ownerId } = columnsOf(removedOwners);
  const isOwner = eq(removedOwners.ownerId, sql.placeholder('id'));
  const removed = prepareQuery(database, drizzle(database).select({ ownerId }).from(removedOwners).where(isOwner));
  return (id) => removed.first({ id }) !== undefined;
}
