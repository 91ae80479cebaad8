import type { EncodingName } from './files/encodings.ts';
import type { RowChoice } from './importPlan.ts';
import { detailNames, type DetailField } from '../../subscriptions/detailModel.ts';
import { writableFieldsInOrder, type WritableField } from '../../subscriptions/model.ts';
import type { Remark } from './values/remarks.ts';
import type { Problem } from './values/problems.ts';

/** The formats that can be imported. */
export const importFormats = ['duebook', 'csv', 'wallos', 'subtrackr', 'subscription-manager'] as const;
/** One of the {@link importFormats}. */
export type ImportFormat = (typeof importFormats)[number];

/** What a column of a table may be: a field of a subscription, one of its details, or a date from which these follow. */
export const importFields = [
  ...writableFieldsInOrder,
  'nextPaymentDate',
  'startDate',
  ...detailNames,
] as const satisfies readonly string[];
/** One of the {@link importFields}. */
export type ImportField = WritableField | DetailField | 'nextPaymentDate' | 'startDate';
/** What a fault of a record can name; '' for the whole record. */
export type FaultyField = ImportField | 'payments' | '';

/** The most records of one file. */
export const importRowsMax = 10_000;

/** What a client says about a file. */
export interface ImportOptions {
  readonly format: ImportFormat | 'auto';
  /** The encoding that the file has; without it, the one that its bytes look like. */
  readonly encoding?: EncodingName;
  /** Columns of a CSV file: header, or `#` and the number of the column from 1 → field; '' ignores the column. */
  readonly mapping?: Readonly<Record<string, ImportField | ''>>;
  /** What a symbol, or a number of another tracker, means: `{'$': 'USD'}`. `*` is for amounts without a currency. */
  readonly currencyFor?: Readonly<Record<string, string>>;
  /** The codes of the currencies that may be written. */
  readonly currencies: readonly string[];
  /** The codes that only records keep which have them already: no new one gets them. */
  readonly keptCurrencies?: readonly string[];
  /** The current day in the server's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** That time zone, in which instants of a file have their day; without it, the day of an instant is as it is written. */
  readonly timeZone?: string;
}

/** Why a file or a record cannot be imported. */
export interface ImportFault extends Problem {
  /** `unreadable_import` for a file; for a record the code that a write of the field gives. */
  readonly code: string;
  /** The field; '' for a whole record. */
  readonly field: string;
}

/** A payment that was made. Days are `YYYY-MM-DD`. */
export interface ImportedPayment {
  readonly dueOn: string;
  readonly paidOn: string;
  readonly amount: number;
  readonly currency: string;
  readonly source: 'manual' | 'automatic';
}

/** One record of a file. */
export interface ImportRow {
  /** Its place in the file from 1; without the header and blank lines of a CSV file. */
  readonly row: number;
  /** What the file calls it, at most 120 characters that can be shown; '' if nothing. */
  readonly name: string;
  /** The id that it has in the file; only of Duebook's own exports. */
  readonly fileId?: string | undefined;
  /** Who pays, if the file says it: no two records of it that differ in this are one. */
  readonly payer?: string | undefined;
  /** The body of a creation, as far as it could be read. */
  readonly draft: Readonly<Record<string, unknown>>;
  /** Whether the category in `draft` is {@link categoryForNone}, because the file names none: no update needs it. */
  readonly assumesCategory?: boolean | undefined;
  /** Whether the file says when the next payment is due: an update makes it due then. */
  readonly hasDueDate?: boolean | undefined;
  /** When the next payment is due, where its last payment does not follow because the file does not say how often it is paid. */
  readonly nextPaymentDate?: string | undefined;
  /** The body that changes the details; only what the file says. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** Only of Duebook's own exports. */
  readonly payments?: readonly ImportedPayment[] | undefined;
  /** At most one for a field. */
  readonly faults: readonly ImportFault[];
  /** What Duebook cannot express. */
  readonly notes: readonly Remark[];
  /** Why the record is left out on purpose. */
  readonly skip?: Remark | undefined;
}

/** A column of a table, and what it is read as; '' if it is not read. */
export interface ImportColumn {
  readonly header: string;
  readonly field: ImportField | '';
  /** Of a column that is not read: the field of which its header speaks, which another column is, or perhaps is. */
  readonly candidateFor?: ImportField;
  /** The first of its cells that is not empty, at most 60 characters; '' if there is none. */
  readonly example: string;
}

/** The records of a file, or why it cannot be read. */
export type ImportReading =
  | {
      readonly format: ImportFormat;
      readonly encoding: EncodingName;
      readonly rows: readonly ImportRow[];
      /** Only of the format `csv`. */
      readonly columns?: readonly ImportColumn[];
      /** What there is to say of the file as a whole. */
      readonly notes: readonly Remark[];
    }
  | { readonly unreadable: ImportFault };

/** The fault of a file that cannot be read. */
export function unreadable(
  found: Problem,
  field: 'file' | 'format' | 'mapping' | 'encoding' | RowChoice = 'file',
): { unreadable: ImportFault } {
  return { unreadable: { code: 'unreadable_import', field, ...found } };
}

/** The fault of a field of a record, with the code that a write gives. */
export function faultOf(field: FaultyField, found: Problem): ImportFault {
  const isDetail = field === 'payments' || detailNames.some((name) => name === field);
  return { code: isDetail ? 'invalid_field' : 'invalid_subscription', field, ...found };
}
