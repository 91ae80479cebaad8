import { describe, expect, test } from 'bun:test';
import type { ImportOptions } from '../../../../src/modules/imports/rules/importTypes.ts';
import { readImport } from '../../../../src/modules/imports/rules/readImport.ts';
import { contractCurrencies as currencies } from '../../../../src/core/billing/currencies.ts';

const options: ImportOptions = { format: 'auto', currencies, today: '2026-11-23' };

function read(content: string | Uint8Array, more: Partial<ImportOptions> = {}) {
  const reading = readImport(typeof content === 'string' ? Buffer.from(content) : content, { ...options, ...more });
  if ('unreadable' in reading) throw new Error(reading.unreadable.message);
  return reading;
}

function refusal(content: string | Uint8Array, more: Partial<ImportOptions> = {}) {
  const reading = readImport(typeof content === 'string' ? Buffer.from(content) : content, { ...options, ...more });
  if ('rows' in reading) throw new Error('the file was read');
  return reading.unreadable;
}

describe('a table whose columns leave a choice', () => {
  const columnsIn = (...lines: readonly string[]) =>
    'columns' in read(lines.join('\n')) && read(lines.join('\n')).columns?.map(({ header, field }) => [header, field]);

  test('names columns without a header, or with that of another one, by their numbers', () => {
    expect(columnsIn('Name,,Colour,colour', 'Rent,1,red,blue')).toEqual([
      ['Name', 'name'],
      ['#2', ''],
      ['Colour', ''],
      ['#4', ''],
    ]);
    const { rows } = read('Name,,Colour,colour\nRent,800,red,EUR', { mapping: { '#2': 'amount', '#4': 'currency' } });
    expect(rows[0]?.draft).toMatchObject({ name: 'Rent', amount: 800, currency: 'EUR' });
  });

  test('takes no amount of two, and no total', () => {
    expect(columnsIn('Name,Price,Price (USD)', 'Rent,1,2')).toEqual([
      ['Name', 'name'],
      ['Price', ''],
      ['Price (USD)', ''],
    ]);
    expect(columnsIn('Name,Total,Price,Next', 'Rent,1,2,2027-01-01')).toEqual([
      ['Name', 'name'],
      ['Total', ''],
      ['Price', 'amount'],
      ['Next', 'nextPaymentDate'],
    ]);
    const mapping = { 'Price (USD)': 'amount' } as const;
    expect(read('Name,Price,Price (USD)\nRent,1,2', { mapping }).rows[0]?.draft).toMatchObject({ amount: 2 });
  });
});

describe('what is no table', () => {
  test('is refused: bytes that are no text, nothing but delimiters, a form around a file', () => {
    const noise = Uint8Array.from({ length: 50_000 }, (_, index) => (index * index * 7 + (index >> 3)) % 256);
    for (const bytes of [new Uint8Array(10_000), noise]) expect(refusal(bytes).message).toBe('The file is not a text.');
    expect(refusal(','.repeat(100_000)).code).toBe('unreadable_import');
    const form = '--x1\r\nContent-Disposition: form-data; name="file"\r\n\r\nName,Price\r\nRent,1\r\n--x1--\r\n';
    expect(refusal(form).suggestedFix).toContain('--data-binary');
  });
});
