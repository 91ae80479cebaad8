import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractCurrencies as currencies } from '../../src/core/billing/currencies.ts';
import {
  formatAgo,
  formatChange,
  formatDay,
  formatDistance,
  formatInstant,
  formatNumber,
} from '../../src/web/format/intl.ts';
import { formatMoney, moneyParts } from '../../src/web/format/money.ts';
import { translate } from '../../src/web/messages/translate.ts';

const names = ['NumberFormat', 'DateTimeFormat', 'RelativeTimeFormat', 'PluralRules'] as const;
const originals = names.map((name) => Intl[name]);
const made: string[] = [];

beforeAll(() => {
  for (const name of names) {
    const construct = (target: never, given: unknown[]): object => {
      made.push(name);
      return Reflect.construct<unknown[], object>(target, given);
    };
    Object.assign(Intl, { [name]: new Proxy(Intl[name], { construct }) });
  }
});

afterAll(() => {
  for (const [place, name] of names.entries()) Object.assign(Intl, { [name]: originals[place] });
});

// A locale that no other test uses, so that nothing is kept of it.
const locale = 'en-TT';

function writeList(): void {
  for (const currency of currencies) {
    for (const amount of [4, 9.99]) {
      formatMoney(amount, currency, locale);
      moneyParts(amount, currency, locale);
    }
  }
  formatNumber(1200, locale);
  formatChange(0.1, locale);
  formatDay('2026-06-16', locale, 'short');
  formatDistance(3, locale);
  formatAgo('2026-06-16T12:00:00.000Z', Date.parse('2026-06-16T13:00:00.000Z'), locale);
  formatInstant('2026-06-16T12:00:00.000Z', locale, 'Pacific/Apia');
  translate({ language: 'en', locale }, 'common.interval.month', { count: 1200 });
}

test('formats are made once, and money of all currencies needs two of them', () => {
  writeList();
  const ofMoney = 2;
  const others = 2;
  expect(made.filter((name) => name === 'NumberFormat')).toHaveLength(ofMoney + others);
  const before = made.length;
  for (let row = 0; row < 50; row += 1) writeList();
  expect(made.length).toBe(before);
});

test('no other code of the page makes a format each time that it writes something', () => {
  const folder = join(import.meta.dir, '../../src/web');
  const hits = Array.from(new Bun.Glob('**/*.{ts,tsx}').scanSync(folder)).flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    // A constant of the module is made once; Intl.Locale is no format.
    const others = source.replaceAll(/^(?:export )?const \w+ = (kept\(\s*\([\w, ]*\)\s*=>\s*)?new Intl\./gm, '');
    return (others.match(/toLocaleString\(|new Intl\.(?!Locale\b)\w+/g) ?? []).map((call) => `${file}: ${call}`);
  });
  expect(hits).toEqual([]);
});
