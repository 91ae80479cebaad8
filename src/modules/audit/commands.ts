import type { AuditAction, EntityType } from '../../core/audit/auditEntry.ts';
import type { Scope } from '../../core/access/scope.ts';
import type { Audited, Stale, Stored, WriteOptions, WriteOrigin } from '../../core/writer/origin.ts';
import type { Restricted } from '../subscriptions/commands.ts';

type Refused =
  | Stale
  /** The audit entry records nothing that can be reverted. */
  | {
      readonly outcome: 'notRevertible';
      /** No update, an update that changed nothing, or one with too many later entries. */
      readonly reason: 'otherAction' | 'unchanged' | 'tooOld';
      readonly action: AuditAction;
      readonly entityId: string;
    }
  | NotPossible
  /** The updates of the entity need a wider scope than that of the actor. */
  | { readonly outcome: 'scopeMissing'; readonly needed: Scope }
  /** Later writes have changed these fields. */
  | {
      readonly outcome: 'overwritten';
      readonly fields: readonly string[];
      /** The audit entry of the revert that did it, if the same update was already reverted. */
      readonly revertedBy?: string;
    };

/**
 * The update is not possible now, for a reason that its own updates have, too; or the entity is not there, because another
 * one that made it is reverted; or the currency of then is not allowed any more.
 */
interface NotPossible {
  readonly outcome: 'conflict';
  readonly reason: 'nameTaken' | 'lastAdmin' | 'renewalReverted' | 'currencyTakenOff';
}

/** A record, as an error names it. */
interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** The most entries of one request that are reverted together. */
export const entriesOfRequestMax = 1000;

/** The commands on audit entries, by kind, with their possible results. */
export interface AuditCommands {
  /** Reverts the update that an audit entry records, by another update. */
  readonly 'audit.revert': {
    readonly input: WriteOrigin & WriteOptions & Audited & Restricted & { readonly revertedEntryId: string };
    readonly result:
      /** The record was stored by another update, as its own updates show it. */
      | Stored
      /** There is no such audit entry. */
      | { readonly outcome: 'entryMissing' }
      /** `of` is the type of entity that the entry is about. */
      | (Refused & { readonly of: EntityType });
  };
  /**
   * Reverts the updates that a request of the owner made, the newest first: all of those that can be reverted, or none. Entries
   * that are no updates, changed nothing or are reverted already are skipped.
   */
  readonly 'audit.revertRequest': {
    readonly input: WriteOrigin & WriteOptions & Restricted & { readonly revertedRequestId: string };
    readonly result:
      /** The numbers of entries: `{reverted, skipped}`. */
      | Stored
      /** The owner has no entry of such a request. */
      | { readonly outcome: 'requestMissing' }
      /** It made more than {@link entriesOfRequestMax} changes, or none of its changes can be reverted any more. */
      | { readonly outcome: 'requestNotRevertible'; readonly reason: 'tooMany' | 'nothingLeft' }
      /** The entry that cannot be reverted, and its record, if that has a name. */
      | (Refused & { readonly of: EntityType; readonly entryId: string; readonly record?: NamedRecord });
  };
}
