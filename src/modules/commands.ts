import type { AuditCommands } from './audit/commands.ts';
import type { RenewDue } from './subscriptions/commands.ts';
import type { All } from './merged.ts';
import type * as writers from './writers.ts';
import type { Verbs } from '../core/writer/executor.ts';
import type { ActorEnded, WriteOptions, WriteOrigin } from '../core/writer/origin.ts';
import type { LimitReached } from '../core/writer/roomForOwners.ts';
import type { ServiceCommands } from '../core/writer/serviceCommands.ts';

/** The commands that are of no single entity, by kind. */
interface FurtherCommands extends AuditCommands, ServiceCommands {
  /** Renews some due subscriptions of owners who want that, and ends some whose last day is over. */
  readonly renewDue: RenewDue;
  /** Several writes in one: all are made, in order, or none. The options apply to the whole batch. */
  readonly batch: {
    readonly input: WriteOrigin & WriteOptions & { readonly operations: readonly BatchOperation[] };
    readonly result:
      /** The result of each operation, in order. */
      | { readonly outcome: 'batch'; readonly results: readonly OperationOutcome[] }
      /** No operation was made; the position (from 0) and the result of each one that failed. */
      | {
          readonly outcome: 'batchRefused';
          readonly faults: readonly { readonly index: number; readonly result: OperationOutcome }[];
        };
  };
}

/** The verbs of all commands, by kind. */
export type AllVerbs = All<(typeof writers)[keyof typeof writers]['verbs']> & Verbs<FurtherCommands>;

/** The kind of a command: its entity and its verb. */
export type CommandKind = keyof AllVerbs;

/** A write, as plain data that can be sent to a worker. */
export type CommandOf<Kind extends CommandKind = CommandKind> = {
  [One in Kind]: Parameters<AllVerbs[One]['perform']>[1];
}[Kind];

/** Any write. */
export type WriteCommand = CommandOf;

/** A write by a client. */
export type ClientCommand = Extract<WriteCommand, WriteOrigin>;

/** What the verb of a command returns. */
export type OutcomeOf<Kind extends CommandKind> = ReturnType<AllVerbs[Kind]['perform']>;

/** A command that is allowed as an operation of a batch. */
export type BatchOperation = CommandOf<
  'subscription.create' | 'subscription.update' | 'subscription.renew' | 'subscription.delete'
>;

/** The result of one operation of a batch. */
export type OperationOutcome = OutcomeOf<BatchOperation['kind']> | LimitReached;

/** Results of a client command that was not executed. */
type NotExecuted =
  | ActorEnded
  | LimitReached
  /** Another request has used the idempotency key. */
  | { readonly outcome: 'keyReused' };

/** Whether this is the stored outcome of an earlier, identical write. */
interface Replayed {
  readonly replayed?: true;
}

/**
 * The result of a command, as plain data. A result that reports a stored or deleted record is durable, unless it was a
 * dry run. Only a command of a client may be refused for its actor, or replayed.
 */
export type ResultFor<Command extends { readonly kind: CommandKind }> = Command extends WriteOrigin
  ? (OutcomeOf<Command['kind']> | NotExecuted) & Replayed
  : OutcomeOf<Command['kind']>;

/** The result of a command of a kind, whoever makes it. */
export type ResultOf<Kind extends CommandKind> = ResultFor<CommandOf<Kind>>;

/** The result of a client command. */
export type ClientResult = ResultFor<ClientCommand>;

/** The result of any command. */
export type WriteResult = ResultFor<WriteCommand>;
