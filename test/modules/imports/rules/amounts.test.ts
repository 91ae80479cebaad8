import { describe, expect, test } from 'bun:test';
import { readImport } from '../../../../src/modules/imports/rules/readImport.ts';
import {
  type AmountContext,
  decimalMarkOf,
  readPrice,
  wordsBeside,
} from '../../../../src/modules/imports/rules/values/amounts.ts';

function price(value: unknown, context: AmountContext = {}, hasDecimal = true) {
  const read = readPrice(value, context, hasDecimal);
  if ('problem' in read) return read.problem.message;
  return read.value === undefined ? undefined : [read.value, ...wordsBeside(value)].join(' ');
}

describe('an amount', () => {
  test.each([
    ['€9.99', '9.99 €'],
    ['9,99', '9.99'],
    ['9,99 €', '9.99 €'],
    ['9,99\u00a0€', '9.99 €'],
    ['12 EUR', '12 EUR'],
    ['EUR 12', '12 EUR'],
    ['$15.99', '15.99 $'],
    ['US$ 5', '5 US$'],
    ['5,- €', '5 €'],
    ['5,–', '5'],
    ['5.-', '5'],
    ['Fr.5', '5 Fr'],
    ['CHF 1’234.50', '1234.5 CHF'],
    ["1'234.50", '1234.5'],
    ['1.234,50', '1234.5'],
    ['1,234.50', '1234.5'],
    ['1 234,50 zł', '1234.5 zł'],
    ['1\u202f234,50', '1234.5'],
    ['1.234.567', 'The amount "1.234.567" is larger than 999999.99.'],
    ['123.456,7', '123456.7'],
    ['0.5', '0.5'],
    ['.50', '0.5'],
    ['1234', '1234'],
    ['1234,567', 'The amount "1234,567" has more than two decimals.'],
    ['9.9900', '9.99'],
    ['0.125', 'The amount "0.125" has more than two decimals.'],
    ['free', '0'],
    ['￥1200', '1200 ¥'],
    ['1,234', 'The amount "1,234" is 1234 or 1.234.'],
    ['€1.234', 'The amount "€1.234" is 1234 or 1.234.'],
    ['-5', 'The amount "-5" is negative.'],
    ['5.00-', 'The amount "5.00-" is negative.'],
    ['(5.00)', 'The amount "(5.00)" is negative.'],
    ['−5', 'The amount "−5" is negative.'],
    ['9²', '"9²" is not an amount.'],
    ['9½', '"9½" is not an amount.'],
    ['1e5', '"1e5" is not an amount.'],
    ['1.2.3', '"1.2.3" is not an amount.'],
    ['12,34,56', '"12,34,56" is not an amount.'],
    ['₹1,23,456.00', '123456 ₹'],
    ['1,23,456', '123456'],
    ['€1,050.00', '1050 €'],
    ['€1.050,00', '1050 €'],
    ['5 or 6', '"5 or 6" is not an amount.'],
    ['a lot', '"a lot" is not an amount.'],
    ['9'.repeat(30), `The amount "${'9'.repeat(30)}" is larger than 999999.99.`],
    ['9'.repeat(1000), `"${'9'.repeat(40)}…" is not an amount.`],
    [9.990000000000000213, '9.99'],
    [0.1 + 0.2, '0.3'],
    [9.999, 'The amount "9.999" has more than two decimals.'],
    [-0, '0'],
    [-1, 'The amount "-1" is negative.'],
    [Number.POSITIVE_INFINITY, 'The amount "Infinity" is larger than 999999.99.'],
    [true, '"true" is not an amount.'],
    [{ a: 1 }, '"{\\"a\\":1}" is not an amount.'],
  ])('%p', (value, expected) => {
    expect(price(value)).toBe(expected);
  });

  test.each([[''], [' '], ['-'], ['–'], [null], [undefined]])('%p is none', (value) => {
    expect(price(value)).toBeUndefined();
  });

  test.each([
    ['€1234', '1234 €'],
    ['€1.5', '1.5 €'],
    ['€1,5', '1.5 €'],
    ['€1,050.00', '1050 €'],
    ['€1.234,50', '1234.5 €'],
    ['€1.234', 'The amount "€1.234" has more than two decimals.'],
    ['€1,050', 'The amount "€1,050" is 1050 or 1.05.'],
  ])('%s of a program that writes a decimal point', (value, expected) => {
    expect(price(value, { hasPlainAmounts: true })).toBe(expected);
  });

  test.each([
    ['1,050', '.', '1050'],
    ['1.050', '.', '1.05'],
    ['1,050', ',', '1.05'],
    ['1.050', ',', '1050'],
    ['€1.234', ',', '1234 €'],
  ] as const)('%s in a file whose other amounts have the decimal mark of %s', (value, decimalMark, expected) => {
    expect(price(value, { decimalMark })).toBe(expected);
  });

  test.each([
    ['1,050', '1050'],
    ['1.050', '1050'],
    ['¥120,000', '120000 ¥'],
  ])('%s in a currency without decimals has none', (value, expected) => {
    expect(price(value, {}, false)).toBe(expected);
    expect(price(value, { decimalMark: '.' }, false)).toBe(expected);
  });

  test.each([
    [['9.99', '1,050'], '.'],
    [['9,99', '1.050'], ','],
    [['1,234.50'], '.'],
    [['1 234,50'], ','],
    [['1.234.567'], ','],
    [['1,23,456'], '.'],
    [['€0,125'], ','],
    [['9.99', '9,99'], undefined],
    [['1,050', '1.050', '12', 'free', '1.2.3', '5 or 6', 9.99, null], undefined],
  ])('%p show the decimal mark %p', (values, mark) => {
    expect(decimalMarkOf(values)).toBe(mark as '.' | ',' | undefined);
  });
});

describe('an amount that can be read in two ways', () => {
  function amountsOf(prices: readonly string[]) {
    const rows = prices.map((one) => `A;${one};monthly;2027-01-31\n`);
    const file = Buffer.from(`Name;Price;Currency;Cycle;Next payment\n${rows.join('')}`);
    const reading = readImport(file, { format: 'auto', currencies: ['EUR', 'JPY', 'INR'], today: '2026-11-23' });
    if ('unreadable' in reading) throw new Error(reading.unreadable.message);
    return reading.rows.map(({ draft, faults }) => draft['amount'] ?? faults.map(({ reason }) => reason.code).join());
  }

  test.each([
    ['the other rows, with points', ['1,050;EUR', '9.99;EUR'], [1050, 9.99]],
    ['the other rows, with commas', ['1,050;EUR', '9,99;EUR'], [1.05, 9.99]],
    ['a currency without decimals', ['1,050;JPY', '1.050;JPY', '980;JPY'], [1050, 1050, 980]],
    ['a currency without decimals beside others', ['¥1,050;JPY', '1,050;EUR'], [1050, 'amountAmbiguous']],
    ['Indian groups', ['1,050;INR', '1,23,456;INR'], [1050, 123_456]],
    ['rows that differ: nothing', ['1,050;EUR', '9.99;EUR', '9,99;EUR'], ['amountAmbiguous', 9.99, 9.99]],
  ])('is decided by %s', (_, prices, expected) => {
    expect(amountsOf(prices)).toEqual(expected);
  });
});

test('an amount beside a column of cents has none itself, so that none are lost', () => {
  const read = (amount: string, cents: string) => {
    const rows = `A,"${amount}",${cents},EUR,monthly,2027-01-31\nB,9.99,99,EUR,monthly,2027-01-31\n`;
    const file = Buffer.from(`Name,Price,Cents,Currency,Cycle,Next payment\n${rows}`);
    const reading = readImport(file, { format: 'auto', currencies: ['EUR'], today: '2026-11-23' });
    if ('unreadable' in reading) throw new Error(reading.unreadable.message);
    const [row] = reading.rows;
    return row?.draft['amount'] ?? row?.faults.map(({ field }) => field).join();
  };
  expect([read('12', '50'), read('1,050', '50'), read('1,050', '0'), read('1,050', '')]).toEqual([
    12.5,
    'amount',
    1050,
    1050,
  ]);
});
