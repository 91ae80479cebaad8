import type { Audited, Missing, Stale, WriteOptions, WriteOrigin } from './origin.ts';
import type { SubscriptionDraft, SubscriptionPatch, WritableField } from '../domain/subscriptions/fields.ts';
import type { RelationFault } from '../domain/subscriptions/subscription.ts';

type Origin = WriteOrigin & WriteOptions;

interface Target {
  readonly subscriptionId: string;
}

/** The record was stored: what clients see of it, as JSON. */
interface Stored {
  readonly outcome: 'stored';
  readonly viewJson: string;
  /** In a dry run: other subscriptions of the same normalised name, as the report of duplicates counts them. */
  readonly duplicateIds?: readonly string[];
}

interface Deleted {
  readonly outcome: 'deleted';
  /** In a dry run: the record that would go. */
  readonly viewJson?: string;
}

interface Refused {
  readonly outcome: 'refused';
  readonly fault: RelationFault;
}

type RevertRefused =
  /** There is no such audit entry. */
  | { readonly outcome: 'entryMissing' }
  /** The audit entry records nothing that a revert could undo. */
  | { readonly outcome: 'notRevertible'; readonly reason: 'created' | 'unchanged'; readonly subscriptionId: string }
  /** Another write has changed these fields since. */
  | {
      readonly outcome: 'overwritten';
      readonly fields: readonly WritableField[];
      /** The audit entry of the revert that did it, if it was one of the same update. */
      readonly takenBackBy?: string;
    };

/** The commands on subscriptions, by kind: what each says, and what may become of it. */
export interface SubscriptionCommands {
  readonly 'subscription.create': {
    readonly says: Origin & Target & Audited & { readonly draft: SubscriptionDraft };
    readonly result: Stored | Refused;
  };
  readonly 'subscription.update': {
    readonly says: Origin & Target & Audited & { readonly patch: SubscriptionPatch };
    readonly result: Stored | Missing | Stale | Refused;
  };
  readonly 'subscription.delete': {
    readonly says: Origin & Target;
    readonly result: Deleted | Missing | Stale;
  };
  /** An update that undoes the one that an audit entry records. */
  readonly 'subscription.revert': {
    readonly says: Origin &
      Audited & {
        readonly revertedEntryId: string;
        /** Whether one transaction has carried out as much of it as one may. */
        readonly continued?: true;
      };
    readonly result: Stored | Missing | Stale | RevertRefused;
  };
}
