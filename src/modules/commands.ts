import type { AuditCommands } from './audit/commands.ts';
import type { FeedCommands } from './feeds/commands.ts';
import type { ChannelCommands } from './channels/commands.ts';
import type { DeliveryCommands } from './deliveries/commands.ts';
import type { ImportCommands } from './imports/commands.ts';
import type { KeyCommands } from './keys/commands.ts';
import type { ActorEnded, WriteOptions, WriteOrigin } from '../core/writer/origin.ts';
import type { OwnerCommands } from './owners/commands.ts';
import type { LimitReached } from '../core/writer/roomForOwners.ts';
import type { PaymentCommands } from './payments/commands.ts';
import type { RatesCommands } from './rates/commands.ts';
import type { ReminderCommands } from './reminders/commands.ts';
import type { ServiceCommands } from '../core/writer/serviceCommands.ts';
import type { SessionCommands } from './sessions/commands.ts';
import type { RenewDue, SubscriptionCommands } from './subscriptions/commands.ts';
import type { UserCommands } from './users/commands.ts';
import { feedVerbs } from './feeds/writes.ts';
import { keyVerbs } from './keys/writes.ts';
import { sessionVerbs } from './sessions/writes.ts';
import { userReverts, userVerbs } from './users/writes.ts';
import { deliveryVerbs } from './deliveries/writes/deliveries.ts';
import { channelReverts, channelVerbs } from './channels/writes.ts';
import { paymentReverts, paymentVerbs } from './payments/writes.ts';
import { importVerbs } from './imports/writes/imports.ts';
import { renewalVerbs } from './subscriptions/writes/renewals.ts';
import { reminderReverts, reminderVerbs } from './reminders/writes.ts';
import { ratesReverts, ratesVerbs } from './rates/writes.ts';
import { revertVerbs } from './audit/writes/reverts.ts';
import { subscriptionReverts, subscriptionVerbs } from './subscriptions/writes/subscriptions.ts';
import { ownerVerbs, preferenceReverts } from './owners/writes.ts';

// An entity adds its commands and their verbs here, and how its updates are reverted if clients update it.

/** The commands on all entities, by kind. */
interface Commands
  extends
    SubscriptionCommands,
    PaymentCommands,
    RatesCommands,
    AuditCommands,
    FeedCommands,
    KeyCommands,
    SessionCommands,
    UserCommands,
    ChannelCommands,
    ReminderCommands,
    DeliveryCommands,
    ImportCommands,
    OwnerCommands,
    ServiceCommands {
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

/** The verbs of all entities, by the kind of command. */
export const entityVerbs = {
  ...subscriptionVerbs,
  ...renewalVerbs,
  ...paymentVerbs,
  ...ratesVerbs,
  ...feedVerbs,
  ...keyVerbs,
  ...sessionVerbs,
  ...userVerbs,
  ...channelVerbs,
  ...reminderVerbs,
  ...deliveryVerbs,
  ...importVerbs,
  ...ownerVerbs,
  ...revertVerbs({
    subscription: subscriptionReverts,
    payment: paymentReverts,
    rates: ratesReverts,
    owner: preferenceReverts,
    user: userReverts,
    channel: channelReverts,
    reminder: reminderReverts,
  }),
};

/** The kind of a command: its entity and its verb. */
export type CommandKind = keyof Commands;

/** A write, as plain data that can be sent to a worker. */
export type CommandOf<Kind extends CommandKind = CommandKind> = {
  [One in Kind]: { readonly kind: One } & Commands[One]['input'];
}[Kind];

/** Any write. */
export type WriteCommand = CommandOf;

/** A write by a client. */
export type ClientCommand = Extract<WriteCommand, WriteOrigin>;

/** What the verb of a command returns. */
export type OutcomeOf<Kind extends CommandKind> = Commands[Kind]['result'];

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
