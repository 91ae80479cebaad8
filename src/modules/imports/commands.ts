import type { ImportFormat } from './rules/importTypes.ts';
import type { LimitReached } from '../../core/writer/roomForOwners.ts';
import type { PaymentRow } from '../payments/store/ofRenewals.ts';
import type { Audited, Missing, OperatorOrigin, Stored, WriteOptions, WriteOrigin } from '../../core/writer/origin.ts';

/** The values of a row of a table, by the names of its columns in code, without its owner. */
export type PreparedRow = Readonly<Record<string, string | number | null>>;

/** A subscription that an import creates or updates, or the undo of one restores, ready to be stored. */
export interface PreparedRecord {
  readonly id: string;
  readonly row: PreparedRow;
  /** Whether the subscription is there already. */
  readonly isUpdate?: true;
  readonly auditEntryId: string;
  /** The metadata of its audit entry, as JSON text. */
  readonly metadata: string;
  /** The payments of a new one. */
  readonly payments?: readonly Omit<PaymentRow, 'ownerId'>[];
}

/** A subscription that was changed since the import; the name of one that was deleted is null. */
export interface ChangedRecord {
  readonly id: string;
  readonly name: string | null;
}

type Target = Audited & { readonly importId: string };

/** Whose data it is: a client imports for its own owner, the operator for any. */
type RunOrigin = (WriteOrigin & WriteOptions) | (OperatorOrigin & { readonly ownerId: number; readonly dryRun?: true });

/** The commands on imports, by kind, with their possible results. */
export interface ImportCommands {
  /** Stores the records: all of them, or none. */
  readonly 'import.run': {
    readonly input: RunOrigin &
      Target & {
        readonly format: ImportFormat;
        /** The records of the file, and how many of them are to be created or updated. */
        readonly rows: number;
        readonly created: number;
        readonly updated: number;
        /** How many payments the new ones have. */
        readonly payments: number;
        /** The revision of the owner's data with which the records were prepared. */
        readonly revision: number;
        /** The {@link PreparedRecord}s to store as JSON in UTF-8; a dry run has none. Threads share it: it may have 50 MB. */
        readonly shared?: SharedArrayBuffer;
        /** The report to a retry, as JSON text. */
        readonly reportJson?: string;
      };
    readonly result:
      | { readonly outcome: 'imported'; readonly reportJson?: string }
      /** The file has nothing to store, or it was a dry run: nothing was stored. */
      | { readonly outcome: 'nothingImported'; readonly reportJson?: string }
      | LimitReached
      /** What it was prepared with has changed: nothing was stored. */
      | { readonly outcome: 'overtaken' };
  };
  /** Removes what an import created, and restores what it updated: all of it, or nothing. */
  readonly 'import.revert': {
    readonly input: WriteOrigin &
      WriteOptions &
      Target & {
        /** The {@link PreparedRecord}s of what the import updated, as it was before; a dry run has none, nor an undo that one refused. */
        readonly shared?: SharedArrayBuffer;
      };
    readonly result:
      | Stored
      | Missing
      | { readonly outcome: 'alreadyReverted'; readonly revertedAt: string }
      /** Some of the subscriptions that were changed since, by name. */
      | { readonly outcome: 'importChanged'; readonly changed: readonly ChangedRecord[] }
      /** Nothing is prepared, and what had refused the undo is gone: nothing was stored. */
      | { readonly outcome: 'overtaken' };
  };
}
