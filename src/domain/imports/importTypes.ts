import { detailNames, type DetailField } from '../subscriptions/detailFields.ts';
import { writableFieldsInOrder, type WritableField } from '../subscriptions/fields.ts';

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
  'payments',
] as const satisfies readonly string[];
/** One of the {@link importFields}. */
export type ImportField = WritableField | DetailField | 'nextPaymentDate' | 'startDate' | 'payments';

/** The most records of one file. */
export const importRowsMax = 10_000;

/** What a client says about a file. */
export interface ImportOptions {
  readonly format: ImportFormat | 'auto';
  readonly mapping?: Readonly<Record<string, ImportField | ''>>;
  readonly currencyFor?: Readonly<Record<string, string>>;
  readonly currencies: readonly string[];
  readonly today: string;
}

/** Why a file or a record cannot be imported. */
export interface ImportFault {
  readonly message: string;
  readonly suggestedFix: string;
  readonly value?: string;
  readonly allowedValues?: readonly string[];
  readonly code: string;
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
  readonly row: number;
  readonly name: string;
  readonly draft: Readonly<Record<string, unknown>>;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly payments?: readonly ImportedPayment[];
  readonly faults: readonly ImportFault[];
  readonly notes: readonly string[];
  readonly skip?: string;
}

/** A column of a table, and what it was taken for; '' if it was not recognised. */
export interface ImportColumn {
  readonly header: string;
  readonly field: ImportField | '';
}

/** The records of a file, or why it cannot be read. */
export type ImportReading =
  | {
      readonly format: ImportFormat;
      readonly rows: readonly ImportRow[];
      readonly columns?: readonly ImportColumn[];
    }
  | { readonly unreadable: ImportFault };
