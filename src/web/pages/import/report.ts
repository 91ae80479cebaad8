import type { Remark } from '../../../modules/imports/rules/values/remarks.ts';
import { type Period, periods } from '../../../core/billing/periodTable.ts';
import type { Problem } from '../../api/answers.ts';
import type { BillingPeriod } from '../../format/intervals.ts';

/** What becomes of a row of a file. */
export const outcomes = ['created', 'updated', 'skipped', 'failed'] as const;

/** One of `outcomes`. */
export type Outcome = (typeof outcomes)[number];

type Values = Readonly<Record<string, unknown>>;

/** What is wrong with a row. */
export interface RowFault extends Pick<
  Problem,
  'code' | 'message' | 'field' | 'suggestedFix' | 'reason' | 'allowedValues'
> {
  /** The symbol of several currencies, as the file has it. */
  readonly value?: string | undefined;
}

/** What a row is a duplicate of: a subscription that is stored already, or an earlier row. */
export interface Existing {
  /** The subscription. */
  readonly id?: string | undefined;
  /** The earlier row. */
  readonly row?: number | undefined;
  readonly name: string;
  readonly amount: number;
  readonly currency: string;
  readonly period: Period;
}

/** A subscription as a file of Duebook has it: its fields as they are, its details and its payments made. */
export interface FileRecord {
  readonly draft: Values;
  readonly details?: Values | undefined;
  readonly payments?: readonly unknown[] | undefined;
}

/** What a dry run or an import says about a row. */
export interface ReportRow extends Partial<FileRecord> {
  /** Its place in the file, from 1. */
  readonly row: number;
  readonly outcome: Outcome;
  readonly name: string;
  /** The subscription that was written. */
  readonly id?: string | undefined;
  readonly duplicateOf?: Existing | undefined;
  /** Who pays, if the rows of the file differ in that. */
  readonly payer?: string | undefined;
  readonly error?: RowFault | undefined;
  /** What the service could not take over. */
  readonly remarks?: readonly Remark[] | undefined;
  /** The user leaves it out. */
  readonly isLeftOut?: boolean | undefined;
  /** It is a duplicate, and the user imports it all the same. */
  readonly isTaken?: boolean | undefined;
}

/** The rows of a report after corrections, by the row. */
export function withCorrections(
  rows: readonly ReportRow[],
  corrections: ReadonlyMap<number, ReportRow>,
): readonly ReportRow[] {
  return corrections.size === 0 ? rows : rows.map((one) => corrections.get(one.row) ?? one);
}

/** A row as a file has it. */
export function recordOf({ draft = {}, details, payments }: ReportRow): FileRecord {
  return { draft, details, payments };
}

/** Corrected rows with what the service says about a file that has just them, in the same order. */
export function recheckedRows(corrected: readonly ReportRow[], results: readonly ReportRow[]): readonly ReportRow[] {
  return corrected.map((one, at) => {
    const { duplicateOf, ...result } = results[at] ?? one;
    // An earlier row of that file has another number in the file of the user.
    const earlier = duplicateOf?.row === undefined ? undefined : corrected[duplicateOf.row - 1]?.row;
    const duplicate = duplicateOf && { ...duplicateOf, ...(earlier !== undefined && { row: earlier }) };
    const ofFile = { row: one.row, payer: one.payer };
    return { ...result, ...recordOf(one), ...(duplicate && { duplicateOf: duplicate }), ...ofFile };
  });
}

/** How many rows have each outcome. */
export function countsOf(rows: readonly ReportRow[]): Readonly<Record<Outcome, number>> {
  const counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}

/** What the list of rows can show. */
export type RowFilter = Outcome | 'all';

/** What the list shows: what was chosen, as long as there are such rows; before a choice, the rows with errors if there are any. */
export function filterOf(counts: Readonly<Record<Outcome, number>>, chosen: RowFilter | undefined): RowFilter {
  const wanted = chosen ?? 'failed';
  return wanted !== 'all' && counts[wanted] === 0 ? 'all' : wanted;
}

/** The rows that a filter shows, in their order. */
export function shownRows(rows: readonly ReportRow[], filter: RowFilter): readonly ReportRow[] {
  return filter === 'all' ? rows : rows.filter(({ outcome }) => outcome === filter);
}

/** A file to send, and the rows of the report that are in it, in their order. */
export interface CorrectedFile {
  readonly text: string;
  readonly rows: readonly number[];
  /** Whether duplicates are in it that are to be added again. The others are then left out already. */
  readonly hasTaken: boolean;
}

/**
 * The file that has the rows of a report as they were read and corrected, in the format of Duebook. Rows with errors are not
 * in it, nor those that the user or the service leaves out.
 */
export function correctedFile(rows: readonly ReportRow[]): CorrectedFile {
  const hasTaken = rows.some(({ isTaken = false }) => isTaken);
  // The service takes one choice for all duplicates of a file.
  const sent = rows.filter(isImportable).filter(({ outcome }) => !(hasTaken && outcome === 'skipped'));
  return { text: fileOf(sent.map(withId)), rows: sent.map(({ row }) => row), hasTaken };
}

/**
 * A row whose payer may be all that tells it from another one. Duebook's files have no payer: rows of different payers get
 * different ids instead, and those that are the same get one.
 */
function withId(row: ReportRow & FileRecord): FileRecord {
  const number = row.duplicateOf?.row ?? row.row;
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return row.payer === undefined ? row : { ...row, draft: { id, ...row.draft } };
}

/** A file in the format of Duebook. */
export function fileOf(records: readonly FileRecord[]): string {
  const subscriptions = records.map(({ draft, details, payments }) => ({
    ...draft,
    ...(details && { details }),
    ...(payments && { payments }),
  }));
  return JSON.stringify({ format: 'duebook', version: 1, subscriptions });
}

/** Whether a row can become a subscription: it has no error, and neither the user nor the service leaves it out. */
export function isImportable(row: ReportRow): row is ReportRow & FileRecord {
  const isLeftOut = row.isLeftOut === true || (row.outcome === 'skipped' && row.duplicateOf === undefined);
  return row.outcome !== 'failed' && !isLeftOut && row.draft !== undefined;
}

/** Whether the next payment of a row is known: nothing is wrong with it, or only its currency has to be chosen. */
export function isScheduleKnown({ error }: Pick<ReportRow, 'error'>): boolean {
  return error === undefined || error.field === 'currency';
}

/** The rows of a report with those that the user leaves out, by their number. */
export function withLeftOut(rows: readonly ReportRow[], leftOut: ReadonlySet<number>): readonly ReportRow[] {
  if (leftOut.size === 0) return rows;
  return rows.map((one) => (leftOut.has(one.row) ? { ...one, outcome: 'skipped' as const, isLeftOut: true } : one));
}

/** Whether a row is skipped only because it is a duplicate. */
export function isSkippedDuplicate({ outcome, duplicateOf, isLeftOut = false }: ReportRow): boolean {
  return outcome === 'skipped' && duplicateOf !== undefined && !isLeftOut;
}

/** The rows of a report, of which duplicates are skipped, with those that the user imports all the same, by their number. */
export function withTaken(rows: readonly ReportRow[], taken: ReadonlySet<number>): readonly ReportRow[] {
  if (taken.size === 0) return rows;
  return rows.map((one) =>
    taken.has(one.row) && isSkippedDuplicate(one) ? { ...one, outcome: 'created' as const, isTaken: true } : one,
  );
}

/** What became of all rows: of those that were sent, what the import says about them; of the others, what the dry run said. */
export function resultOf(
  rows: readonly ReportRow[],
  results: readonly ReportRow[],
  sent: readonly number[] | undefined,
): readonly ReportRow[] {
  const byRow = new Map(results.map((result) => [sent?.[result.row - 1] ?? result.row, result]));
  return rows.map((one) => {
    const result = byRow.get(one.row);
    if (result === undefined) return one;
    // In the file that was sent instead, records have other numbers: those in the remarks of the dry run are right.
    const remarks = sent === undefined ? result.remarks : one.remarks;
    return { ...one, error: undefined, ...result, remarks, row: one.row };
  });
}

/** A column of a CSV file, and the field that it is read as; empty for none. */
export interface Column<Field extends string = string> {
  readonly header: string;
  readonly field: Field | '';
  /** Of one that is not read: the field that it may also be, which another column is or may be. */
  readonly candidateFor?: Field | undefined;
  /** A value of it. */
  readonly example?: string | undefined;
}

/** The fields of columns, by their header. */
export type Mapping<Field extends string = string> = Readonly<Record<string, Field | ''>>;

/**
 * The same with another field for a column. The user chooses one column for a field: another one that was chosen for it is
 * then left out. What the service has chosen by itself, it chooses again.
 */
export function assigned<Field extends string>(
  mapping: Mapping<Field>,
  header: string,
  field: Field | '',
): Mapping<Field> {
  const others = Object.entries(mapping).filter(([, chosen]) => field !== '' && chosen === field);
  const freed = Object.fromEntries(others.map(([other]) => [other, '' as const]));
  return { ...mapping, ...freed, [header]: field };
}

/** What stands for the currency of amounts that have none. */
export const noSymbol = '*';

/** A symbol of a file that may mean several currencies. */
export interface AmbiguousSymbol {
  readonly symbol: string;
  /** The currencies that it may mean; empty for any. */
  readonly currencies: readonly string[];
}

/** The symbols for which the user has to choose a currency, and those for which one is chosen. */
export function ambiguousSymbols(
  rows: readonly ReportRow[],
  known: readonly AmbiguousSymbol[],
): readonly AmbiguousSymbol[] {
  const found = new Map(known.map((one) => [one.symbol, one]));
  for (const { error } of rows) {
    if (error?.field !== 'currency' || error.value === undefined || found.has(error.value)) continue;
    found.set(error.value, { symbol: error.value, currencies: error.allowedValues ?? [] });
  }
  return Array.from(found.values());
}

/** Pairs as a parameter of the import has them: `Column%201:name,$:USD`. */
export function pairsText(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([from, to]) => `${encodeURIComponent(from)}:${to}`)
    .join(',');
}

/** The currencies by symbol, with another one for a symbol; without one, the symbol is ambiguous again. */
export function withCurrency(
  chosen: Readonly<Record<string, string>>,
  symbol: string,
  code: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries({ ...chosen, [symbol]: code }).filter(([, one]) => one !== ''));
}

/** The interval of values that were read from a file; undefined when they have none. */
export function billingOf(values: Readonly<Record<string, unknown>>): BillingPeriod | undefined {
  const { period, customDate, everyMonths } = values;
  const known = periods.find((one) => one === period);
  if (known === undefined) return undefined;
  return {
    period: known,
    customDate: typeof customDate === 'string' ? customDate : null,
    everyMonths: typeof everyMonths === 'number' ? everyMonths : null,
  };
}
