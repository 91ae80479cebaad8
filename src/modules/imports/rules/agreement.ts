import { isDeepStrictEqual } from 'node:util';
import type { Step } from '../../../core/billing/periodTable.ts';
import { differing } from './columnParts.ts';
import type { TableColumn } from './columns.ts';
import type { FaultyField, ImportField } from './importTypes.ts';
import { readPrice, wordsBeside } from './values/amounts.ts';
import { canMean, readCurrency, type CurrencyWords } from './values/currencies.ts';
import { intervalWords, readInterval } from './values/periods.ts';
import type { Problem } from './values/problems.ts';
import { isBlank, plainText } from './values/reading.ts';
import { readStatus, type StatedStatus } from './values/words.ts';

/** A column with its place. */
export interface Placed extends TableColumn {
  readonly index: number;
}

/** A row while its columns are put together. */
export interface Row {
  readonly cells: Partial<Record<ImportField, string>>;
  readonly cellOf: (column: Placed) => string;
  readonly refuse: (field: FaultyField, found: Problem) => void;
  readonly currencies: CurrencyWords;
}

/** Whether two texts of a field can be true at once. */
type Agree = (value: string, other: string, row: Row, column: Placed) => boolean;

// Only values of which one excludes the other. The company beside the name is another text in each row, and a renewal or
// the start of a contract may be on another day than the payment.
const agreements: Readonly<Partial<Record<ImportField, Agree>>> = {
  amount: isSameAmount,
  currency: isSameCurrency,
  period: isSameInterval,
  status: isSameStatus,
};

/** Takes the value of a column that has lost, in a row in which the one that counts has none. */
export function fill({ cells, cellOf }: Row, column: Placed): void {
  const { means: field, currency } = column;
  if (field === undefined || agreements[field] === undefined || currency !== undefined) return;
  if (isBlank(cells[field])) cells[field] = cellOf(column);
}

/** Compares a column that has lost with the value of the field, as its own column states it and with its parts. */
export function compare(row: Row, column: Placed, stated: Row['cells']): void {
  const { means: field, header } = column;
  const agree = field && agreements[field];
  const other = row.cellOf(column);
  if (field === undefined || agree === undefined || isBlank(other)) return;
  const values = [stated[field], row.cells[field]].filter((value) => value !== undefined && !isBlank(value));
  if (values.length === 0 || values.some((value = '') => agree(value, other, row, column))) return;
  row.refuse(field, differing({ field, value: values[0] ?? '', word: other, column: header }).problem);
}

/** Compares an interval in words with its months and days in columns of their own. */
export function compareLengths(row: Row, columns: readonly Placed[]): void {
  const stated = stepIn(row.cells.period);
  let step = stated;
  for (const column of columns) {
    const length = lengthIn(column, row.cellOf(column));
    if (length === undefined) continue;
    if (step !== undefined && !isLength(step, length)) {
      const about = { value: stated === undefined ? intervalWords(step) : (row.cells.period ?? '') };
      row.refuse(
        'period',
        differing({ ...about, field: 'period', word: row.cellOf(column), column: column.header }).problem,
      );
    } else if (stated !== undefined && column.means !== undefined) delete row.cells[column.means];
    if (length.count > 0) step ??= length;
  }
}

function lengthIn({ means }: Placed, text: string): Step | undefined {
  const unit = means === 'everyMonths' ? 'months' : 'days';
  return /^\d{1,9}$/.test(plainText(text)) ? { unit, count: Number(text) } : stepIn(text);
}

function stepIn(words: unknown): Step | undefined {
  const read = readInterval(words);
  return 'value' in read && typeof read.value === 'object' ? read.value : undefined;
}

const [daysOfShortMonth, daysOfLongMonth] = [28, 31];

/** Whether an interval can have a length. That of months in days is rounded, and none is no length. */
function isLength({ unit, count }: Step, length: Step): boolean {
  if (length.count === 0) return true;
  if (unit === length.unit) return count === length.count;
  return unit === 'months' && length.count >= count * daysOfShortMonth && length.count <= count * daysOfLongMonth;
}

function isSameAmount(value: string, other: string, { cells, currencies }: Row, column: Placed): boolean {
  const [one, two] = [readPrice(value), readPrice(other)];
  if ('problem' in one || one.value === undefined) return true;
  if ('problem' in two || two.value === undefined) return !/\d/.test(other);
  const words = [cells.currency ?? '', ...wordsBeside(value)].filter((word) => !isBlank(word));
  const [code] = words.flatMap((word) => codesOf(word, currencies));
  const isIn = (word: string) => code === undefined || codesOf(word, currencies).every((read) => read === code);
  // An amount in another currency is the same one, converted.
  if (column.currency !== undefined && !isIn(column.currency)) return true;
  return one.value === two.value && wordsBeside(other).every(isIn);
}

function codesOf(word: string, currencies: CurrencyWords): readonly string[] {
  const read = readCurrency(word, currencies);
  return 'value' in read ? [read.value] : [];
}

function isSameCurrency(value: string, other: string, { currencies }: Row): boolean {
  const read = readCurrency(value, currencies);
  return 'problem' in read || canMean(other, read.value, currencies);
}

function isSameInterval(value: string, other: string): boolean {
  const [one, two] = [readInterval(value), readInterval(other)];
  if ('problem' in one) return true;
  return 'problem' in two ? !/\d/.test(other) : isDeepStrictEqual(one.value, two.value);
}

const compatible: Readonly<Record<StatedStatus, readonly StatedStatus[]>> = {
  active: ['active', 'trial'],
  trial: ['active', 'trial'],
  paused: ['paused', 'inactive'],
  cancelled: ['cancelled', 'inactive'],
  inactive: ['paused', 'cancelled', 'inactive'],
};

function isSameStatus(value: string, other: string): boolean {
  const [one, two] = [readStatus(value), readStatus(other)];
  if ('problem' in one || 'problem' in two || one.value === undefined || two.value === undefined) return true;
  return compatible[one.value].includes(two.value);
}
