import type { KeyCommands } from './key.ts';
import type { ActorEnded, WriteOptions, WriteOrigin } from './origin.ts';
import type { OwnerCommands } from './owner.ts';
import type { PreferenceCommands } from './preferences.ts';
import type { RenewDue } from './renewDue.ts';
import type { RecordUses, SessionCommands } from './session.ts';
import type { SubscriptionCommands } from './subscription.ts';
import type { UserCommands } from './user.ts';

/** The commands on all entities, by kind. A new entity adds its commands here. */
interface Commands
  extends SubscriptionCommands, KeyCommands, SessionCommands, UserCommands, OwnerCommands, PreferenceCommands {}

/** The kind of a command: its entity and its verb. */
export type CommandKind = keyof Commands;

/** A write, as plain data that can be sent to a worker. */
export type CommandOf<Kind extends CommandKind = CommandKind> = {
  [One in Kind]: { readonly kind: One } & Commands[One]['input'];
}[Kind];

/** The result of a command. */
export type OutcomeOf<Kind extends CommandKind> = Commands[Kind]['result'];

/** A command that is allowed as an operation of a batch. */
export type BatchOperation = CommandOf<
  'subscription.create' | 'subscription.update' | 'subscription.renew' | 'subscription.delete'
>;

/** Several writes in one: all are made, in order, or none. The options apply to the whole batch. */
export type BatchCommand = WriteOrigin &
  WriteOptions & { readonly kind: 'batch'; readonly operations: readonly BatchOperation[] };

/** The result of one operation of a batch. */
export type OperationOutcome = OutcomeOf<BatchOperation['kind']>;

/** The result of a batch. */
export type BatchOutcome =
  /** The result of each operation, in order. */
  | { readonly outcome: 'batch'; readonly results: readonly OperationOutcome[] }
  /** No operation was made; the position (from 0) and the result of each one that failed. */
  | {
      readonly outcome: 'batchRefused';
      readonly faults: readonly { readonly index: number; readonly result: OperationOutcome }[];
    };

/** A write by the operator, for any owner. */
export type OperatorCommand = Exclude<CommandOf, WriteOrigin>;

/** A write by a client. */
export type ClientCommand = Extract<CommandOf, WriteOrigin> | BatchCommand;

/** Writes by the service itself, by kind. Instants are ISO 8601 UTC. */
interface Maintenance {
  /** Writes an unchanged value, to test whether the storage accepts writes. */
  readonly probe: { readonly input: unknown; readonly result: { readonly outcome: 'probed' } };
  /**
   * Deletes outcomes stored before `keptSince`, and sets the time of those stored after `stampedUntil` to that instant.
   */
  readonly forget: {
    readonly input: { readonly keptSince: string; readonly stampedUntil?: string };
    readonly result: { readonly outcome: 'forgotten' };
  };
  /** Renews some due subscriptions of owners who want that, and ends some whose last day is over. */
  readonly renewDue: RenewDue;
  /** Stores when keys and sessions were used, and extends and deletes sessions. */
  readonly recordUses: RecordUses;
}

type MaintenanceCommand = {
  [Kind in keyof Maintenance]: { readonly kind: Kind } & Maintenance[Kind]['input'];
}[keyof Maintenance];

/** Any write. */
export type WriteCommand = CommandOf | BatchCommand | MaintenanceCommand;

/** Results of a client command that was not executed. */
type NotExecuted =
  | ActorEnded
  /** Another request has used the idempotency key. */
  | { readonly outcome: 'keyReused' };

/** Whether this is the stored outcome of an earlier, identical write. */
interface Replayed {
  readonly replayed?: true;
}

/**
 * The result of a command of a kind, as plain data. A result that reports a stored or deleted record is durable, unless
 * it was a dry run.
 */
export type ResultOf<Kind extends WriteCommand['kind']> = {
  [One in Kind]: One extends CommandKind
    ? CommandOf<One> extends WriteOrigin
      ? (OutcomeOf<One> | NotExecuted) & Replayed
      : OutcomeOf<One>
    : One extends 'batch'
      ? (BatchOutcome | NotExecuted) & Replayed
      : Maintenance[One & keyof Maintenance]['result'];
}[Kind];

/** The result of a client command. */
export type ClientResult = ResultOf<ClientCommand['kind']>;

/** The result of any command. */
export type WriteResult = ResultOf<WriteCommand['kind']>;
