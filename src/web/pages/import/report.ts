import { periods } from '../../../core/billing/periodTable.ts';
import type { Problem, Schemas } from '../../api/answers.ts';
import type { BillingPeriod } from '../../format/intervals.ts';

export const outcomes = ['created', 'updated', 'skipped', 'failed'] as const;

/** One of `outcomes`. Before the import, `failed` rows wait for an answer. */
export type Outcome = (typeof outcomes)[number];

export type RowFault = Pick<Problem, 'code' | 'message' | 'field' | 'suggestedFix' | 'reason'>;

/** What a row looks like: a subscription that is stored already, or an earlier row. */
export type Existing = Schemas['ImportDuplicate'];

/** What a dry run or an import says about a row. */
export interface ReportRow extends Omit<Schemas['ImportResult'], 'error'> {
  readonly error?: RowFault | undefined;
  /** The user leaves it out, or has added it by hand. */
  readonly isLeftOut?: 'left out' | 'added' | undefined;
}

export type Decision = 'leaveOut' | 'create' | 'update';

const decided = { create: 'created', update: 'updated', leaveOut: 'skipped' } as const;

/**
 * A row with what the user decides about it. One that only has the name of a subscription waits for an answer.
 *
 * @param addedId the subscription that was added by hand in its place
 */
export function withDecision(row: ReportRow, decision: Decision | undefined, addedId: string | undefined): ReportRow {
  if (addedId !== undefined) return { ...row, outcome: 'created', id: addedId, error: undefined, isLeftOut: 'added' };
  if (decision !== undefined) {
    const isLeftOut = decision === 'leaveOut' && existingOf(row) === undefined ? 'left out' : undefined;
    return { ...row, outcome: decided[decision], isLeftOut };
  }
  return row;
}

export function existingOf({ duplicateOf, sameNameAs }: ReportRow): Existing | undefined {
  return duplicateOf ?? sameNameAs;
}

export function countsOf(rows: readonly ReportRow[]): Readonly<Record<Outcome, number>> {
  const counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const { outcome, isLeftOut } of rows) if (isLeftOut !== 'added') counts[outcome] += 1;
  return counts;
}

/** How many of the rows that are added have notifications off. */
export function silentIn(rows: readonly ReportRow[]): number {
  return rows.filter(({ outcome, draft }) => outcome === 'created' && draft?.['notificationEnabled'] === false).length;
}

export type RowFilter = Outcome | 'all';

/** What the list shows: what was chosen, as long as there are such rows; before a choice, the open rows if there are any. */
export function filterOf(counts: Readonly<Record<Outcome, number>>, chosen: RowFilter | undefined): RowFilter {
  const wanted = chosen ?? 'failed';
  return wanted !== 'all' && counts[wanted] === 0 ? 'all' : wanted;
}

export function shownRows(rows: readonly ReportRow[], filter: RowFilter): readonly ReportRow[] {
  return filter === 'all' ? rows : rows.filter(({ outcome }) => outcome === filter);
}

/** Whether the next payment of a row is known: nothing is wrong with it, or only its currency has to be chosen. */
export function isScheduleKnown({ error }: Pick<ReportRow, 'error'>): boolean {
  return error === undefined || error.field === 'currency';
}

/** Row numbers as a parameter of the import has them: `3,8-12`. */
export function rangesText(rows: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const row of rows.toSorted((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] === row - 1) range[1] = row;
    else ranges.push([row, row]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',');
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
export type AmbiguousSymbol = Schemas['ImportSymbol'];

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
