import { Kind, type TObject, type TSchema } from '@sinclair/typebox';
import { withoutGuards } from '../../exports/rules/formulaGuards.ts';
import { isCalendarDay } from '../../../core/billing/days.ts';
import { hundredthsOf } from '../../../core/billing/money.ts';
import { bodyFactsOf } from '../../../core/fields/bodies.ts';
import { isMembers, type Members } from '../../../core/fields/fieldTypes.ts';
import { DetailFields, detailNames } from '../../subscriptions/detailModel.ts';
import { DetailsBody, SubscriptionDraft, writableFieldsInOrder } from '../../subscriptions/model.ts';
import { problemOf, type CsvRow } from './files/csvText.ts';
import type { ImportedPayment, ImportField, ImportRow } from './importTypes.ts';
import { remark } from './values/remarks.ts';
import { memberOf } from './members.ts';
import { RecordInProgress, rowOf, type RecordContext } from './recordInProgress.ts';
import { allowedCurrency, knownCurrency, refuseWordsBeside } from './recordMoney.ts';
import { readPrice, wordsBeside } from './values/amounts.ts';
import { hasDecimals } from './values/currencies.ts';
import { readDay } from './values/dates.ts';
import { problem, type Read } from './values/problems.ts';
import { plainText, shortened } from './values/reading.ts';
import { readFlag } from './values/words.ts';

/** The version of the JSON export. */
export const duebookVersion = 1;
/** The columns of the CSV export that tell it from other tables. */
export const duebookColumns = ['name', 'lastPaymentDate', 'notificationEnabled', 'status', 'createdAt'] as const;

const ofServer: ReadonlySet<string> = new Set<string>([
  ...bodyFactsOf(SubscriptionDraft).serverManaged,
  ...bodyFactsOf(DetailsBody).serverManaged,
]);
const known: ReadonlySet<string> = new Set<string>([...writableFieldsInOrder, ...ofServer, 'details', 'payments']);

/** The records of Duebook's JSON export: their fields are those of the API. */
export function readDuebookRecords(list: readonly unknown[], context: RecordContext): readonly ImportRow[] {
  return list.map((one, index) => {
    const row = index + 1;
    if (!isMembers(one))
      return rowOf(row, new RecordInProgress({ row, cells: {}, ...problem('recordNotAnObject') }, context));
    const record = new RecordInProgress({ row, cells: one }, context);
    const details = memberOf(one, 'details') ?? {};
    if (!isMembers(details)) record.refuse('', problem('detailsNotAnObject').problem);
    noteUnknown(record, one, details);
    record.fileId = idOf(memberOf(one, 'id'));
    return completed(row, record, one, isMembers(details) ? details : {});
  });
}

/** The records of Duebook's CSV export. A spreadsheet may have changed how its days and numbers are written. */
export function readDuebookTable(
  header: readonly string[],
  rows: readonly CsvRow[],
  context: RecordContext,
): readonly ImportRow[] {
  return rows.map((row, index) => {
    const named = Object.fromEntries(header.map((name, at) => [name.trim(), withoutGuards(row.cells[at] ?? '')]));
    const source = { row: index + 1, cells: named, ...problemOf(row, header.length) };
    const record = new RecordInProgress(source, context);
    const { amount, currency } = named;
    if (typeof currency === 'string') refuseWordsBeside(record, wordsBeside(amount), currency.trim().toUpperCase());
    record.fileId = idOf(memberOf(named, 'id'));
    const cells = Object.entries(named).filter(([name, cell]) => cell.trim() !== '' && !isDetail(name));
    noteUnknown(record, Object.fromEntries(cells), {});
    const typed = ({ properties }: TObject) => {
      const fields = Object.entries(properties) as [ImportField, TSchema][];
      return Object.fromEntries(
        fields.map(([name, field]) => [name, typedCell(record, name, memberOf(named, name), field)]),
      );
    };
    const members = typed(SubscriptionDraft);
    const payments = jsonOf(memberOf(named, 'payments'));
    return completed(index + 1, record, { ...members, payments }, typed(DetailFields));
  });
}

function completed(row: number, record: RecordInProgress, members: Members, details: Members): ImportRow {
  for (const name of writableFieldsInOrder) {
    const value = memberOf(members, name);
    if (value !== undefined && value !== null) record.draft[name] = value;
  }
  for (const name of detailNames) {
    const value = memberOf(details, name);
    if (!isEmpty(value)) record.details[name] = value;
  }
  const { draft } = record;
  record.hasDueDate = record.fileId !== undefined && Object.hasOwn(draft, 'lastPaymentDate');
  if (draft['category'] === undefined && !record.hasFault('')) record.assumeCategory();
  for (const name of SubscriptionDraft.required as ImportField[]) record.require(name, `Add ${name} to the record.`);
  refuseCurrency(record);
  return rowOf(row, record, paymentsOf(record, memberOf(members, 'payments')));
}

/** The id of a record, in the form in which ids are stored; undefined without one. */
function idOf(value: unknown): string | undefined {
  const text = plainText(value).toLowerCase();
  return /^[\da-f-]{36}$/.test(text) ? text : undefined;
}

function refuseCurrency(record: RecordInProgress): void {
  const { currency } = record.draft;
  if (typeof currency !== 'string') return;
  const allowed = allowedCurrency(currency, record.context.currencies);
  if ('value' in allowed) return;
  record.refuse('currency', allowed.problem);
  delete record.draft['currency'];
}

function noteUnknown({ notes }: RecordInProgress, members: Members, details: unknown): void {
  const names = [
    ...Object.keys(members).filter((name) => !known.has(name)),
    ...(isMembers(details) ? Object.keys(details) : []).filter((name) => !ofServer.has(name) && !isDetail(name)),
  ];
  const shownMax = 5;
  for (const name of names.slice(0, shownMax)) notes.push(remark('unknownField', { field: shortened(name) }));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function isDetail(name: string): boolean {
  return detailNames.some((one) => one === name);
}

/** A cell as the value that the field has in JSON; undefined for an empty one. */
function typedCell(record: RecordInProgress, name: ImportField, cell: unknown, field: TSchema): unknown {
  if (typeof cell !== 'string' || cell === '') return undefined;
  const kind = field[Kind];
  if (kind === 'Amount') {
    const read = readPrice(cell, record.context, hasDecimals(plainText(record.cells.currency)));
    const amount = record.take(name, read);
    return record.hasFault(name) ? undefined : amount;
  }
  if (kind === 'CalendarDay') return record.take(name, readDay(cell, record.context));
  if (kind === 'Flag') return record.take(name, readFlag(cell));
  if (kind === 'WholeNumber') return /^\d{1,9}$/.test(cell.trim()) ? Number(cell) : cell;
  return ['LabelList', 'Duration', 'PriceStepList'].includes(kind) ? jsonOf(cell) : cell;
}

/** The value of a cell that holds JSON; the text of any other. */
function jsonOf(cell: unknown): unknown {
  if (typeof cell !== 'string' || cell === '') return undefined;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

function paymentsOf(record: RecordInProgress, value: unknown): readonly ImportedPayment[] {
  if (value === undefined || value === null) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((one, index) => {
    const read = paymentOf(one, index, record.context);
    const payment = 'value' in read ? read.value : undefined;
    if ('problem' in read) record.refuse('payments', read.problem);
    return payment === undefined ? [] : [payment];
  });
}

function paymentOf(value: unknown, index: number, { currencies }: RecordContext): Read<ImportedPayment> {
  const [dueOn, paidOn, amount, currency, source] = ['dueOn', 'paidOn', 'amount', 'currency', 'source'].map((name) =>
    memberOf(value, name),
  );
  const isDay = (day: unknown): day is string => typeof day === 'string' && isCalendarDay(day);
  const isAmount = typeof amount === 'number' && hundredthsOf(amount) !== undefined;
  const isSource = source === 'manual' || source === 'automatic';
  if (!isDay(dueOn) || !isDay(paidOn) || !isAmount || typeof currency !== 'string' || !isSource) {
    return problem('paymentInvalid', { payment: index + 1 });
  }
  const isKnown = 'value' in knownCurrency(currency, currencies);
  if (!isKnown) return problem('paymentCurrency', { payment: index + 1, currency: shortened(currency) });
  return { value: { dueOn, paidOn, amount, currency, source } };
}
