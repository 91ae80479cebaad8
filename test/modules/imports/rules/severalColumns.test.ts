import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { headerWord, meanings } from '../../../../src/modules/imports/rules/columnWords.ts';
import type { ImportField } from '../../../../src/modules/imports/rules/importTypes.ts';
import { readRow, readRowWith, whole } from '../../../support/importTables.ts';

const cellsOf: Readonly<Partial<Record<ImportField, readonly [cell: string, other: string]>>> = {
  amount: ['12', '12,00'],
  currency: ['EUR', '€'],
  period: ['monthly', 'every month'],
  status: ['paused', 'inactive'],
  notificationEnabled: ['yes', 'no'],
  autoRenew: ['yes', 'no'],
  noticePeriod: ['3 months', '1 month'],
  termMonths: ['12', '24'],
  everyMonths: ['2', '3'],
  customDate: ['10', '20'],
  anchorDay: ['31', '30'],
};
const days = ['2027-01-31', '2027-02-28'] as const;
const pairs = Array.from(meanings).filter(([, { rank }]) => rank > 0);

describe('of two columns for one field', () => {
  test('there are synonyms for each field that people name in many ways', () => {
    expect(pairs.length).toBeGreaterThan(200);
  });

  test.each(pairs)('the one with its exact name wins against %s, in both orders', (word, { field }) => {
    const isDay = /date$|On$|Before$/i.test(field) && field !== 'customDate';
    const [cell, other] = cellsOf[field] ?? (isDay ? days : ['first', 'second']);
    const others = Object.entries(whole).filter(
      ([header]) => header !== field && !(header === 'period' && ['customDate', 'everyMonths'].includes(field)),
    );
    const alone = readRow([...others, [field, cell]]);
    for (const both of [
      [[field, cell] as const, [word, other] as const],
      [[word, other] as const, [field, cell] as const],
    ]) {
      const { columns, draft, details, faults } = readRow([...others, ...both]);
      expect({ draft, details, faults }).toEqual({ draft: alone.draft, details: alone.details, faults: alone.faults });
      expect(columns).toContainEqual([field, field, undefined]);
      expect(columns).toContainEqual([word, '', field]);
    }
  });

  test.each(
    Object.entries(
      Object.groupBy(
        pairs.filter(([, { rank }]) => rank === 2),
        ([, { field }]) => field,
      ),
    ).map(([field, words]) => [field, (words ?? []).map(([word]) => word).slice(0, 2)] as const),
  )('two synonyms of %s are a question, which a mapping answers', (field, [one = '', other = '']) => {
    const isDay = /date$|On$|Before$/i.test(field) && field !== 'customDate';
    const [cell = ''] = cellsOf[field as ImportField] ?? (isDay ? days : ['first']);
    const table = { [one]: cell, [other]: cell };
    const unneeded = ['customDate', 'everyMonths'].includes(field) ? [field, 'period'] : [field];
    const asked = readRowWith(table, unneeded);
    expect(asked.reasons).toContain(`${field} columnsTied`);
    expect(asked.columns.filter(([, , candidateFor]) => candidateFor === field).map(([header]) => header)).toEqual([
      one,
      other,
    ]);
    const fault = asked.faults.find((found) => found.field === field);
    expect(fault?.suggestedFix).toBe(`Say which one, such as mapping=${one}:${field}.`);
    for (const chosen of [one, other]) {
      const { reasons } = readRowWith(table, unneeded, { [chosen]: field as ImportField });
      expect(reasons).toEqual([]);
    }
  });

  test('two that are named exactly are a question, too; columns without values are none', () => {
    expect(readRow([...Object.entries(whole), ['Name', 'B']]).reasons).toEqual(['name columnsTied']);
    expect(readRowWith({ link: '', website: '' }).reasons).toEqual([]);
  });

  test.each([
    ['status', 'active', 'active', 'no', false],
    ['status', 'cancelled', 'active', 'no', true],
    ['status', 'trial', 'active', 'yes', true],
    ['status', 'paused', 'enabled', 'true', false],
    ['currency', 'EUR', 'currency code', 'USD', false],
    ['currency', 'EUR', 'ccy', '€', true],
    ['amount', '12', 'price', '144', false],
    ['amount', '12', 'price', '12,00 €', true],
    ['amount', '12', 'price', '12 USD', false],
    ['amount', '12', 'price (USD)', '13.90', true],
    ['amount', '12', 'price (EUR)', '13.90', false],
    ['amount', '12', 'cost', 'see contract', true],
    ['period', 'monthly', 'billing cycle', 'yearly', false],
    ['period', 'monthly', 'schedule', '12/year', false],
    ['period', 'monthly', 'billing', 'credit card', true],
    ['period', 'yearly', 'zahlweise', 'jährlich', true],
  ])('%s %p beside %s %p: whether both can be true is %p', (field, cell, other, otherCell, isFine) => {
    const { reasons } = readRowWith({ [field]: cell, [other]: otherCell }, [field]);
    expect(reasons).toEqual(isFine ? [] : [`${field} columnsDiffer`]);
    const ignored = readRowWith({ [field]: cell, [other]: otherCell }, [field], { [other]: '' });
    expect(ignored.reasons).toEqual([]);
  });

  test('a row in which only the other one has a value has this value', () => {
    const { draft, reasons } = readRowWith({ amount: '', price: '5', status: '-', active: 'no' }, ['amount']);
    expect([draft['amount'], draft['status'], reasons]).toEqual([5, 'paused', []]);
  });
});

describe('no pair of columns changes money without a word', () => {
  const anyHeader = fc.constantFrom(
    ...Array.from(meanings.keys()),
    ...'unit|count|quantity|cents|direction|debit|credit|day|month|year|start day|payer|colour'.split('|'),
  );
  const anyCell = fc.constantFrom(
    '',
    '0',
    '1',
    '3',
    '12',
    '99',
    '12.50',
    'EUR',
    '$',
    'monthly',
    'yearly',
    'months',
    'paused',
    'yes',
    'no',
    'income',
    '2027-02-28',
    'text',
  );

  test('whatever the order of the columns is', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(anyHeader, anyCell), { minLength: 2, maxLength: 3, selector: ([header]) => header }),
        (extra) => {
          const factsOf = (columns: readonly (readonly [string, string])[]) => {
            const { draft, details, reasons } = readRow(columns);
            return { draft, details, reasons: reasons.toSorted() };
          };
          const all = [...Object.entries(whole), ...extra];
          const unique = all.filter(([header], at) => all.findIndex(([other]) => other === header) === at);
          expect(factsOf(unique.toReversed())).toEqual(factsOf(unique));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('beside the exact columns, another one is refused, listed as not read, or one of the parts', () => {
    fc.assert(
      fc.property(anyHeader, anyCell, anyHeader, anyCell, (one, cell, other, otherCell) => {
        const taken = new Set(Object.keys(whole).map((header) => header.toLowerCase()));
        fc.pre(one !== other && !taken.has(one) && !taken.has(other));
        const { draft, details, reasons, columns } = readRow([
          ...Object.entries(whole),
          [one, cell],
          [other, otherCell],
        ]);
        const parts = columns.filter(([header, field]) => [one, other].includes(String(header)) && field !== '');
        const isSame =
          draft['amount'] === 12 &&
          draft['currency'] === 'EUR' &&
          draft['period'] === 'monthly' &&
          draft['lastPaymentDate'] === '2026-12-31' &&
          details?.['everyMonths'] === undefined;
        const isCombined = parts.some(([, field]) => ['amount', 'period'].includes(String(field)));
        expect(isSame || isCombined || reasons.length > 0).toBe(true);
        const known = columns.filter(([header]) => meanings.has(headerWord(String(header))));
        expect(known.filter(([, field, candidateFor]) => field === '' && candidateFor === undefined)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
