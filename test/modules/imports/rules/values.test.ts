import { describe, expect, test } from 'bun:test';
import { currencyWord, hasDecimals, readCurrency } from '../../../../src/modules/imports/rules/values/currencies.ts';
import { readInterval, statedPeriodOf } from '../../../../src/modules/imports/rules/values/periods.ts';
import { readFlag, readStatus } from '../../../../src/modules/imports/rules/values/words.ts';

describe('a currency', () => {
  const code = (text: string, meant: Readonly<Record<string, string>> = {}) => {
    const words = new Map(Object.entries(meant).map(([word, one]) => [currencyWord(word), one]));
    const read = readCurrency(text, { meant: words, allowed: ['EUR', 'USD', 'CAD', 'CNY', 'NOK'] });
    return 'value' in read ? read.value : read.problem.suggestedFix;
  };

  test.each([
    ['€', 'EUR'],
    ['eur', 'EUR'],
    ['£', 'GBP'],
    ['US$', 'USD'],
    ['R$', 'BRL'],
    ['zł', 'PLN'],
    ['Kč', 'CZK'],
    ['SFr.', 'CHF'],
    ['元', 'CNY'],
    ['Rp', 'IDR'],
    ['RM', 'MYR'],
    ['R', 'ZAR'],
    ['Mex$', 'MXN'],
  ])('%s is %s', (text, expected) => {
    expect(code(text)).toBe(expected);
  });

  test.each([
    ['$', 'USD'],
    ['¥', 'CNY'],
    ['￥', 'CNY'],
    ['kr', 'NOK'],
    ['kr.', 'NOK'],
  ])('%s is the symbol of several, until the request names one that is in use', (symbol, first) => {
    expect(code(symbol)).toBe(`Say which one the file means, such as currencyFor=${symbol}:${first}.`);
    expect(code(symbol, { [symbol]: 'AUD' })).toBe('AUD');
  });

  test.each([
    ['EUR', true],
    ['KWD', true],
    ['JPY', false],
    ['KRW', false],
    ['', true],
    ['no code', true],
  ])('%s: whether amounts have decimals is %s', (text, expected) => {
    expect(hasDecimals(text)).toBe(expected);
  });

  test('Fr is the symbol of several, of which none may be in use', () => {
    expect(code('Fr')).toContain('Start it with --currencies and the code, such as CHF');
  });

  test.each([
    ['constructor', '€'],
    ['__proto__', '€'],
    ['toString', 'toString'],
    ['EU', 'EU'],
    ['euro cent', '€'],
    ['<script>', '€'],
  ])('%s is none', (text, named) => {
    expect(code(text)).toBe(
      `Write a code of three letters, such as EUR, or say what it means: currencyFor=${named}:CODE, with its code for CODE.`,
    );
  });
});

describe('an interval', () => {
  const interval = (value: unknown) => {
    const read = readInterval(value);
    if ('problem' in read) return read.problem.message;
    return typeof read.value === 'object' ? `${read.value.count} ${read.value.unit}` : read.value;
  };

  test.each([
    [
      '1 months',
      'Monthly, monatlich, per month, pro Monat, every month, jeden Monat, 1 month, mtl., im Monat, 1 Monat',
    ],
    ['2 months', 'every 2 months, alle zwei Monate, every other month, zweimonatlich, 2 Monate'],
    [
      '3 months',
      'quarterly, vierteljährlich, Vierteljaehrlich, every quarter, pro Quartal, alle 3 Monate, quartalsweise',
    ],
    [
      '6 months',
      'half-yearly, halbjährlich, semi-annually, Halbjaehrlich, every six months, pro Halbjahr, every half year',
    ],
    ['6 months', '0.5 years, 0.50 years, .5 year, every 0.5 years'],
    ['18 months', '1.5 years, every 1.5 years, 1.5y'],
    ['12 months', 'yearly, Annual, jährlich, jaehrlich, per year, p.a., pro Jahr, every year, 1 Jahr'],
    ['24 months', 'every 2 years, biennial, alle 2 Jahre, zweijährlich, every other year'],
    ['7 days', 'weekly, wöchentlich, woechentlich, every week, pro Woche, 1w, 7 Tage'],
    ['14 days', 'every 2 weeks, biweekly, fortnightly, alle zwei Wochen, 14-tägig, 14 Tage, zweiwöchentlich'],
    ['1 days', 'Daily, täglich, taeglich, every day, pro Tag'],
    ['30 days', 'every 30 days, alle 30 Tage, 30d'],
    ['once', 'once, One-time, einmalig, lifetime'],
  ])('%s: %s', (expected, words) => {
    const all = words.split(', ');
    expect(all.map((word) => [word, interval(word)])).toEqual(all.map((word) => [word, expected]));
  });

  test.each([
    '30',
    'twice a month',
    'sometimes',
    'bimonthly',
    'every',
    'every 0 days',
    'every 99999 years',
    '2.5 months',
    '0.3 years',
    '1.000 days',
    '1.2.3 years',
    '1.5',
    '1.5 monthly',
    '-3 months',
    '- 3 months',
    '-1.5 years',
    '–3 months',
    '3/month',
    '1/2 year',
    '1.5/month',
    '2² months',
    '½ year',
    'x'.repeat(500),
  ])('%s is none', (words) => {
    expect(interval(words)).toMatch(/is not an? (possible one|interval)\.$/);
  });

  test('may have a decimal comma, and dashes between its words', () => {
    expect(
      ['1,5 Jahre', '0,5 Jahre', '2,0 Monate', 'alle 3. Monate', 'every-3-months', '3-monthly'].map(interval),
    ).toEqual(['18 months', '6 months', '2 months', '3 months', '3 months', '"3-monthly" is not an interval.']);
  });

  test.each([
    [{ unit: 'months', count: 1 }, { period: 'monthly' }],
    [{ unit: 'months', count: 12 }, { period: 'yearly' }],
    [
      { unit: 'months', count: 3 },
      { period: 'custom', customDate: '91', everyMonths: 3 },
    ],
    [
      { unit: 'months', count: 6 },
      { period: 'custom', customDate: '183', everyMonths: 6 },
    ],
    [
      { unit: 'months', count: 24 },
      { period: 'custom', customDate: '730', everyMonths: 24 },
    ],
    [
      { unit: 'months', count: 60 },
      { period: 'custom', customDate: '1825', everyMonths: 60 },
    ],
    [
      { unit: 'months', count: 120 },
      { period: 'custom', customDate: '3650', note: { code: 'monthsAsDays', values: { months: '120', days: '3650' } } },
    ],
    [
      { unit: 'days', count: 7 },
      { period: 'custom', customDate: '7' },
    ],
  ] as const)('%j is stated as %j', (step, stated) => {
    expect(statedPeriodOf(step)).toEqual(stated);
  });
});

describe('words', () => {
  test.each([
    ['Active', 'active'],
    ['aktiv', 'active'],
    ['Ja', 'active'],
    ['gekündigt', 'cancelled'],
    ['Canceled', 'cancelled'],
    ['Paused', 'paused'],
    ['Trial', 'trial'],
    ['nein', 'inactive'],
    [false, 'inactive'],
    ['', undefined],
  ])('%p is the status %p', (value, expected) => {
    expect(readStatus(value)).toEqual({ value: expected as 'active' });
  });

  test('what is no such word is refused', () => {
    expect(readStatus('Whatever')).toHaveProperty('problem');
    expect(readFlag('perhaps')).toHaveProperty('problem');
    expect(['yes', 'Nein', 1, false, 'WAHR'].map(readFlag)).toEqual(
      [true, false, true, false, true].map((value) => ({ value })),
    );
  });
});
