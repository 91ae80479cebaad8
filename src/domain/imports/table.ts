import { columnsOf, hasNumbers, recognisedIn, unknownColumns, type TableColumn } from './columns.ts';
import { csvSamples, likelyDelimiter, problemOf, readCsv, statedDelimiter, type CsvRow } from './files/csvText.ts';
import type { ImportColumn, ImportField, ImportOptions } from './importTypes.ts';
import type { Cells, RecordContext, SourceRecord } from './recordInProgress.ts';
import type { CurrencyWords } from './values/currencies.ts';
import { dateOrderOf } from './values/dates.ts';
import { problem, quoted, type Read } from './values/reading.ts';

/** A table: its header, and the rows below it that are not blank. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
}

const dateFields: ReadonlySet<string> = new Set<ImportField>([
  'nextPaymentDate',
  'startDate',
  'lastPaymentDate',
  'trialEndsOn',
  'endsOn',
  'cancelBefore',
  'termEndsOn',
  'keepThrough',
]);

/** Reads a CSV file: the delimiter with which most words of a header are recognised, otherwise the likely one. */
export function readTable(text: string, options: ImportOptions, currencies: CurrencyWords): Read<Table> {
  const stated = statedDelimiter(text);
  const content = stated?.text ?? text;
  const best = bestSample(content, currencies);
  const delimiter = stated?.delimiter ?? (best.words > 0 ? best.delimiter : likelyDelimiter(content));
  const read = readCsv(content, delimiter);
  if ('problem' in read) return read;
  const headerIndex = best.words > 0 && delimiter === best.delimiter ? best.headerIndex : 0;
  const [first, ...rows] = read.value.slice(headerIndex);
  if (first === undefined) return problem('The file has no rows.', 'Import a file with a header row and records.');
  if (hasNumbers(options.mapping ?? {}) && !isHeader(first, currencies)) {
    return { value: { header: first.cells.map((_, index) => `#${index + 1}`), rows: [first, ...rows] } };
  }
  if (first.cells.length < 2 && recognisedIn(first.cells, currencies) === 0) {
    return problem(
      'The file is neither JSON nor a table with a header row.',
      'Import an export of Duebook, Wallos, SubTrackr or subscription-manager, or a CSV file.',
    );
  }
  return { value: { header: first.cells, rows } };
}

/** The delimiter and the row with most words that a header may have: a title may stand above it. */
function bestSample(text: string, currencies: CurrencyWords) {
  const candidates = csvSamples(text).flatMap(({ delimiter, rows }) =>
    rows.map(({ cells }, headerIndex) => ({ delimiter, headerIndex, words: recognisedIn(cells, currencies) })),
  );
  const none = { delimiter: ',', headerIndex: 0, words: 0 };
  return candidates.reduce((best, one) => (one.words > best.words ? one : best), none);
}

/** Whether a row is a header although columns are named by their numbers: a record has a digit somewhere. */
function isHeader({ cells }: CsvRow, currencies: CurrencyWords): boolean {
  return recognisedIn(cells, currencies) > 0 || !cells.some((cell) => /\d/.test(cell));
}

/** A table whose columns mean fields, ready to be read row by row. */
export interface MappedTable {
  readonly records: readonly SourceRecord[];
  readonly columns: readonly ImportColumn[];
  readonly context: Pick<RecordContext, 'dateOrder' | 'currencyOfColumn'>;
}

/** Gives each column of any table its field. */
export function mapTable(
  { header, rows }: Table,
  { mapping = {} }: ImportOptions,
  currencies: CurrencyWords,
): Read<MappedTable> {
  const [unknown] = unknownColumns(header, mapping);
  if (unknown !== undefined) {
    return problem(`The file has no column ${quoted(unknown)}.`, `Name one of its columns: ${shownList(header)}.`);
  }
  const columns = columnsOf(header, mapping, currencies);
  const dated = columns.flatMap(({ field }, index) => (dateFields.has(field) ? [index] : []));
  const currency = columns.find((column) => column.currency !== undefined)?.currency;
  return {
    value: {
      records: rows.map((row, index) => recordOf(row, index + 1, columns)),
      columns: columns.map(({ header: text, field }) => ({ header: text, field })),
      context: {
        dateOrder: dateOrderOf(rows.flatMap(({ cells }) => dated.map((index) => cells[index]))),
        ...(currency !== undefined && { currencyOfColumn: currency }),
      },
    },
  };
}

function recordOf(row: CsvRow, number: number, columns: readonly TableColumn[]): SourceRecord {
  const pairs = columns.flatMap(({ field }, index) => (field === '' ? [] : [[field, row.cells[index]] as const]));
  const cells: Cells = Object.fromEntries(pairs);
  return { row: number, cells, ...problemOf(row, columns.length) };
}

function shownList(header: readonly string[]): string {
  const shownMax = 20;
  return header.slice(0, shownMax).map(quoted).join(', ');
}
