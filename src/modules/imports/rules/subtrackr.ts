import { problemOf, type CsvRow } from './files/csvText.ts';
import { memberOf, recordsFrom } from './members.ts';
import { leftOut, type SourceRecord } from './recordInProgress.ts';
import type { Remark } from './values/remarks.ts';
import { intervalWords, readInterval, times } from './values/periods.ts';
import { plainText } from './values/reading.ts';

/** The columns of SubTrackr's export that tell it from other tables, and those that it also may have. */
export const subtrackrColumns = {
  needed: ['Name', 'Cost', 'Schedule', 'Renewal Date', 'Usage'],
  others:
    'ID|Category|Currency|Schedule Interval|Status|Payment Method|Account|Start Date|Cancellation Date|URL|Notes|Created At'.split(
      '|',
    ),
} as const;
/** The members of a record of SubTrackr that tell it from others. */
export const subtrackrMembers = ['name', 'cost', 'schedule', 'renewal_date'] as const;

const everyForm = /^\s*every\b/i;

/** The records of an export or a backup of SubTrackr, as JSON. */
export function subtrackrExport(list: readonly unknown[]): readonly SourceRecord[] {
  return recordsFrom(list, (members) => {
    const cell = (name: string) => memberOf(members, name);
    return {
      cells: {
        ...shared(cell),
        amount: cell('cost'),
        currency: cell('original_currency'),
        category: memberOf(cell('category'), 'name'),
        notificationEnabled: cell('reminder_enabled'),
      },
      notes: notesOf(cell),
    };
  });
}

/** The records of a CSV export of SubTrackr. */
export function subtrackrTable(header: readonly string[], rows: readonly CsvRow[]): readonly SourceRecord[] {
  return rows.map((source, index) => {
    const members = Object.fromEntries(header.map((name, at) => [name.trim(), source.cells[at] ?? '']));
    const names: Readonly<Record<string, string>> = { url: 'URL' };
    const cell = (name: string) => memberOf(members, names[name] ?? titled(name));
    return {
      row: index + 1,
      cells: { ...shared(cell), amount: cell('cost'), currency: cell('currency'), category: cell('category') },
      notes: notesOf(cell),
      ...problemOf(source, header.length),
    };
  });
}

/** `renewal_date` as the header of the table has it: `Renewal Date`. */
function titled(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim();
}

function shared(cell: (name: string) => unknown): SourceRecord['cells'] {
  return {
    name: cell('name'),
    period: periodOf(cell('schedule'), cell('schedule_interval')),
    startDate: cell('start_date'),
    nextPaymentDate: cell('renewal_date'),
    endsOn: cell('cancellation_date'),
    status: cell('status'),
    paymentMethod: plainText(cell('payment_method')) === '' ? cell('account') : cell('payment_method'),
    url: cell('url'),
    notes: cell('notes'),
  };
}

/** What a record of Duebook has no field for. */
function notesOf(cell: (name: string) => unknown): readonly Remark[] {
  const isMethod = plainText(cell('payment_method')) === '';
  return [...(isMethod ? [] : leftOut('accountLeftOut', cell('account'))), ...leftOut('usageLeftOut', cell('usage'))];
}

/** A schedule as often as its interval says; SubTrackr takes 0 for 1. The table has the interval in the words already: `Every 2 Weeks`. */
function periodOf(schedule: unknown, interval: unknown): unknown {
  const stated = plainText(interval);
  const factor = stated === '' || stated === '0' ? 1 : Number(stated);
  if (factor === 1 || everyForm.test(plainText(schedule))) return schedule;
  const read = readInterval(schedule);
  if ('problem' in read || typeof read.value !== 'object') return schedule;
  const product = times(read.value, factor, `${plainText(schedule)} × ${plainText(interval)}`);
  return 'problem' in product ? `${plainText(schedule)} × ${plainText(interval)}` : intervalWords(product.value);
}
