import { describe, expect, test } from 'bun:test';
import { contractCurrencies as currencies } from '../../src/core/billing/currencies.ts';
import { byCurrency, noteCurrencies } from '../../src/web/format/currencyOrder.ts';
import { amountText, currencySign, formatMoney, moneyParts, parseAmount, sumsOf } from '../../src/web/format/money.ts';

function partOf(format: Intl.NumberFormat, wanted: string): string {
  return format.formatToParts(0).find(({ type }) => type === wanted)?.value ?? '';
}

// Between the number and the sign, locales use spaces that do not break.
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('money', () => {
  test.each([
    ['en-US', 4, 'USD', 'US$4.00'],
    ['en-GB', 1234.5, 'EUR', '€1,234.50'],
    ['de', 1234.5, 'USD', '1.234,50 US$'],
    ['de-CH', 1234.5, 'CHF', "CHF 1'234.50"],
    ['en', 1480, 'JPY', 'JP¥1,480'],
    ['en', 1480.5, 'JPY', 'JP¥1,481'],
    ['de', 0.1, 'CNY', '0,10 CN¥'],
  ])('in %s, %d %s is %j', (locale, amount, currency, expected) => {
    expect(plain(formatMoney(amount, currency, locale)).replaceAll('’', "'")).toBe(expected);
  });

  test('each currency has a sign of its own, whatever the country of the user', () => {
    const signs = ['USD', 'CAD', 'AUD', 'JPY', 'CNY', 'EUR', 'GBP', 'CHF'].map(currencySign);
    expect(new Set(signs).size).toBe(signs.length);
  });

  test.each(currencies)('%s has the sign, the digits and the place of the sign that Intl gives it', (currency) => {
    const sign = partOf(new Intl.NumberFormat('en-001', { style: 'currency', currency }), 'currency');
    expect(currencySign(currency)).toBe(sign);
    for (const locale of ['en', 'en-US', 'en-GB', 'en-ZA', 'en-IN', 'en-AT', 'de', 'de-AT', 'de-CH', 'de-LI']) {
      for (const amount of [0, 4, 1480, 1234.56, -12345.67, -3]) {
        const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(amount);
        const expected = parts.map(({ type, value }) => (type === 'currency' ? sign : value)).join('');
        expect([locale, formatMoney(amount, currency, locale)]).toEqual([locale, expected]);
      }
    }
  });

  test.each([
    ['en', 1234.5, 'PLN', 'PLN 1,234.50'],
    ['de', 1234.5, 'SEK', '1.234,50 SEK'],
    ['en', 1480, 'KRW', '₩1,480'],
    ['de', 4, 'INR', '4,00 ₹'],
    ['en', 1.25, 'BHD', 'BHD 1.250'],
    ['en', 1.25, 'QQQ', 'QQQ 1.25'],
  ])(
    'of a further currency has the digits that people use: in %s, %d %s is %j',
    (locale, amount, currency, expected) => {
      expect(plain(formatMoney(amount, currency, locale))).toBe(expected);
    },
  );

  test('comes in parts, the number with its minus', () => {
    expect(moneyParts(412.38, 'EUR', 'en')).toEqual({ currency: '€', number: '412.38' });
    expect(moneyParts(-3, 'CHF', 'en')).toEqual({ currency: 'CHF', number: '-3.00' });
  });
});

describe('an amount that a user types', () => {
  test.each([
    ['9,99', 9.99, 9.99],
    ['9.99', 9.99, 9.99],
    ['1.234,50', 1234.5, 1234.5],
    ['1,234.50', 1234.5, 1234.5],
    ['1.234', 1234, 1.234],
    ['1,234', 1.234, 1234],
    ['1,234,567', 1234567, 1234567],
    [' 12 ', 12, 12],
    ["1'234.50", 1234.5, 1234.5],
    ['0,999', 0.999, 0.999],
    ['5,', 5, 5],
  ])('%j is %d in German and %d in English', (text, german, english) => {
    expect([parseAmount(text, 'de'), parseAmount(text, 'en')]).toEqual([german, english]);
  });

  test.each(['', 'abc', '-1', '1.2.3', '1,2,3', '12.34,5.6', '1e3', '€5', ',5', '1.23,456.7'])(
    '%j is no amount',
    (text) => {
      expect([parseAmount(text, 'de'), parseAmount(text, 'en')]).toEqual([undefined, undefined]);
    },
  );

  test('what is filled in for the user is read as the same amount', () => {
    for (const locale of ['en', 'de', 'de-CH', 'en-GB']) {
      for (const amount of [0.01, 9.99, 1234.5, 1000, 99999.99, 123.4]) {
        for (const currency of ['EUR', 'JPY']) {
          expect(parseAmount(amountText(amount, locale, currency), locale)).toBe(amount);
        }
      }
    }
  });

  test('is filled in with the digits of its currency, and nothing that is stored is lost', () => {
    expect([amountText(9.9, 'en', 'EUR'), amountText(1200, 'de', 'EUR')]).toEqual(['9.90', '1200,00']);
    expect([amountText(1480, 'en', 'JPY'), amountText(1480.5, 'en', 'JPY')]).toEqual(['1480', '1480.5']);
    expect([amountText(1480, 'en', 'KRW'), amountText(9.9, 'en', 'BHD')]).toEqual(['1480', '9.90']);
  });
});

test('sums of money are apart for each currency, whose order is that of the household on every page', () => {
  const amounts = [
    { amount: 1480, currency: 'JPY' },
    { amount: 9.99, currency: 'EUR' },
    { amount: 0.02, currency: 'EUR' },
    { amount: 5, currency: 'CHF' },
  ];
  const order = () => sumsOf(amounts).toSorted(byCurrency);
  expect(order().map(({ currency }) => currency)).toEqual(['CHF', 'EUR', 'JPY']);
  noteCurrencies([
    { currency: 'CHF', activeSubscriptions: 1 },
    { currency: 'JPY', activeSubscriptions: 7 },
  ]);
  expect(order()).toEqual([
    { currency: 'JPY', amount: 1480 },
    { currency: 'CHF', amount: 5 },
    { currency: 'EUR', amount: 10.01 },
  ]);
  noteCurrencies([]);
});
