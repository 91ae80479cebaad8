import type { LimitReached } from './ownerLimits.ts';
import type { Audited, Missing, OperatorOrigin, Stored, WriteOptions, WriteOrigin } from './origin.ts';

/** The values of a row of a table, by the names of its columns in code, without its owner. */
export type StagedRow = Readonly<Record<string, string | number | null>>;

/** A subscription that an import creates or updates, ready to be stored. */
export interface StagedRecord {
  readonly id: string;
  /** The row of a new subscription. */
  readonly row?: StagedRow;
  /** For an update: the row until now, how often it had been updated, and the row that takes its place. */
  readonly update?: { readonly before: StagedRow; readonly revision: number; readonly row: StagedRow };
  readonly auditEntryId: string;
  /** The metadata of its audit entry, as JSON text. */
  readonly metadata: string;
  /** Whether a new one must be the only one with its name, currency and interval. */
  readonly isUnique?: true;
}

/** Some of what an import stores. */
export interface StagedPiece {
  readonly records?: readonly StagedRecord[];
  /** The rows of payments of its new subscriptions. */
  readonly payments?: readonly StagedRow[];
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
  /** Keeps some records and payments of an import in memory until it runs: nothing is stored. */
  readonly 'import.stage': {
    /** A {@link StagedPiece} as JSON text, which need not be read on the way. */
    readonly input: { readonly importId: string; readonly pieceJson: string };
    readonly result: { readonly outcome: 'staged' };
  };
  /** Prepares the next hundred restores of an undo, and keeps them in memory: nothing is stored. */
  readonly 'import.stageRevert': {
    readonly input: {
      readonly importId: string;
      readonly ownerId: number;
      /** The instant of the undo, ISO 8601 UTC. */
      readonly at: string;
    };
    readonly result: { readonly outcome: 'staged'; readonly isMore: boolean };
  };
  /** Forgets the records of an import that does not run, or whose undo does not. */
  readonly 'import.drop': {
    readonly input: { readonly importId: string };
    readonly result: { readonly outcome: 'dropped' };
  };
  /** Stores the staged records: all of them, or none. */
  readonly 'import.run': {
    readonly input: RunOrigin &
      Target & {
        readonly format: string;
        /** The records of the file, and how many of them are staged, or would be, to be created or updated. */
        readonly rows: number;
        readonly created: number;
        readonly updated: number;
        /** How many payments are staged, or would be. */
        readonly payments: number;
        /** The revision of the owner's data with which the records were prepared. */
        readonly revision: number;
        /** The report to a retry, as JSON text. */
        readonly reportJson?: string;
      };
    readonly result:
      | { readonly outcome: 'imported'; readonly reportJson?: string }
      /** The file has nothing to store, or it was a dry run: nothing was stored. */
      | { readonly outcome: 'nothingImported'; readonly reportJson?: string }
      | LimitReached
      /** What it was prepared with has changed, or the staged records are lost: nothing was stored. */
      | { readonly outcome: 'overtaken' };
  };
  /** Removes what an import created, and restores what it updated: all of it, or nothing. What is not staged takes longer. */
  readonly 'import.revert': {
    readonly input: WriteOrigin & WriteOptions & Target;
    readonly result:
      | Stored
      | Missing
      | { readonly outcome: 'alreadyReverted'; readonly revertedAt: string }
      /** Some of the subscriptions that were changed since, by name. */
      | { readonly outcome: 'importChanged'; readonly changed: readonly ChangedRecord[] };
  };
}
