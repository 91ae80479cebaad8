import type { Db } from '../database/db.ts';
import type { ClientCommand, ClientResult, WriteCommand, WriteResult } from '../../modules/commands.ts';
import { isByClient, isDryRun, type WriteOptions, type WriteOrigin } from './origin.ts';
import { systemRandomness } from '../runtime/system.ts';
import { findEndedActors } from '../access/actors.ts';
import { recordChanges } from '../audit/record.ts';
import { openIdempotencyStore } from './idempotencyStore.ts';
import { prepareRecordStatements } from '../../modules/subscriptions/writes/statements.ts';
import { readUpdateTrail } from '../../modules/audit/store/updateTrail.ts';
import type { Tools } from './verbs.ts';
import { performMatched, performUnmatched, verbs } from '../../modules/verbs.ts';

/**
 * Executes commands within a transaction of the caller, each by the verb of its kind. A command of a client passes
 * these checks in order: ended key or session, idempotency key, If-Match.
 */
export function createExecutor(database: Db) {
  const newId = () => systemRandomness.uuid();
  const records = prepareRecordStatements(database, newId);
  const outcomes = openIdempotencyStore(database);
  const updates = readUpdateTrail(database);
  const tools: Tools = { database, newId, records, updates, outcomes, record: recordChanges(database, newId) };
  const endOf = findEndedActors(database);

  function performForClient(command: ClientCommand): ClientResult {
    // Here, since it may have ended while the command waited, and by an earlier command of the transaction.
    const ended = endOf(command);
    if (ended !== undefined) return ended;
    const execute = (): ClientResult => performMatched<ClientCommand['kind']>(tools, command);
    const { idempotency, actor, at }: WriteOrigin & WriteOptions = command;
    if (!verbs[command.kind].storesOutcome || idempotency === undefined || isDryRun(command)) return execute();
    const of = 'subscriptionId' in command ? command.subscriptionId : undefined;
    return outcomes.once({ ownerId: actor.ownerId, at, of }, idempotency, execute);
  }

  function perform(command: WriteCommand): WriteResult {
    const isClients = 'actor' in command && isByClient(command);
    return isClients ? performForClient(command) : performUnmatched<WriteCommand['kind']>(tools, command);
  }

  return {
    /** Executes one command. */
    perform,
  };
}
