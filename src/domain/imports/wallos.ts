import type { CsvRow } from './files/csvText.ts';
import type { Cells, SourceRecord } from './recordInProgress.ts';
import { isMembers, memberOf, recordMembers, type Members } from './members.ts';
import { plainText, problem, quoted } from './values/reading.ts';

/** The columns of Wallos' export that tell it from other tables. */
export const wallosColumns = ['Name', 'Payment Cycle', 'Next Payment', 'Price'] as const;
/** The members of a subscription in the API of Wallos that tell it from others. */
export const wallosMembers = ['name', 'price', 'currency_id', 'cycle', 'frequency'] as const;

const unitsOfCycles: Readonly<Record<string, string>> = { '1': 'days', '2': 'weeks', '3': 'months', '4': 'years' };
const onceCycle = '5';
const noCategory = 'No category';

/** The records of an export page of Wallos, as JSON. */
export function wallosExport(list: readonly unknown[]): readonly SourceRecord[] {
  return list.map((one, index) => {
    const read = recordMembers(one);
    const row = index + 1;
    return 'problem' in read ? { row, cells: {}, problem: read.problem } : { row, cells: cellsOfExport(read.value) };
  });
}

/** The same records as CSV. Wallos quotes no texts, so a line break in notes has broken their row: it is put together again. */
export function wallosTable(header: readonly string[], rows: readonly CsvRow[]): readonly SourceRecord[] {
  const records: SourceRecord[] = [];
  let broken: string[] | undefined;
  for (const { cells } of rows) {
    const whole: string[] = broken === undefined ? [...cells] : joined(broken, cells);
    broken = whole.length < header.length ? whole : undefined;
    if (broken === undefined) records.push(recordOf(header, whole, records.length + 1));
  }
  if (broken !== undefined) records.push(recordOf(header, broken, records.length + 1));
  return records;
}

/** The records of the call `get_subscriptions` of Wallos' API. */
export function wallosAnswer(list: readonly unknown[]): readonly SourceRecord[] {
  return list.map((one, index) => {
    const read = recordMembers(one);
    const row = index + 1;
    return 'problem' in read ? { row, cells: {}, problem: read.problem } : { row, ...fromAnswer(read.value) };
  });
}

function recordOf(header: readonly string[], cells: readonly string[], row: number): SourceRecord {
  const members = Object.fromEntries(header.map((name, index) => [name.trim(), cells[index] ?? '']));
  const record = { row, cells: cellsOfExport(members) };
  if (cells.length === header.length) return record;
  const found = problem(
    `The row has ${cells.length} cells, and the header ${header.length}.`,
    'Export the records from Wallos as JSON, and import that file.',
  );
  return { ...record, ...found };
}

function joined(broken: readonly string[], [first = '', ...rest]: readonly string[]): string[] {
  return [...broken.slice(0, -1), `${broken.at(-1) ?? ''}\n${first}`, ...rest];
}

/** Wallos has one state beside the active one, and says it in two columns; a date of cancellation is when it reminds. */
function cellsOfExport(members: Members): Cells {
  const cell = (name: string) => memberOf(members, name);
  return {
    name: cell('Name'),
    category: withoutNone(cell('Category')),
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

function fromAnswer(members: Members): Pick<SourceRecord, 'cells' | 'notes'> {
  const cell = (name: string) => memberOf(members, name);
  const isReplaced = plainText(cell('replacement_subscription_id')) !== '';
  const isInactive = plainText(cell('inactive')) === '1' || cell('inactive') === true;
  const inactive = isReplaced ? 'cancelled' : 'inactive';
  return {
    cells: {
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
    },
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
