import { keepIf, once, type Db } from '../database/db.ts';
import type {
  ClientCommand,
  ClientResult,
  CommandKind,
  WriteCommand,
  WriteResult,
  CommandOf,
  OutcomeOf,
} from '../../modules/commands.ts';
import {
  isByClient,
  isDryRun,
  type WriteOptions,
  type WriteOrigin,
  type Missing,
  type Stale,
  type ActorEnded,
} from './origin.ts';
import { entityTagOf, matchesRecord, type EntityTags } from './entityTags.ts';
import type { recordChanges } from '../audit/record.ts';
import type { IdempotencyStore } from './idempotencyStore.ts';
import type { RecordStatements } from '../../modules/subscriptions/writes/statements.ts';
import type { readUpdateTrail } from '../../modules/audit/store/updateTrail.ts';
import { eq, sql } from 'drizzle-orm';
import { stateOfApiKey } from '../access/apiKey.ts';
import { apiKeys } from '../access/table.ts';

/** Finds the writes whose key or session has ended since their requests were authenticated. */
export function findEndedActors(db: Db) {
  const { ownerId, createdAt, expiresAt, revokedAt } = apiKeys;
  const find = once(() =>
    db
      .select({ ownerId, createdAt, expiresAt, revokedAt })
      .from(apiKeys)
      .where(eq(apiKeys.id, sql.placeholder('id')))
      .prepare(),
  );
  /**
   * The refusal of a write whose key or session was revoked, has expired, or whose user or owner was removed. Undefined while it
   * is valid.
   */
  return function endOf({ actor, at }: WriteOrigin): ActorEnded | undefined {
    const stored = find().get({ id: actor.id });
    const isValid = stored?.ownerId === actor.ownerId && stateOfApiKey(stored, () => at) === 'active';
    return isValid ? undefined : { outcome: 'actorEnded', kind: actor.kind };
  };
}

/** What verbs work with: prepared once for a connection. */
export interface Tools {
  readonly database: Db;
  /** Gives ids to what the service writes by itself. */
  readonly newId: () => string;
  readonly records: RecordStatements;
  /** The audit entries that reverts read. */
  readonly updates: ReturnType<typeof readUpdateTrail>;
  /** Adds an audit entry. */
  readonly record: ReturnType<typeof recordChanges>;
  readonly outcomes: IdempotencyStore;
}

/** Whether a command may have a member; for a command of several origins, the verb decides. */
type Takes<Command, Member extends string> = Command extends unknown
  ? Member extends keyof Command
    ? true
    : false
  : never;

/** All that the writer knows of the commands of one kind. */
interface Verb<Command, Outcome> {
  /** Executes a command, within a transaction of its caller: plain data in, plain data out. */
  readonly perform: (tools: Tools, command: Command) => Outcome;
  /** The record to compare with `If-Match`, as JSON; undefined for a verb that finds its record later, or has none. */
  readonly current: ((tools: Tools, command: Command) => string | undefined) | undefined;
  /** Whether its outcome is stored under the idempotency key of a client. */
  readonly storesOutcome: Takes<Command, 'idempotency'>;
}

/** The verbs of some commands, given what is put into each kind of them, and what may come out. */
export type Verbs<Commands extends { readonly [Kind in keyof Commands]: Described }> = {
  readonly [Kind in keyof Commands]: Verb<{ readonly kind: Kind } & Commands[Kind]['input'], Commands[Kind]['result']>;
};

interface Described {
  readonly input: unknown;
  readonly result: unknown;
}

/** The verb of some kinds of commands. */
export type VerbOf<Kind extends CommandKind> = Verb<CommandOf<Kind>, OutcomeOf<Kind>>;

/** A verb for each of some kinds of commands. */
export type VerbsOf<Kind extends CommandKind = CommandKind> = { readonly [One in Kind]: VerbOf<One> };

/** The verb of a command. */
export function verbOf<Kind extends CommandKind>(
  verbs: VerbsOf<Kind>,
  { kind }: { readonly kind: Kind },
): VerbOf<Kind> {
  return verbs[kind];
}

/** The refusal of a command whose record does not match its `If-Match`; undefined when it does. */
export function refuseUnmatched<Kind extends ClientCommand['kind']>(
  { current }: VerbOf<Kind>,
  tools: Tools,
  command: CommandOf<Kind>,
): Missing | Stale | undefined {
  if (!('ifMatch' in command) || command.ifMatch === undefined) return undefined;
  return current && refuseStale(command.ifMatch, current(tools, command));
}

/** The refusal of a write whose record does not match `If-Match`; undefined when it does. */
export function refuseStale(ifMatch: EntityTags, currentJson: string | undefined): Missing | Stale | undefined {
  if (currentJson === undefined) return { outcome: 'missing' };
  return matchesRecord(ifMatch, entityTagOf(currentJson)) ? undefined : { outcome: 'stale', currentJson };
}

/** Executes one command, within a transaction of its caller. A dry run is rolled back. */
export type Perform = (command: WriteCommand) => WriteResult;

/** Creates a function that executes commands on a database. */
export type PerformOn = (db: Db) => Perform;

/**
 * Creates a function that executes commands, each by the verb of its kind, which adds the audit entry. A command of a client passes
 * these checks in order: ended key or session, idempotency key, If-Match.
 */
export function createExecutor(verbs: VerbsOf, tools: Tools): Perform {
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
