import { findEndedActors } from '../access/actors.ts';
import type { Db } from '../database/db.ts';
import { keepIf } from '../database/keepIf.ts';
import type { ClientCommand, ClientResult, CommandKind, WriteCommand, WriteResult } from '../../modules/commands.ts';
import { isByClient, isDryRun, type WriteOptions, type WriteOrigin } from './origin.ts';
import { refuseUnmatched, verbOf, type Tools, type Verbs } from './verbs.ts';

/** Executes one command, within a transaction of its caller. A dry run is rolled back. */
export type Perform = (command: WriteCommand) => WriteResult;

/** Creates a function that executes commands on a database. */
export type PerformOn = (db: Db) => Perform;

/**
 * Creates a function that executes commands, each by the verb of its kind, which adds the audit entry. A command of a client passes
 * these checks in order: ended key or session, idempotency key, If-Match.
 */
export function createExecutor(verbs: Verbs, tools: Tools): Perform {
  const { database, outcomes } = tools;
  const endOf = findEndedActors(database);

  function performForClient(command: ClientCommand): ClientResult {
    // Here, since it may have ended while the command waited, and by an earlier command of the transaction.
    const ended = endOf(command);
    if (ended !== undefined) return ended;
    const verb = verbOf<ClientCommand['kind']>(verbs, command);
    const execute = (): ClientResult => refuseUnmatched(verb, tools, command) ?? verb.perform(tools, command);
    const { idempotency, actor, at }: WriteOrigin & WriteOptions = command;
    if (!verb.storesOutcome || idempotency === undefined || isDryRun(command)) return execute();
    const of = 'subscriptionId' in command ? command.subscriptionId : undefined;
    return outcomes.once({ ownerId: actor.ownerId, at, of }, idempotency, execute);
  }

  function decide(command: WriteCommand): WriteResult {
    if ('actor' in command && isByClient(command)) return performForClient(command);
    return verbOf<CommandKind>(verbs, command).perform(tools, command);
  }

  return function perform(command) {
    return isDryRun(command) ? keepIf(database, never, () => decide(command)) : decide(command);
  };
}

const never = () => false;
