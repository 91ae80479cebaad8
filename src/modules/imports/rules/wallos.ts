import type { CsvRow } from './files/csvText.ts';
import { payersIn, type Cells, type SourceRecord } from './recordInProgress.ts';
import { isMembers, type Members } from '../../../core/fields/fieldTypes.ts';
import { memberOf, recordsFrom } from './members.ts';
import { problem } from './values/problems.ts';
import { plainText, quoted } from './values/reading.ts';

/** The columns of Wallos' export that tell it from other tables, and those that it also may have. */
export const wallosColumns = {
  needed: ['Name', 'Payment Cycle', 'Next Payment', 'Price', 'Paid By'],
  others: 'Renewal|Category|Payment Method|Notes|URL|State|Notifications|Cancellation Date|Active'.split('|'),
} as const;
/** The columns of the exports of Wallos before version 2.41, which do not say how often something is paid. */
export const wallosColumnsBefore = {
  needed: ['Name', 'Next Payment', 'Price', 'Paid By', 'State', 'Notifications'],
  others: 'Renewal|Category|Categpry|Payment Method|Notes|URL|Cancellation Date|Active'.split('|'),
} as const;
/** The members of a subscription in the API of Wallos that tell it from others. */
export const wallosMembers = ['name', 'price', 'currency_id', 'cycle', 'frequency'] as const;

const unitsOfCycles: Readonly<Record<string, string>> = { '1': 'days', '2': 'weeks', '3': 'months', '4': 'years' };
const onceCycle = '5';
const noCategory = 'No category';
// Wallos stores texts in the form that they have in HTML; the names of payment methods with `&apos;`.
const entities: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#039;', "'"],
  ['&apos;', "'"],
]);

/** The records of an export page of Wallos, as JSON. */
export function wallosExport(list: readonly unknown[]): readonly SourceRecord[] {
  return recordsOf(list, cellsOfExport, 'Paid By');
}

/** The same records as CSV. Wallos quotes no texts, so a line break in notes has broken their row: it is put together again. */
export function wallosTable(header: readonly string[], rows: readonly CsvRow[]): readonly SourceRecord[] {
  const whole: CsvRow[] = [];
  let broken: CsvRow | undefined;
  for (const row of rows) {
    // A row that is whole is no rest of a broken one, which then was cut.
    if (broken !== undefined && row.cells.length >= header.length) {
      whole.push(broken);
      broken = undefined;
    }
    const joint: CsvRow = broken === undefined ? row : joined(broken, row);
    broken = joint.cells.length < header.length ? joint : undefined;
    if (broken === undefined) whole.push(joint);
  }
  if (broken !== undefined) whole.push(broken);
  const members = whole.map(({ cells }) =>
    Object.fromEntries(header.map((name, at) => [name.trim(), cells[at] ?? ''])),
  );
  const records = wallosExport(members);
  return records.map((record, index) => ({ ...record, ...problemOfRow(whole[index], header.length) }));
}

/** The records of the call `get_subscriptions` of Wallos' API. */
export function wallosAnswer(list: readonly unknown[]): readonly SourceRecord[] {
  return recordsOf(list, cellsOfAnswer, 'payer_user_name');
}

function recordsOf(
  list: readonly unknown[],
  cellsOf: (members: Members) => Cells,
  payer: string,
): readonly SourceRecord[] {
  const payerOf = payersIn(list.map((one) => memberOf(one, payer)));
  return recordsFrom(list, (written) => {
    const members = asWritten(written);
    return { cells: cellsOf(members), ...payerOf(memberOf(members, payer)) };
  });
}

/** The members of a record with their texts as somebody has written them. */
function asWritten(members: Members): Members {
  const pairs = Object.entries(members).map(([name, value]) => [
    name,
    typeof value === 'string' ? decoded(value) : value,
  ]);
  return Object.fromEntries(pairs) as Members;
}

/** A text without HTML entities, once: `&amp;lt;` stands for `&lt;`. */
function decoded(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#039|apos);/g, (entity) => entities.get(entity) ?? entity);
}

function problemOfRow(row: CsvRow | undefined, columns: number) {
  if (row === undefined || (row.cells.length === columns && !row.isMisquoted)) return {};
  return problem('rowOfWallos');
}

function joined(broken: CsvRow, { cells: [first = '', ...rest], isMisquoted }: CsvRow): CsvRow {
  const cells = [...broken.cells.slice(0, -1), `${broken.cells.at(-1) ?? ''}\n${first}`, ...rest];
  return { cells, isMisquoted: broken.isMisquoted || isMisquoted };
}

/** Wallos has one state beside the active one, and says it in two columns; a date of cancellation is when it reminds. */
function cellsOfExport(members: Members): Cells {
  const cell = (name: string) => memberOf(members, name);
  return {
    name: cell('Name'),
    // Wallos has misspelt it for some time.
    category: withoutNone(cell('Category') ?? cell('Categpry')),
    amount: cell('Price'),
    period: cell('Payment Cycle'),
    nextPaymentDate: cell('Next Payment'),
    status: cell('Active') ?? cell('State'),
    notificationEnabled: cell('Notifications'),
    autoRenew: cell('Renewal'),
    cancelBefore: cell('Cancellation Date'),
    paymentMethod: cell('Payment Method'),
    notes: cell('Notes'),
    url: cell('URL'),
  };
}

function cellsOfAnswer(members: Members): Cells {
  const cell = (name: string) => memberOf(members, name);
  const isReplaced = plainText(cell('replacement_subscription_id')) !== '';
  const isInactive = plainText(cell('inactive')) === '1' || cell('inactive') === true;
  const inactive = isReplaced ? 'cancelled' : 'inactive';
  return {
    name: cell('name'),
    category: withoutNone(cell('category_name')),
    amount: cell('price'),
    currency: cell('currency_id'),
    period: periodOf(cell('cycle'), cell('frequency')),
    nextPaymentDate: cell('next_payment'),
    startDate: cell('start_date'),
    status: isInactive ? inactive : 'active',
    notificationEnabled: cell('notify'),
    autoRenew: cell('auto_renew'),
    cancelBefore: cell('cancellation_date'),
    paymentMethod: cell('payment_method_name'),
    notes: cell('notes'),
    url: cell('url'),
  };
}

function periodOf(cycle: unknown, frequency: unknown): string {
  const unit = unitsOfCycles[plainText(cycle)];
  if (unit !== undefined) return `every ${plainText(frequency)} ${unit}`;
  return plainText(cycle) === onceCycle ? 'once' : `cycle ${quoted(cycle)}`;
}

function withoutNone(category: unknown): unknown {
  return category === noCategory ? undefined : category;
}

/** Whether a JSON file is an answer of Wallos' API: also one without subscriptions. */
export function isWallosAnswer(value: unknown): boolean {
  return isMembers(value) && Object.hasOwn(value, 'success') && memberOf(value, 'title') === 'subscriptions';
}
