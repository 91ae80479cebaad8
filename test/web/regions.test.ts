import { expect, test } from 'bun:test';
import { formatAgo, formatDay, formatNumber, formatTimeOfDay, wordLocaleOf } from '../../src/web/format/intl.ts';
import { amountText, formatMoney, moneyParts, parseAmount } from '../../src/web/format/money.ts';
import { firstWeekdayOf } from '../../src/web/pages/calendar/month.ts';

const [monday, saturday, sunday] = [1, 6, 7];
const dayFirst = ['Tuesday 17 November', '17 November 2026'] as const;
const monthFirst = ['Tuesday, November 17', 'November 17, 2026'] as const;

/** How a region writes in English texts: weeks, money, a number, the amount in `9,999`, an amount to edit, days, a time. */
const regions = [
  ['fr-FR', monday, '12 345,50 €', '-1 234,5', 9.999, '1234,50', dayFirst, '14:32'],
  ['sv-SE', monday, '12 345,50 €', '−1 234,5', 9.999, '1234,50', dayFirst, '14:32'],
  ['nl-NL', monday, '€ 12.345,50', '-1.234,5', 9.999, '1234,50', dayFirst, '14:32'],
  ['pl-PL', monday, '12 345,50 €', '-1234,5', 9.999, '1234,50', dayFirst, '14:32'],
  ['ja-JP', sunday, '€12,345.50', '-1,234.5', 9999, '1234.50', monthFirst, '14:32'],
  ['ar-EG', saturday, '12,345.50 €', '-1,234.5', 9999, '1234.50', dayFirst, '2:32 pm'],
  ['en-US', sunday, '€12,345.50', '-1,234.5', 9999, '1234.50', monthFirst, '2:32 PM'],
] as const;

// Spaces that do not break, and marks of direction.
const plain = (text: string) => text.replaceAll(/\s/g, ' ').replaceAll(/[\u061C\u200E]/g, '');

test.each(regions)('English texts in %s have the weeks, dates and numbers of the region', (region, ...expected) => {
  const locale = new Intl.Locale(region, { numberingSystem: 'latn' }).toString();
  const words = wordLocaleOf('en', locale);
  expect([
    firstWeekdayOf(locale),
    formatMoney(12_345.5, 'EUR', locale).replaceAll(/\s/g, ' '),
    plain(formatNumber(-1234.5, locale)),
    parseAmount('9,999', locale),
    amountText(1234.5, locale),
    [formatDay('2026-11-17', words, 'weekday'), formatDay('2026-11-17', words, 'full')],
    plain(formatTimeOfDay('2026-11-17T14:32:00Z', words, 'UTC')),
  ] as unknown).toEqual(expected);
  expect(moneyParts(-3, 'EUR', locale).number).toMatch(/^[-−]3[.,]00$/);
  expect(formatAgo('2026-11-17T14:29:00Z', Date.parse('2026-11-17T14:32:00Z'), words)).toBe('3 minutes ago');
  for (const amount of [0.01, 9.99, 1234.5, 1000, 999_999.99]) {
    expect(parseAmount(amountText(amount, locale), locale)).toBe(amount);
  }
});

test('German texts keep their order of day and month everywhere, and a region of their own language all', () => {
  expect(formatDay('2026-11-17', wordLocaleOf('de', 'en-US'), 'full')).toBe('17. November 2026');
  expect(wordLocaleOf('de', 'de-AT')).toBe('de-AT');
  expect(wordLocaleOf('en', 'en-ZA')).toBe('en-ZA');
});

test.each([
  ['٩٩٫٥٠', 99.5],
  ['۹۹٫۵', 99.5],
  ['١٬٢٣٤٫٥٠', 1234.5],
  ['１２．５０', 12.5],
])('%j, typed with the digits of another keyboard, is %d', (text, amount) => {
  expect(parseAmount(text, 'ar-EG-u-nu-latn')).toBe(amount);
});
