import type { KeyCommands } from './key.ts';
import type { WriteOptions, WriteOrigin } from './origin.ts';
import type { OwnerCommands } from './owner.ts';
import type { SubscriptionCommands } from './subscription.ts';

/** The commands on every entity, by kind. Those of another entity are added here. */
interface Commands extends SubscriptionCommands, KeyCommands, OwnerCommands {}

/** The kind of a command: its entity and its verb. */
export type CommandKind = keyof Commands;

/** A write as plain data, so that it can be carried to another thread. */
export type CommandOf<Kind extends CommandKind = CommandKind> = {
  [One in Kind]: { readonly kind: One } & Commands[One]['says'];
}[Kind];

/** What a verb of the store gives. */
export type OutcomeOf<Kind extends CommandKind> = Commands[Kind]['result'];

/** A command that may be an operation of a batch. */
export type BatchOperation = CommandOf<'subscription.create' | 'subscription.update' | 'subscription.delete'>;

/** Many writes that are one: all are made, in their order, or none. Its options are those of the whole. */
export type BatchCommand = WriteOrigin &
  WriteOptions & { readonly kind: 'batch'; readonly operations: readonly BatchOperation[] };

/** What a batch gives for one operation. */
export type OperationOutcome = OutcomeOf<BatchOperation['kind']>;

/** What became of a batch. */
export type BatchOutcome =
  /** What became of each operation, in their order. */
  | { readonly outcome: 'batch'; readonly results: readonly OperationOutcome[] }
  /** None was made; the place, from 0, of each that could not be, and why. */
  | {
      readonly outcome: 'batchRefused';
      readonly faults: readonly { readonly index: number; readonly result: OperationOutcome }[];
    };

/** What the operator asks to have written, of any owner. */
export type OperatorCommand = Exclude<CommandOf, WriteOrigin>;

/** What a client asks to have written. */
export type ClientCommand = Extract<CommandOf, WriteOrigin> | BatchCommand;

/** What the service asks for itself, by kind. Instants are ISO 8601 UTC. */
interface Maintenance {
  /** Writes what is there already, to find out whether anything can be written. */
  readonly probe: { readonly says: unknown; readonly result: { readonly outcome: 'probed' } };
  /** Deletes outcomes that were stamped before one instant, and stamps those again that were stamped after another. */
  readonly forget: {
    readonly says: { readonly keptSince: string; readonly stampedUntil?: string };
    readonly result: { readonly outcome: 'forgotten' };
  };
}

type MaintenanceCommand = {
  [Kind in keyof Maintenance]: { readonly kind: Kind } & Maintenance[Kind]['says'];
}[keyof Maintenance];

/** All that can be asked of the storage. */
export type WriteCommand = CommandOf | BatchCommand | MaintenanceCommand;

/** What may become of any command of a client, before or instead of what its verb gives. */
type NotCarriedOut =
  /** The owner of the key was deleted after the request had been authenticated. */
  | { readonly outcome: 'callerGone' }
  /** The idempotency key has come before, with another request. */
  | { readonly outcome: 'keyReused' };

/** Whether this is what became of the same write when it came before. */
interface Replayed {
  readonly replayed?: true;
}

/** What became of a command of a kind, as plain data. What is reported as stored or deleted is durable by then, unless it was a dry run. */
export type ResultOf<Kind extends WriteCommand['kind']> = {
  [One in Kind]: One extends CommandKind
    ? CommandOf<One> extends WriteOrigin
      ? (OutcomeOf<One> | NotCarriedOut) & Replayed
      : OutcomeOf<One>
    : One extends 'batch'
      ? (BatchOutcome | NotCarriedOut) & Replayed
      : Maintenance[One & keyof Maintenance]['result'];
}[Kind];

/** What became of a command of a client. */
export type ClientResult = ResultOf<ClientCommand['kind']>;

/** What became of a command. */
export type WriteResult = ResultOf<WriteCommand['kind']>;
