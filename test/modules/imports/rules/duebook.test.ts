import { describe, expect, test } from 'bun:test';
import type { ImportOptions } from '../../../../src/modules/imports/rules/importTypes.ts';
import { readImport } from '../../../../src/modules/imports/rules/readImport.ts';
import { sentenceOf } from '../../../../src/modules/imports/rules/values/remarks.ts';
import { contractCurrencies as currencies } from '../../../../src/core/billing/currencies.ts';

const options: ImportOptions = { format: 'auto', currencies, today: '2026-11-23' };
const payment = { dueOn: '2026-10-31', paidOn: '2026-11-01', amount: 8.99, currency: 'EUR', source: 'manual' } as const;
const stored = {
  id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
  name: '=Netflix',
  category: 'Streaming',
  amount: 1234.5,
  currency: 'EUR',
  period: 'custom',
  customDate: '91',
  lastPaymentDate: '2026-10-31',
  nextPaymentDate: '2027-01-31',
  notificationEnabled: false,
  status: 'cancelled',
  createdAt: '2026-06-16T08:00:00.000Z',
  updatedAt: '2026-06-16T08:00:00.000Z',
};
const details = {
  notes: ' two\r\nlines ',
  url: null,
  paymentMethod: 'Visa; debit',
  tags: ['a, b', '"c"'],
  trialEndsOn: null,
  endsOn: '2027-06-15',
  cancelBefore: null,
  termEndsOn: null,
  termMonths: 12,
  noticePeriod: { count: 1, unit: 'months' },
  keepThrough: null,
  anchorDay: 31,
  autoRenew: false,
  everyMonths: 3,
  priceSteps: [
    { from: '2027-01-01', amount: 12.99 },
    { from: '2027-06-01', amount: 0 },
  ],
  amountVaries: true,
};
const expected = {
  row: 1,
  name: '=Netflix',
  fileId: stored.id,
  hasDueDate: true as const,
  draft: {
    name: '=Netflix',
    category: 'Streaming',
    amount: 1234.5,
    currency: 'EUR',
    period: 'custom',
    customDate: '91',
    lastPaymentDate: '2026-10-31',
    notificationEnabled: false,
    status: 'cancelled',
  },
  details: {
    notes: ' two\r\nlines ',
    paymentMethod: 'Visa; debit',
    tags: ['a, b', '"c"'],
    endsOn: '2027-06-15',
    termMonths: 12,
    noticePeriod: { count: 1, unit: 'months' },
    anchorDay: 31,
    autoRenew: false,
    everyMonths: 3,
    priceSteps: details.priceSteps,
    amountVaries: true,
  },
  payments: [payment],
  faults: [],
  notes: [],
};

function read(content: string) {
  const reading = readImport(Buffer.from(content), options);
  if ('unreadable' in reading) throw new Error(reading.unreadable.message);
  expect(reading.format).toBe('duebook');
  return reading.rows;
}

const asJson = (...subscriptions: readonly unknown[]) =>
  JSON.stringify({ format: 'duebook', version: 1, subscriptions });

function asCsv(values: Readonly<Record<string, unknown>>): string {
  const cell = (value: unknown) => {
    const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
    return `"${text.replaceAll('"', '""')}"`;
  };
  return `\ufeff${Object.keys(values).join()}\r\n${Object.values(values).map(cell).join()}\r\n`;
}

describe("Duebook's own export", () => {
  test('JSON: a record comes back as it was, with its details and payments', () => {
    expect(read(asJson({ ...stored, details, payments: [payment] }))).toEqual([expected]);
  });

  test('CSV: the same', () => {
    expect(read(asCsv({ ...stored, ...details, payments: [payment] }))).toEqual([expected]);
  });

  test('CSV: also after a spreadsheet has written its dates and numbers in another way', () => {
    const changed = { ...stored, amount: '1.234,50', lastPaymentDate: '31.10.2026', notificationEnabled: 'FALSCH' };
    const ends = { ...details, endsOn: '15.06.2027', autoRenew: 'FALSCH' };
    expect(read(asCsv({ ...changed, ...ends, payments: [payment] }))).toEqual([expected]);
  });

  test('CSV: an amount with a word beside it that is not its currency is refused', () => {
    for (const amount of ['99 ct', '1.5k', '$9.99', '12/mo']) {
      const [row] = read(asCsv({ ...stored, amount }));
      expect([row?.faults.map(({ field }) => field), row?.draft['amount']]).toEqual([['amount'], undefined]);
    }
    expect(read(asCsv({ ...stored, amount: '9.99 €' }))[0]?.draft['amount']).toBe(9.99);
  });

  test('CSV: an apostrophe before a formula is that of the export', () => {
    const names = ["'=1+1", "''=1+1", "'tis", '=1+1'].map((name) => read(asCsv({ ...stored, name }))[0]?.draft['name']);
    expect(names).toEqual(['=1+1', "'=1+1", "'tis", '=1+1']);
  });

  test('a record from elsewhere: what is missing, unknown or not valid is said', () => {
    const [missing, unknown, wrong, none] = read(
      asJson(
        { name: 'A' },
        { ...stored, colour: 'red', details: { size: 1 } },
        { ...stored, currency: 'PLN', payments: [{}] },
        5,
      ),
    );
    expect(missing?.faults.map(({ message }) => message)).toEqual([
      'amount is missing.',
      'currency is missing.',
      'period is missing.',
      'lastPaymentDate is missing.',
    ]);
    expect(missing).toMatchObject({ draft: { category: 'Other' }, assumesCategory: true });
    expect(unknown?.faults).toEqual([]);
    expect(unknown?.notes.map(sentenceOf)).toEqual([
      'There is no field "colour": it is left out.',
      'There is no field "size": it is left out.',
    ]);
    expect(wrong?.faults.map(({ code, field, message }) => [code, field, message])).toEqual([
      ['invalid_subscription', 'currency', 'The currency PLN is not in use on this server.'],
      ['invalid_field', 'payments', 'Payment 1 is not valid.'],
    ]);
    expect(wrong?.draft).not.toHaveProperty('currency');
    expect(none?.faults[0]?.message).toBe('The record is not an object.');
  });
});
