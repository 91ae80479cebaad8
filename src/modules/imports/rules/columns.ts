import { isDirection } from './columnParts.ts';
import {
  headerLengthMax,
  headerWord,
  isType,
  meanings,
  paidAndReceivedIn,
  partOf,
  type ColumnMeaning,
} from './columnWords.ts';
import type { CsvRow } from './files/csvText.ts';
import type { ImportColumn, ImportField, ImportOptions } from './importTypes.ts';
import { readCurrency, type CurrencyWords } from './values/currencies.ts';
import { readInterval } from './values/periods.ts';
import { isBlank, plainText, shownText } from './values/reading.ts';

/**
 * How a column is read: as the value of its field, or as a part of one. A rival has lost against a column whose header means
 * the field more exactly. Of tied columns, only the user knows which one counts.
 */
export type ColumnRole =
  'value' | 'rival' | 'tied' | 'count' | 'quantity' | 'cents' | 'direction' | 'received' | 'day' | 'month' | 'year';

/** A column of a table. Its `header` is what a mapping calls it. */
export interface TableColumn extends Omit<ImportColumn, 'example' | 'candidateFor'> {
  /** The field of which its header speaks, whether or not it is read. */
  readonly means?: ImportField;
  readonly role?: ColumnRole;
  /** The currency that the header of an amount states: `Price (USD)`. */
  readonly currency?: string;
  /** Whether its header only may mean the field: the request does not name it, and it is not the name of the field. */
  readonly isGuess: boolean;
}

type Mapping = NonNullable<ImportOptions['mapping']>;

/** A column while its role is looked for. */
interface Column {
  readonly text: string;
  readonly header: string;
  readonly isAsked: boolean;
  readonly cells: () => readonly string[];
  readonly currency?: string;
  means: ImportField | undefined;
  /** How exactly its header means the field; the lowest wins. */
  rank: number;
  role: ColumnRole | undefined;
}

const withCurrencyForm = /^(.{1,60}?)\s*(?:[([/]\s*|\s+in\s+)([^()[\]]{1,8}?)\s*[)\]]?\s*$/;
const synonymRank = 2;

/** The columns of a table by its header, as far as it is recognised, and by what the request says of it. */
export function columnsOf(
  { header, rows }: { readonly header: readonly string[]; readonly rows: readonly CsvRow[] },
  mapping: Mapping,
  currencies: CurrencyWords,
): readonly TableColumn[] {
  const columns = header.map((text, index): Column => {
    const cells = () => rows.map((row) => row.cells[index] ?? '').filter((cell) => !isBlank(cell));
    const asked = askedFor(text, index, header, mapping);
    if (asked !== undefined) {
      const [means, role] = asked.field === '' ? [undefined, undefined] : [asked.field, 'value' as const];
      return { text, ...asked, isAsked: true, cells, means, rank: 0, role };
    }
    const meaning = meaningOf(text, currencies);
    const about = { text, header: nameOf(header, index), isAsked: false, cells, role: undefined };
    const { field: means, rank = synonymRank, currency } = meaning ?? {};
    return { ...about, means, rank, ...(currency !== undefined && { currency }) };
  });
  findDays(columns);
  findPaidAndReceived(columns);
  findIntervals(columns);
  findAmountParts(columns);
  for (const field of new Set(columns.map(({ means }) => means))) if (field !== undefined) choose(columns, field);
  return columns.map(({ header: name, means, role, rank, isAsked, currency }) => ({
    header: name,
    field: isRead(role) ? (means ?? '') : '',
    ...(means !== undefined && { means }),
    ...(role !== undefined && { role }),
    ...(currency !== undefined && { currency }),
    isGuess: !isAsked && rank >= synonymRank,
  }));
}

function isRead(role: ColumnRole | undefined): boolean {
  return role !== undefined && role !== 'rival' && role !== 'tied';
}

/** Chooses the column of a field: the one that the request names, or whose header is the name of the field. */
function choose(columns: readonly Column[], field: ImportField): void {
  const hasAsked = columns.some(({ isAsked, means }) => isAsked && means === field);
  const candidates = columns.filter(({ isAsked, means, role }) => !isAsked && means === field && role === undefined);
  if (hasAsked) return;
  const rank = Math.min(...candidates.map((one) => one.rank));
  const best = candidates.filter((one) => one.rank === rank);
  // A column without a value is no choice.
  const filled = best.length > 1 ? best.filter(({ cells }) => cells().length > 0) : best;
  const [first] = filled.length > 0 ? filled : best;
  for (const one of candidates) {
    if (filled.length > 1) one.role = filled.includes(one) ? 'tied' : undefined;
    else one.role = one === first ? 'value' : 'rival';
  }
}

const partForm = /^(.*?)(?:(day|tag)|(month|monat)|(year|jahr))$/;
const dueFields: ReadonlySet<string | undefined> = new Set(['nextPaymentDate', 'lastPaymentDate', 'startDate']);

/** Finds days that three columns have together: `Start day`, `Start month`, `Start year`. */
function findDays(columns: readonly Column[]): void {
  const byPrefix = Map.groupBy(columns, ({ text }) => partForm.exec(headerWord(text))?.[1]);
  for (const [prefix, group] of byPrefix) {
    const parts = dayPartsIn(group);
    const asked = parts.filter(({ column }) => column.isAsked);
    if (prefix === undefined || parts.length === 0 || asked.length > 1) continue;
    const others = columns.filter((column) => !parts.some((part) => part.column === column));
    const field = asked[0] === undefined ? meanings.get(prefix)?.field : asked[0].column.means;
    // Without the name of a field, only the user knows of which one the day is.
    const isNamed = prefix !== '' || asked.length > 0;
    if (isNamed ? !isDayFree(others, field) : others.some(({ means }) => dueFields.has(means))) continue;
    for (const { role, column } of parts) Object.assign(column, { role, means: field });
  }
}

/** The columns of day, month and year of a group, if each is there once. */
function dayPartsIn(group: readonly Column[]) {
  const parts = (['day', 'month', 'year'] as const).flatMap((role, at) =>
    group
      .filter(({ text }) => partForm.exec(headerWord(text))?.[at + 2] !== undefined)
      .map((column) => ({ role, column })),
  );
  return parts.map(({ role }) => role).join() === 'day,month,year' ? parts : [];
}

const dayFields = ['nextPaymentDate', 'lastPaymentDate', 'startDate', 'trialEndsOn', 'endsOn', 'cancelBefore'] as const;

function isDayFree(others: readonly Column[], field: ImportField | undefined): boolean {
  return dayFields.some((one) => one === field) && !others.some(({ means }) => means === field);
}

/** Finds two columns of which each row fills one. */
function findPaidAndReceived(columns: readonly Column[]): void {
  const [paid, received] = (paidAndReceivedIn(columns.map(({ text }) => text)) ?? []).map((index) => columns[index]);
  if (paid === undefined || received === undefined || received.isAsked) return;
  if (!paid.isAsked) Object.assign(paid, { means: 'amount', rank: synonymRank + 1 });
  Object.assign(received, { means: 'amount', role: 'received' });
}

/** Finds the counts of intervals: the numbers beside a column that says `Monthly` or `months`. */
function findIntervals(columns: readonly Column[]): void {
  const free = columns.filter(({ isAsked }) => !isAsked);
  const periods = free.filter(({ means }) => means === 'period');
  const unit = free.find(({ text }) => partOf(text) === 'unit');
  const quantities = free.filter(({ text }) => partOf(text) === 'quantity');
  const numbers = periods.filter(isCount);
  const hasWords =
    periods.length > numbers.length || columns.some(({ isAsked, means }) => isAsked && means === 'period');
  const isOfUnit = !hasWords && unit !== undefined && numbers.length + quantities.length > 0;
  if (isOfUnit) Object.assign(unit, { means: 'period' });
  for (const one of hasWords || isOfUnit ? numbers : []) one.role = 'count';
  for (const one of quantities) {
    const ofInterval = { role: 'count', means: 'period' } as const;
    Object.assign(one, isOfUnit && numbers.length === 0 ? ofInterval : { role: 'quantity' });
  }
}

function isCount({ cells }: Column): boolean {
  const values = cells();
  return (
    values.some((cell) => /^\d+$/.test(plainText(cell))) && values.every((cell) => 'problem' in readInterval(cell))
  );
}

/** Finds what else belongs to the amount: its cents, and whether it is paid or received. */
function findAmountParts(columns: readonly Column[]): void {
  if (!columns.some(({ means }) => means === 'amount')) return;
  for (const one of columns.filter(({ isAsked }) => !isAsked)) {
    const part = partOf(one.text);
    if (part === 'cents' || part === 'direction') Object.assign(one, { means: 'amount', role: part });
    // All of a column of types may be income or expense: then it is no category.
    const values = isType(one.text) ? one.cells() : [];
    const hasDirections = values.length > 0 && values.every(isDirection);
    if (hasDirections) Object.assign(one, { means: 'amount', role: 'direction' });
  }
}

/** What a mapping calls a column: its header, or its number where the header is empty or that of an earlier column. */
function nameOf(header: readonly string[], index: number): string {
  const text = header[index] ?? '';
  const isFirst = header.findIndex((one) => isSameHeader(one, text)) === index;
  return isFirst && shownHeader(text) !== '' ? shownHeader(text) : `#${index + 1}`;
}

/** The names of a mapping that a header does not have. */
export function unknownColumns(header: readonly string[], mapping: Mapping): readonly string[] {
  return Object.keys(mapping).filter((key) => {
    const number = numberOf(key);
    return number === undefined ? !header.some((text) => isSameHeader(text, key)) : number > header.length;
  });
}

/** How many words of a header are recognised. */
export function recognisedIn(header: readonly string[], currencies: CurrencyWords): number {
  return new Set(header.flatMap((text) => meaningOf(text, currencies)?.field ?? [])).size;
}

/** How many columns of a header a mapping names by their words. */
export function namedIn(header: readonly string[], mapping: Mapping): number {
  const keys = Object.keys(mapping).filter((key) => numberOf(key) === undefined);
  return keys.filter((key) => header.some((text) => isSameHeader(text, key))).length;
}

/** Whether a mapping names columns by their numbers. */
export function hasNumbers(mapping: Mapping): boolean {
  return Object.keys(mapping).some((key) => numberOf(key) !== undefined);
}

function askedFor(
  text: string,
  index: number,
  header: readonly string[],
  mapping: Mapping,
): Pick<TableColumn, 'header' | 'field'> | undefined {
  const byNumber = mapping[`#${index + 1}`];
  if (byNumber !== undefined) return { header: `#${index + 1}`, field: byNumber };
  const isFirst = header.findIndex((one) => isSameHeader(one, text)) === index;
  const key = isFirst ? Object.keys(mapping).find((one) => isSameHeader(text, one)) : undefined;
  const field = key === undefined ? undefined : mapping[key];
  return field === undefined ? undefined : { header: shownHeader(text), field };
}

/** What a header means; of an amount also in which currency. */
function meaningOf(
  text: string,
  currencies: CurrencyWords,
): (ColumnMeaning & { readonly currency?: string }) | undefined {
  const header = shownHeader(text);
  const meaning = meanings.get(headerWord(header));
  if (meaning !== undefined) return meaning;
  const [, word = '', currency = ''] = withCurrencyForm.exec(header) ?? [];
  const ofAmount = meanings.get(headerWord(word));
  const isAmount = ofAmount?.field === 'amount' && 'value' in readCurrency(currency, currencies);
  return isAmount ? { ...ofAmount, currency } : undefined;
}

function numberOf(key: string): number | undefined {
  const [, digits] = /^#([1-9]\d{0,4})$/.exec(key) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function isSameHeader(one: string, other: string): boolean {
  return shownHeader(one).toLowerCase() === shownHeader(other).toLowerCase();
}

function shownHeader(text: string): string {
  return shownText(text, headerLengthMax);
}
