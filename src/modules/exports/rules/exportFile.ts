import { withGuards } from './formulaGuards.ts';
import type { PaymentView } from '../../payments/model.ts';
import { detailNames, type Details } from '../../subscriptions/detailModel.ts';
import { SubscriptionFields, type SubscriptionView } from '../../subscriptions/model.ts';

/** The formats of an export. */
export const exportFormats = ['json', 'csv'] as const;
/** One of the {@link exportFormats}. */
export type ExportFormat = (typeof exportFormats)[number];

/** How an export is written. */
export interface ExportStyle {
  readonly format: ExportFormat;
  /** Whether no cell of a CSV file can be taken for a formula by a spreadsheet. It changes nothing in JSON. */
  readonly isSafe: boolean;
}

/** The name that a JSON export gives to its format, and the version of that format. */
export const exportMark = { format: 'duebook', version: 1 } as const;

/** A payment made, as an export has it. */
export type ExportedPayment = Omit<PaymentView, 'id' | 'subscriptionId'>;

/** A subscription with everything that an export has of it. */
export interface ExportedSubscription extends SubscriptionView {
  readonly details: Details;
  /** By their due dates. */
  readonly payments: readonly ExportedPayment[];
}

/** The columns of a CSV export, in their order. */
export const exportColumns: readonly string[] = [
  ...Object.keys(SubscriptionFields.properties),
  ...detailNames,
  'payments',
];

// Without it, Excel takes the file for one in the encoding of the system. Other programs ignore it.
const byteOrderMark = '\ufeff';
const lineEnd = '\r\n';

/** The text before the first record. @param exportedAt ISO 8601 UTC */
export function beginExport({ format }: ExportStyle, exportedAt: string): string {
  if (format === 'csv') return `${byteOrderMark}${exportColumns.join(',')}${lineEnd}`;
  return `${JSON.stringify({ ...exportMark, exportedAt }).slice(0, -1)},"subscriptions":[`;
}

/** A record, in a line of its own; `isFirst` for the first one of the export. */
export function exportRecord(style: ExportStyle, record: ExportedSubscription, isFirst: boolean): string {
  if (style.format === 'json') return `${isFirst ? '' : ','}\n${JSON.stringify(record)}`;
  const { details, payments, ...fields } = record;
  const cells: Readonly<Record<string, unknown>> = { ...fields, ...details, payments };
  return `${exportColumns.map((column) => cellOf(cells[column], style)).join(',')}${lineEnd}`;
}

/** The text after the last record. A JSON export is complete only with it. */
export function endExport({ format }: ExportStyle, requestId: string): string {
  return format === 'json' ? `\n],"requestId":${JSON.stringify(requestId)}}\n` : '';
}

/** A value as a cell: empty for null and for a list without items, JSON for another list or an object. */
function cellOf(value: unknown, { isSafe }: ExportStyle): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // An import removes one apostrophe before a formula, whether or not the export was a safe one.
  return quoted(withGuards(text, isSafe));
}

/** A text as a cell of RFC 4180. Some programs remove spaces at the ends of a cell that is not quoted. */
function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
