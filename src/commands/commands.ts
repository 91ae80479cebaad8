import type { EntityTags } from './entityTags.ts';
import type { Idempotency } from './idempotency.ts';
import type { Principal } from '../domain/keys/principal.ts';
import type { WritableField } from '../domain/subscriptions/revert.ts';
import type { RelationFault, SubscriptionDraft, SubscriptionPatch } from '../domain/subscriptions/subscription.ts';

/** On whose behalf a write is made, and in which request. */
export type Actor = Principal & { readonly requestId: string };

/** Where a write comes from and which subscription it concerns. */
export interface WriteOrigin {
  readonly actor: Actor;
  /** The instant of the write, ISO 8601 UTC. */
  readonly at: string;
  readonly subscriptionId: string;
}

/** On which terms a write is made; without any it is simply done. */
export interface WriteOptions {
  /** Everything is decided as ever, told, and taken back. */
  readonly dryRun?: true;
  /** Only if the stored record has one of these tags, which must be strong. */
  readonly ifMatch?: EntityTags;
  /** Only the first time that it comes; after that the outcome of the first time is given. Means nothing in a dry run. */
  readonly idempotency?: Idempotency;
}

/** A write of one record, as plain data, so that it can be carried to another thread. */
export type SubscriptionCommand = WriteOptions &
  (
    | (WriteOrigin & { readonly kind: 'create'; readonly auditEntryId: string; readonly draft: SubscriptionDraft })
    | (WriteOrigin & { readonly kind: 'update'; readonly auditEntryId: string; readonly patch: SubscriptionPatch })
    | (WriteOrigin & { readonly kind: 'delete' })
  );

/** Many writes that are one: all are made, in their order, or none. Its terms are those of the whole. */
export type BatchCommand = WriteOptions &
  Omit<WriteOrigin, 'subscriptionId'> & { readonly kind: 'bulk'; readonly operations: readonly SubscriptionCommand[] };

/** An update that takes back the one that an audit entry tells of. */
export type RevertCommand = WriteOptions &
  Omit<WriteOrigin, 'subscriptionId'> & {
    readonly kind: 'revert';
    /** The entry of the new update. */
    readonly auditEntryId: string;
    readonly revertedEntryId: string;
    /** Whether it has been carried out before, as far as one transaction may go. */
    readonly continued?: true;
  };

/** What a client asks to have written. */
export type ClientCommand = SubscriptionCommand | BatchCommand | RevertCommand;

/** What the service asks for itself. Instants are ISO 8601 UTC. */
type ServiceCommand =
  /** To write what is there already, to find out whether anything can be written. */
  | { readonly kind: 'probe' }
  /** To forget outcomes that were stamped before one instant; and to stamp with another one those that were stamped after it. */
  | { readonly kind: 'forget'; readonly keptSince: string; readonly stampedUntil?: string };

/** All that can be asked of the storage. */
export type WriteCommand = ClientCommand | ServiceCommand;

/** What became of a write, as plain data; of a record that was stored, what clients see of it, as JSON. What is told of as stored or deleted is durable when it is reported, unless it was a dry run. */
export type WriteResult =
  /** `duplicateIds` is told by a dry run: other subscriptions of the same normalised name, as the report of duplicates counts them. */
  (
    | { readonly outcome: 'stored'; readonly viewJson: string; readonly duplicateIds?: readonly string[] }
    /** `viewJson` is told by a dry run: the record that would go. */
    | { readonly outcome: 'deleted'; readonly viewJson?: string }
    | { readonly outcome: 'probed' }
    | { readonly outcome: 'forgotten' }
    | { readonly outcome: 'missing' }
    /** The record is not as the write's terms say: what it is, as JSON. */
    | { readonly outcome: 'stale'; readonly currentJson: string }
    | { readonly outcome: 'refused'; readonly fault: RelationFault }
    /** What became of each operation, in their order. */
    | { readonly outcome: 'bulk'; readonly results: readonly WriteResult[] }
    /** None was made; the place, from 0, of each that could not be, and why. */
    | {
        readonly outcome: 'bulkRefused';
        readonly faults: readonly { readonly index: number; readonly result: WriteResult }[];
      }
    /** There is no such audit entry. */
    | { readonly outcome: 'entryMissing' }
    /** The audit entry tells of nothing that a revert could take back. */
    | { readonly outcome: 'notRevertible'; readonly reason: 'created' | 'unchanged'; readonly subscriptionId: string }
    /** What is to be taken back has been changed since, in these fields. */
    | {
        readonly outcome: 'overwritten';
        readonly fields: readonly WritableField[];
        /** The audit entry of the revert that did it, if it was one of the same update. */
        readonly takenBackBy?: string;
      }
    /** The owner of the key was deleted after the request had been authenticated. */
    | { readonly outcome: 'callerGone' }
    /** The key has come before, with another request. */
    | { readonly outcome: 'keyReused' }
  ) & {
    /** Whether this is what became of the same write when it came before. */
    readonly replayed?: true;
  };
