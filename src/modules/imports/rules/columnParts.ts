import { isDeepStrictEqual } from 'node:util';
import type { Step } from '../../../core/billing/periodTable.ts';
import { readPrice } from './values/amounts.ts';
import { intervalWords, isAdverb, readInterval, times } from './values/periods.ts';
import { problem, type Read } from './values/problems.ts';
import { isBlank, plainText, wordsOf } from './values/reading.ts';

/** A part of a value in a column of its own, and what a mapping calls this column. */
export interface Part {
  readonly text: string;
  readonly column: string;
}

// From how many on a count beside `Monthly` may also be payments a year, or the days, weeks or months of the interval.
const countsMax: Readonly<Record<string, number>> = { 'days 1': 364, 'days 7': 6, 'months 1': 11, 'months 12': 3 };

/** An interval in words, with the count that another column has for it: `Monthly` and `3` are three months. */
export function withCount(words: string, part: Part): Read<string> {
  const read = readInterval(words);
  if (isBlank(part.text) || 'problem' in read || read.value === 'once') return { value: words };
  return read.value === undefined ? { value: part.text } : counted(words, read.value, part);
}

function counted(words: string, step: Step, { text, column }: Part): Read<string> {
  const unclear = problem('intervalInParts', { value: words, word: text, column, key: keyOf(column) });
  const count = wholeOf(text);
  if (count === undefined) return isDeepStrictEqual(readInterval(text), { value: step }) ? { value: words } : unclear;
  const stated = words.match(/\d+/g) ?? [];
  if (count === 1 || stated.join() === String(count)) return { value: words };
  if (count === 0 || stated.length > 0 || count > countMaxOf(words, step)) return unclear;
  const product = times(step, count, `${words} × ${text}`);
  return 'problem' in product ? product : { value: intervalWords(product.value) };
}

function countMaxOf(words: string, { unit, count }: Step): number {
  // `months` is a unit, `every two months` an interval already.
  const isUnit = !isAdverb(words) && !wordsOf(words).includes(' ');
  return isUnit ? Infinity : (countsMax[`${unit} ${count}`] ?? 0);
}

/** An amount with the cents that another column has: `12` and `99` are 12.99. */
export function withCents(amount: string, { text, column }: Part): Read<string> {
  // Beside a column of cents, `1,050` has none.
  const price = readPrice(amount, {}, false);
  if (isBlank(text) || 'problem' in price) return { value: amount };
  const joined =
    price.value === undefined ? undefined : joinedCents(amount, Math.round(price.value * 100), wholeOf(text));
  return joined === undefined ? differing({ field: 'amount', value: amount, word: text, column }) : { value: joined };
}

function joinedCents(amount: string, total: number, cents: number | undefined): string | undefined {
  if (cents === undefined) return undefined;
  // Such a column may also have the whole amount in cents, or repeat what the amount has.
  if (cents === total || (total > 0 && cents === total % 100)) return amount;
  const [digits = '', ...others] = amount.match(/\d+/g) ?? [];
  const isWhole = digits !== '' && others.length === 0;
  return isWhole && cents < 100 ? amount.replace(digits, `${digits}.${String(cents).padStart(2, '0')}`) : undefined;
}

/** The whole number that a text is. */
function wholeOf(text: string): number | undefined {
  return /^\d{1,9}$/.test(plainText(text)) ? Number(plainText(text)) : undefined;
}

/** A day whose year, month and day are in three columns; '' without any. */
export function dayOfParts(day: string, month: string, year: string): string {
  if ([day, month, year].every(isBlank)) return '';
  const separator = /\d/.test(month) ? '.' : ' ';
  return [day, month, year].map((part) => part.trim()).join(separator);
}

const paidWords =
  'debit|dr|d|expense|expenses|out|outgoing|outflow|payment|spending|withdrawal|ausgabe|ausgaben|soll|s|ausgang|belastung|lastschrift|abbuchung';
const receivedWords =
  'credit|cr|c|income|in|incoming|inflow|revenue|earnings|deposit|einnahme|einnahmen|haben|h|eingang|gutschrift';
const incomeWords = 'income|incoming|revenue|earnings|einnahme|einnahmen|eingang|gutschrift';
const directionKinds = 'expense|expenses|outgoing|spending|ausgabe|ausgaben|debit|credit|withdrawal|deposit';
const directions: ReadonlyMap<string, 'paid' | 'received'> = new Map([
  ...paidWords.split('|').map((word) => [word, 'paid'] as const),
  ...receivedWords.split('|').map((word) => [word, 'received'] as const),
]);
const incomes: ReadonlySet<string> = new Set(incomeWords.split('|'));
const kindsOfDirections: ReadonlySet<string> = new Set(directionKinds.split('|'));

/** Whether a word says that an amount is paid or received; undefined for another word. */
export function directionOf(value: unknown): 'paid' | 'received' | undefined {
  return directions.get(wordsOf(value));
}

/** Whether a kind of record only says whether its amount is paid or received. */
export function isDirection(value: unknown): boolean {
  return isIncome(value) || kindsOfDirections.has(wordsOf(value));
}

/** Whether a kind of record is income for sure. */
export function isIncome(value: unknown): boolean {
  return incomes.has(wordsOf(value));
}

/** The problem of a field that two columns state, each in another way. */
export function differing({ column, ...about }: Readonly<Record<'field' | 'value' | 'word' | 'column', string>>) {
  return problem('columnsDiffer', { ...about, column, key: keyOf(column) });
}

/** A column as a mapping in a request names it: its separators are percent-encoded. */
export function keyOf(column: string): string {
  return column.replaceAll(/[#%,:&+]/g, encodeURIComponent);
}
