import { compare, compareLengths, fill, type Placed, type Row } from './agreement.ts';
import { dayOfParts, directionOf, isIncome, keyOf, withCents, withCount } from './columnParts.ts';
import { isPayer, isType } from './columnWords.ts';
import type { ColumnRole, TableColumn } from './columns.ts';
import { problemOf, type CsvRow } from './files/csvText.ts';
import type { FaultyField, ImportField } from './importTypes.ts';
import { payersIn, type SourceRecord } from './recordInProgress.ts';
import type { CurrencyWords } from './values/currencies.ts';
import { problem, type Problem, type Read } from './values/problems.ts';
import { isBlank, plainText, quoted } from './values/reading.ts';

/** The records of a table: what several columns say of one value is put together, or asked for. */
export function recordsOf(
  rows: readonly CsvRow[],
  columns: readonly TableColumn[],
  currencies: CurrencyWords,
): readonly SourceRecord[] {
  const placed = columns.map((column, index) => ({ ...column, index }));
  const having = (...roles: readonly ColumnRole[]) =>
    placed.filter(({ role }) => role !== undefined && roles.includes(role));
  const byField = (some: readonly Placed[]) => Array.from(Map.groupBy(some, ({ means }) => means));
  const [values, rivals] = [having('value'), having('rival')];
  const [tied, days] = [byField(having('tied')), byField(having('day', 'month', 'year'))];
  const combined = Object.entries(combinations).flatMap(([role, combine]) =>
    having(role as keyof typeof combinations).map((column) => ({ column, combine })),
  );
  const lengths = ['everyMonths', 'customDate'].flatMap((field) => values.filter(({ means }) => means === field));
  const types = placed.filter(({ header, isGuess, role }) => isGuess && isType(header) && role !== 'direction');
  const payerOf = payersOf(rows, placed);

  return rows.map((source, at) => {
    const faults: { field: FaultyField; problem: Problem }[] = [];
    const row: Row = {
      cells: {},
      cellOf: ({ index }) => source.cells[index] ?? '',
      refuse: (field, found) => void faults.push({ field, problem: found }),
      currencies,
    };
    for (const column of values) if (column.means !== undefined) row.cells[column.means] = row.cellOf(column);
    for (const [field, some] of tied) askWhich(row, field ?? '', some);
    for (const [field, some] of days) setDay(row, field, some);
    for (const column of rivals) fill(row, column);
    const stated = { ...row.cells };
    for (const { column, combine } of combined) combine(row, column);
    for (const column of rivals) compare(row, column, stated);
    compareLengths(row, lengths);
    for (const column of types) if (isIncome(row.cellOf(column))) refuseIncome(row, column);
    return { row: at + 1, cells: row.cells, faults, ...payerOf(row), ...problemOf(source, columns.length) };
  });
}

/** A function that says who pays for a row. It is no news if the column is read as another field. */
function payersOf(rows: readonly CsvRow[], columns: readonly Placed[]) {
  const column = columns.find(({ header }) => isPayer(header));
  const payerOf = payersIn(column === undefined ? [] : rows.map(({ cells }) => cells[column.index]));
  return ({ cellOf }: Row): Pick<SourceRecord, 'payer' | 'notes'> => {
    const found = column === undefined ? {} : payerOf(cellOf(column));
    return column?.role === 'value' ? { ...found, notes: [] } : found;
  };
}

/** Asks which of some columns counts, unless none of them says anything. */
function askWhich({ cellOf, refuse }: Row, field: FaultyField, columns: readonly Placed[]): void {
  const [first] = columns;
  if (first === undefined || columns.every((column) => isBlank(cellOf(column)))) return;
  refuse(field, problem('columnsTied', { headers: namesOf(columns), field, key: keyOf(first.header) }).problem);
}

function setDay({ cells, cellOf, refuse }: Row, field: ImportField | undefined, columns: readonly Placed[]): void {
  const [day = '', month = '', year = ''] = (['day', 'month', 'year'] as const).map((part) => {
    const column = columns.find(({ role }) => role === part);
    return column && cellOf(column);
  });
  const text = dayOfParts(day, month, year);
  const [first] = columns;
  if (field !== undefined) cells[field] = text;
  else if (text !== '' && first !== undefined) {
    const about = { headers: namesOf(columns), key: keyOf(first.header) };
    refuse('nextPaymentDate', problem('dayOfWhat', about).problem);
  }
}

// How what a column has is put together with the value of its field, in this order.
const combinations: Readonly<Record<'count' | 'cents' | 'received' | 'direction' | 'quantity', CombineColumn>> = {
  count: (row, column) => take(row, 'period', withCount(row.cells.period ?? '', partIn(row, column))),
  cents: (row, column) => take(row, 'amount', withCents(row.cells.amount ?? '', partIn(row, column))),
  received: (row, column) => {
    if (!isNothing(row.cellOf(column))) refuseIncome(row, column);
  },
  direction: (row, column) => {
    const text = row.cellOf(column);
    if (!isBlank(text) && directionOf(text) !== 'paid') refuseIncome(row, column);
  },
  quantity: (row, column) => {
    const value = row.cellOf(column);
    if (isNothing(value) || Number(plainText(value)) === 1) return;
    const about = { value, column: column.header, key: keyOf(column.header) };
    row.refuse('amount', problem('quantityBeside', about).problem);
  },
};

type CombineColumn = (row: Row, column: Placed) => void;

function partIn({ cellOf }: Row, column: Placed) {
  return { text: cellOf(column), column: column.header };
}

function take({ cells, refuse }: Row, field: 'period' | 'amount', read: Read<string>): void {
  if ('value' in read) cells[field] = read.value;
  else refuse(field, read.problem);
}

function isNothing(text: string): boolean {
  return isBlank(text) || /^0*(?:[.,]0+)?$/.test(plainText(text));
}

function refuseIncome({ cellOf, refuse }: Pick<Row, 'cellOf' | 'refuse'>, column: Placed): void {
  const about = { value: cellOf(column), column: column.header, key: keyOf(column.header) };
  refuse('amount', problem('notPaid', about).problem);
}

function namesOf(columns: readonly Placed[]): string {
  const shownMax = 5;
  return columns
    .slice(0, shownMax)
    .map(({ header }) => quoted(header))
    .join(', ');
}
