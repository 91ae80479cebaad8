import type { ImportOptions } from '../../src/modules/imports/rules/importTypes.ts';
import { readImport } from '../../src/modules/imports/rules/readImport.ts';
import { contractCurrencies as currencies } from '../../src/core/billing/currencies.ts';

/** How the tables are read. */
export const options: ImportOptions = { format: 'csv', currencies, today: '2026-11-23' };
/** A mapping of a request. */
export type Mapping = NonNullable<ImportOptions['mapping']>;
/** Cells by their headers. */
export type Table = Readonly<Record<string, string>>;

/** The first row of a table with a record, whose columns are given in order. */
export function readRow(table: readonly (readonly [header: string, cell: string])[], mapping: Mapping = {}) {
  const lines = [table.map(([header]) => header), table.map(([, cell]) => cell)].map((cells) => cells.join(';'));
  const reading = readImport(Buffer.from(lines.join('\n')), { ...options, mapping });
  if ('unreadable' in reading) throw new Error(reading.unreadable.message);
  const [row] = reading.rows;
  if (row === undefined) throw new Error('no row');
  const columns = (reading.columns ?? []).map(({ header, field, candidateFor }) => [header, field, candidateFor]);
  return { ...row, columns, reasons: row.faults.map(({ field, reason }) => `${field} ${reason.code}`) };
}

/** A whole record. */
export const whole = { name: 'A', amount: '12', currency: 'EUR', period: 'monthly', nextPaymentDate: '2027-01-31' };

/** A whole record, some of whose columns are replaced by others. */
export function readRowWith(others: Table, without: readonly string[] = [], mapping: Mapping = {}) {
  const kept = Object.entries(whole).filter(([header]) => !without.includes(header));
  return readRow([...kept, ...Object.entries(others)], mapping);
}
