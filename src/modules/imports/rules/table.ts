import { isExpiry } from './columnWords.ts';
import { columnsOf, hasNumbers, namedIn, recognisedIn, unknownColumns } from './columns.ts';
import { csvSamples, likelyDelimiter, readCsv, statedDelimiter, type CsvRow } from './files/csvText.ts';
import type { ImportColumn, ImportField, ImportOptions } from './importTypes.ts';
import type { RecordContext, SourceRecord } from './recordInProgress.ts';
import { recordsOf } from './tableRecords.ts';
import type { CurrencyWords } from './values/currencies.ts';
import { dateOrderOf } from './values/dates.ts';
import { problem, type Read } from './values/problems.ts';
import { quoted, shownText } from './values/reading.ts';

/** A table: its header, and the rows below it that are not blank. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
}

const exampleLengthMax = 60;
const columnsMax = 200;

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
  const best = bestSample(content, stated?.delimiter, (cells) => {
    return recognisedIn(cells, currencies) + namedIn(cells, options.mapping ?? {});
  });
  const delimiter = best?.delimiter ?? stated?.delimiter ?? likelyDelimiter(content);
  const read = readCsv(content, delimiter);
  return 'problem' in read ? read : tableOf(read.value, best?.headerIndex, options, currencies);
}

/** The table of some rows, of which one is the header; undefined when no word of a header is recognised. */
function tableOf(
  all: readonly CsvRow[],
  headerIndex: number | undefined,
  { mapping = {} }: ImportOptions,
  currencies: CurrencyWords,
): Read<Table> {
  const [first, ...rows] = all.slice(headerIndex ?? 0);
  if (first === undefined) return problem('noRows');
  if (first.cells.length > columnsMax) return problem('tooManyColumns', { max: columnsMax });
  const isTable = headerIndex !== undefined || first.cells.length > 1;
  // A table without a header must not lose its first record.
  const isNumbered = hasNumbers(mapping) || (isTable && namedIn(first.cells, mapping) === 0);
  if (isNumbered && !isHeader(first, currencies)) {
    return { value: { header: first.cells.map((_, index) => `#${index + 1}`), rows: [first, ...rows] } };
  }
  return isTable ? { value: { header: first.cells, rows } } : problem('notATable');
}

/** The delimiter and the row with most words that a header may have: a title may stand above it. Undefined without any. */
function bestSample(text: string, stated: string | undefined, wordsIn: (cells: readonly string[]) => number) {
  const samples = csvSamples(text).filter(({ delimiter }) => stated === undefined || stated === delimiter);
  const candidates = samples.flatMap(({ delimiter, rows }) =>
    rows.map(({ cells }, headerIndex) => ({ delimiter, headerIndex, words: wordsIn(cells) })),
  );
  // One word further down may be a value.
  const headers = candidates.filter(({ headerIndex, words }) => words > (headerIndex === 0 ? 0 : 1));
  return headers.toSorted((one, other) => other.words - one.words)[0];
}

/** Whether a row is a header: a record has no word of one, and a digit somewhere. */
function isHeader({ cells }: CsvRow, currencies: CurrencyWords): boolean {
  return recognisedIn(cells, currencies) > 0 || !cells.some((cell) => /\d/.test(cell));
}

/** A table whose columns mean fields, ready to be read row by row. */
export interface MappedTable {
  readonly records: readonly SourceRecord[];
  readonly columns: readonly ImportColumn[];
  readonly context: Pick<RecordContext, 'dateOrder' | 'currencyOfColumn' | 'freeColumn' | 'endColumn'>;
}

/** Gives each column of any table its field. */
export function mapTable(
  { header, rows }: Table,
  { mapping = {} }: ImportOptions,
  currencies: CurrencyWords,
): Read<MappedTable> {
  const [unknown] = unknownColumns(header, mapping);
  if (unknown !== undefined) return problem('unknownColumn', { name: unknown, columns: shownList(header) });
  const columns = columnsOf({ header, rows }, mapping, currencies);
  const dated = columns.flatMap(({ field }, index) => (dateFields.has(field) ? [index] : []));
  const currency = columns.find(({ role, currency: stated }) => role === 'value' && stated !== undefined)?.currency;
  const free = columns.find(
    ({ header: text, field, means }) => field === '' && means === undefined && text !== '',
  )?.header;
  const end = columns.find(({ field, isGuess }) => field === 'endsOn' && isGuess)?.header;
  return {
    value: {
      records: recordsOf(rows, columns, currencies),
      columns: columns.map(({ header: text, field, means }, index) => ({
        header: text,
        field,
        ...(field === '' && means !== undefined && { candidateFor: means }),
        example: exampleOf(rows, index),
      })),
      context: {
        dateOrder: dateOrderOf(rows.flatMap(({ cells }) => dated.map((index) => cells[index]))),
        ...(currency !== undefined && { currencyOfColumn: currency }),
        ...(free !== undefined && { freeColumn: free }),
        ...(end !== undefined && { endColumn: { header: end, isExpiry: isExpiry(end) } }),
      },
    },
  };
}

/** The first cell of a column that is not empty. */
function exampleOf(rows: readonly CsvRow[], column: number): string {
  const row = rows.find(({ cells }) => (cells[column] ?? '').trim() !== '');
  return shownText((row?.cells[column] ?? '').trim(), exampleLengthMax);
}

function shownList(header: readonly string[]): string {
  const shownMax = 20;
  return header.slice(0, shownMax).map(quoted).join(', ');
}
