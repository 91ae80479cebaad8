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

describe('the columns of an own table', () => {
  test('a table with the columns of another program and others is the own one of the user', () => {
    const wallos =
      'Name,Price,Payment Cycle,Next Payment,Currency,Status\nA,"9,99 €",Monthly,2026-12-01,EUR,cancelled\n';
    const subtrackr = 'Name,Cost,Schedule,Renewal Date,Tags\nA,"9,99 €",Monthly,2026-12-01,x\n';
    for (const [file, others] of [
      [wallos, { draft: { amount: 9.99, currency: 'EUR', status: 'cancelled' } }],
      [subtrackr, { draft: { amount: 9.99 }, details: { tags: ['x'] } }],
    ] as const) {
      const { format, rows, columns } = read(file);
      expect([format, columns?.map(({ field }) => field).includes('')]).toEqual(['csv', false]);
      expect(rows[0]).toMatchObject(others);
    }
  });

  test.each([
    ['Price,Price', 'Several columns may be amount: "Price", "#3". The file does not say which one counts.'],
    [
      'Price,Price (EUR)',
      'Several columns may be amount: "Price", "Price (EUR)". The file does not say which one counts.',
    ],
    ['Monthly cost,Total', 'amount is missing.'],
  ])('%s: none is taken for the amount', (prices, message) => {
    const { rows, columns } = read(`Name,${prices},Currency,Cycle,Next\nA,5,60,EUR,monthly,2026-12-01\n`);
    expect(columns?.map(({ field }) => field)).toEqual(['name', '', '', 'currency', 'period', 'nextPaymentDate']);
    expect(rows[0]?.faults.map((fault) => fault.message)).toEqual([message]);
  });
});

describe('an amount with words beside it', () => {
  test('an ambiguous symbol beside an amount is the currency of its header', () => {
    const { rows } = read('Name,Price (CAD),Cycle,Next payment\nA,$9.99,monthly,2026-12-01\n');
    expect(rows[0]).toMatchObject({ draft: { amount: 9.99, currency: 'CAD' }, faults: [] });
  });

  test.each([
    ['99ct', 'EUR'],
    ['1.5k', 'EUR'],
    ['$9.99', 'EUR'],
    ['¥1000', 'EUR'],
    ['9.99 kr', 'GBP'],
    ['50%', 'EUR'],
    ['"12,50 pro Jahr"', 'EUR'],
    ['12/mo', 'EUR'],
    ['EUR 5 a year', 'EUR'],
    ['12 EUR a year', ''],
    ['2 Mio', 'EUR'],
  ])('an amount %s with the currency %p is refused, because it may be another one', (amount, currency) => {
    const { rows } = read(`Name,Price,Currency,Cycle,Start\na,${amount},${currency},monthly,2026-01-01\n`);
    expect(rows[0]?.draft).not.toHaveProperty(currency === '' ? 'currency' : 'amount');
    expect(rows[0]?.faults.length).toBe(1);
  });

  test.each([
    ['$9.99', 'USD'],
    ['$9.99', 'NZD'],
    ['9.99 kr.', 'SEK'],
    ['R 9.99', 'ZAR'],
    ['9.99 EUR', 'EUR'],
    ['€ 9.99', 'EUR'],
  ])('the symbol of %s fits the currency %s', (amount, currency) => {
    const file = `Name,Price,Currency,Cycle,Start\na,${amount},${currency},monthly,2026-01-01\n`;
    const { rows } = read(file, { currencies: [...currencies, 'NZD', 'SEK', 'ZAR'] });
    expect(rows[0]).toMatchObject({ draft: { amount: 9.99, currency }, faults: [] });
  });
});

describe('an older encoding', () => {
  // In Windows-1250.
  const polish =
    'Nazwa;Cena;Okres\n\xafabka p\xb3atno\x9c\xe6;9,99 z\xb3;miesi\xeacznie\nPr\xb9d;100,00 z\xb3;miesi\xeacznie\n\x8cwiat\xb3ow\xf3d;60,00 z\xb3;miesi\xeacznie\n';
  test('that is clearly another one is found out', () => {
    const { rows } = read(Buffer.from(polish, 'latin1'), { mapping: { Nazwa: 'name', Cena: 'amount' } });
    expect(rows.map(({ name }) => name)).toEqual(['Żabka płatność', 'Prąd', 'Światłowód']);
    expect(rows[0]?.faults[0]?.message).toBe('The currency PLN is not in use on this server.');
  });
});
