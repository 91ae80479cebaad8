import papaparse from 'papaparse';
import { problem, type Read } from '../values/problems.ts';

/** A row of a CSV file. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** Whether its quotation marks are not in pairs. */
  readonly isMisquoted: boolean;
}

const delimiters = [',', ';', '\t', '|'] as const;
// What a parser keeps for each of them bounds the memory.
const [linesMax, cellsMax, quotesMax] = [200_000, 2_000_000, 1_000_000];
const sampleLength = 64 * 1024;
const sampleRows = 5;

/** The first rows of a CSV file with each delimiter. */
export function csvSamples(text: string): readonly { readonly delimiter: string; readonly rows: readonly CsvRow[] }[] {
  const sample = text.slice(0, sampleLength);
  return delimiters.map((delimiter) => ({ delimiter, rows: rowsOf(sample, delimiter, sampleRows) }));
}

/** The delimiter that a file itself states in its first line, as spreadsheets write it, and the text after that line. */
export function statedDelimiter(text: string): { readonly delimiter: string; readonly text: string } | undefined {
  const [line = '', delimiter = ''] = /^sep=([,;|\t])\r?\n/i.exec(text) ?? [];
  return delimiter === '' ? undefined : { delimiter, text: text.slice(line.length) };
}

/** The delimiter by which most rows of a file have the same number of cells. */
export function likelyDelimiter(text: string): string {
  return papaparse.parse(text.slice(0, sampleLength), { delimitersToGuess: [...delimiters], skipEmptyLines: true }).meta
    .delimiter;
}

/** The rows of a CSV file that are not blank. */
export function readCsv(text: string, delimiter: string): Read<readonly CsvRow[]> {
  if (hasMore(text, '\n', linesMax) || hasMore(text, '\r', linesMax)) return problem('tooManyLines', { max: linesMax });
  if (hasMore(text, '"', quotesMax) || hasMore(text, delimiter, cellsMax)) {
    return problem('tooManyCells', { max: cellsMax, quotes: quotesMax });
  }
  return { value: rowsOf(text, delimiter) };
}

/** What is wrong with a row as a whole: its cells may belong to other columns. */
export function problemOf({ cells, isMisquoted }: CsvRow, columns: number) {
  if (isMisquoted) return problem('rowMisquoted');
  const isLonger = cells.slice(columns).some((cell) => cell.trim() !== '');
  return isLonger ? problem('rowCells', { cells: cells.length, columns }) : {};
}

function rowsOf(text: string, delimiter: string, preview = 0): readonly CsvRow[] {
  const { data, errors } = papaparse.parse<string[]>(text, { delimiter, preview });
  const misquoted = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row));
  return data
    .map((cells, index) => ({ cells, isMisquoted: misquoted.has(index) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

/** Whether a text has a character more than so many times. */
function hasMore(text: string, character: string, max: number): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
    count += 1;
    if (count > max) return true;
  }
  return false;
}
