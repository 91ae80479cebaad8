import { faultOf, type FaultyField, type ImportedPayment, type ImportField, type ImportRow } from './importTypes.ts';
import { keyOf } from './columnParts.ts';
import { categoryForNone, remark, type Remark, type RemarkCode } from './values/remarks.ts';
import type { AmountContext } from './values/amounts.ts';
import type { CurrencyWords } from './values/currencies.ts';
import type { DateContext } from './values/dates.ts';
import { problem, type Problem, type Read } from './values/problems.ts';
import { isBlank, plainText, shortened, shownText } from './values/reading.ts';
import type { StatedStatus } from './values/words.ts';

/** The values of one record of a file, by what they mean. */
export type Cells = Readonly<Partial<Record<ImportField, unknown>>>;

/** One record of a file whose values are not read yet. */
export interface SourceRecord {
  /** Its place in the file from 1. */
  readonly row: number;
  readonly cells: Cells;
  /** What is wrong with the record as a whole. */
  readonly problem?: Problem;
  /** What is wrong with the values of fields: what several columns say of one. */
  readonly faults?: readonly FieldFault[];
  readonly notes?: readonly Remark[];
  /** Who pays, if several people do. Duebook has no field for it. */
  readonly payer?: string;
}

/** What is wrong with a field. */
interface FieldFault {
  readonly field: FaultyField;
  readonly problem: Problem;
}

/** A function that says who pays for a record, and notes it, if several people pay for those of a file. */
export function payersIn(payers: readonly unknown[]): (payer: unknown) => Pick<SourceRecord, 'payer' | 'notes'> {
  const areSeveral = new Set(payers.map(plainText)).size > 1;
  return (payer) => (areSeveral ? { payer: plainText(payer), notes: leftOut('payerLeftOut', payer) } : {});
}

/** The note about a value for which a record has no field; none when there is no value. */
export function leftOut(code: RemarkCode, value: unknown): readonly Remark[] {
  return isBlank(value) || plainText(value) === '' ? [] : [remark(code, { value: shortened(plainText(value)) })];
}

/** How the values of a file are read. */
export interface RecordContext extends DateContext, AmountContext {
  readonly currencies: CurrencyWords;
  /** The current day, `YYYY-MM-DD`. */
  readonly today: string;
  /** What no record of a file has, and why. */
  readonly lacks?: Readonly<Partial<Record<ImportField, Problem>>>;
  /** The currency of amounts that have none, as the header of their column says it. */
  readonly currencyOfColumn?: string;
  /** The header of a column of a table that was not recognised. */
  readonly freeColumn?: string;
  /** The column from which ends are taken, if its header only may mean them. */
  readonly endColumn?: { readonly header: string; readonly isExpiry: boolean };
}

/** A record while it is read: what was found so far. */
export class RecordInProgress {
  readonly draft: Record<string, unknown> = {};
  readonly details: Record<string, unknown> = {};
  readonly faults: FieldFault[] = [];
  readonly notes: Remark[] = [];
  readonly context: RecordContext;
  readonly cells: Cells;
  status: StatedStatus | undefined;
  skip: Remark | undefined;
  fileId: string | undefined;
  readonly payer: string | undefined;
  assumesCategory = false;
  hasDueDate = false;
  nextPaymentDate: string | undefined;

  constructor({ cells, problem: found, faults = [], notes = [], payer }: SourceRecord, context: RecordContext) {
    this.cells = cells;
    this.payer = payer;
    this.context = context;
    this.notes.push(...notes);
    if (found !== undefined) this.refuse('', found);
    for (const fault of faults) this.refuse(fault.field, fault.problem);
  }

  /** Takes note of what is wrong with a field; only the first fault of a field counts. */
  refuse(field: FaultyField, found: Problem): void {
    if (!this.hasFault(field)) this.faults.push({ field, problem: found });
  }

  /** Gives the record a category, since the file names none. */
  assumeCategory(): void {
    this.draft['category'] = categoryForNone;
    this.notes.push(remark('categoryMissing', { category: categoryForNone }));
    this.assumesCategory = true;
  }

  /** Whether a field has a fault. */
  hasFault(field: FaultyField): boolean {
    return this.faults.some((fault) => fault.field === field);
  }

  /** The value that was read of a field; undefined when there is none or it has a fault. */
  take<Value>(field: ImportField, read: Read<Value>): Value | undefined {
    if ('value' in read) return read.value;
    this.refuse(field, read.problem);
    return undefined;
  }

  /**
   * Refuses the record for a field that it needs and does not have.
   *
   * @param sources the fields of the file that it follows from
   */
  require(field: ImportField, suggestedFix: string, sources: readonly ImportField[] = [field]): void {
    if (this.draft[field] !== undefined) return;
    const { freeColumn, lacks } = this.context;
    const isMapped = freeColumn === undefined || sources.some((source) => Object.hasOwn(this.cells, source));
    const fix = isMapped
      ? suggestedFix
      : `Say which column has it, such as mapping=${keyOf(freeColumn)}:${sources[0]}.`;
    this.refuse(field, lacks?.[field] ?? problem('missing', { field }, fix).problem);
  }
}

const shownLengthMax = 120;
// The longest text that a row keeps although it is too long to be written.
const keptLengthMax = 4000;

/** The row of a record that was read. */
export function rowOf(row: number, record: RecordInProgress, payments?: readonly ImportedPayment[]): ImportRow {
  const draft = withoutLongTexts(record, record.draft);
  const details = withoutLongTexts(record, record.details);
  const { cells, fileId, payer, assumesCategory, hasDueDate, nextPaymentDate, faults, notes, skip } = record;
  return {
    row,
    name: shownText(plainText(cells.name), shownLengthMax),
    fileId,
    payer,
    draft,
    assumesCategory: assumesCategory || undefined,
    hasDueDate: hasDueDate || undefined,
    nextPaymentDate,
    details: Object.keys(details).length > 0 ? details : undefined,
    payments: payments?.length === 0 ? undefined : payments,
    faults: faults.map(({ field, problem: found }) => faultOf(field, found)),
    notes,
    skip,
  };
}

/** Adds a member unless its value is undefined. */
export function setIfPresent(members: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) members[name] = value;
}

/** The members without texts that are too long even to be shown. */
function withoutLongTexts(
  record: RecordInProgress,
  members: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const kept = Object.entries(members).filter(([field, value]) => {
    const isList = typeof value === 'object' && value !== null;
    // A list takes some characters more as JSON.
    const length = isList ? JSON.stringify(value).length / 4 : typeof value === 'string' ? value.length : 0;
    if (length <= keptLengthMax) return true;
    record.refuse(field as ImportField, problem('tooLong', { field, max: keptLengthMax }).problem);
    return false;
  });
  return Object.fromEntries(kept);
}
