import { describe, expect, test } from 'bun:test';
import {
  ambiguousSymbols,
  assigned,
  correctedFile,
  countsOf,
  filterOf,
  pairsText,
  recheckedRows,
  type ReportRow,
  resultOf,
  shownRows,
  withCorrections,
} from '../../src/web/pages/import/report.ts';
import { draftValues } from '../../src/web/pages/import/draftValues.ts';

const existing = { id: 'n', name: 'Netflix', amount: 9.99, currency: 'EUR', period: 'monthly' } as const;
const fault = { code: 'invalid_subscription', field: 'amount', message: 'No amount.' };

/** A report with a row of each kind. */
const rows: readonly ReportRow[] = [
  { row: 1, outcome: 'created', name: 'Rent', draft: { name: 'Rent', amount: 800 }, details: { notes: 'Flat' } },
  { row: 2, outcome: 'failed', name: 'Gym', draft: { name: 'Gym' }, error: fault },
  { row: 3, outcome: 'skipped', name: 'Netflix', draft: { name: 'Netflix' }, duplicateOf: existing },
  { row: 4, outcome: 'skipped', name: 'Chair', draft: { name: 'Chair' }, notes: ['It is paid once.'] },
  {
    row: 5,
    outcome: 'updated',
    name: 'Music',
    draft: { name: 'Music' },
    duplicateOf: { ...existing, name: 'Music' },
    payments: [{ dueOn: '2026-05-01' }],
  },
];

describe('the rows of a report', () => {
  test('are counted and shown by outcome, those with errors first', () => {
    const counts = countsOf(rows);
    expect(counts).toEqual({ created: 1, updated: 1, skipped: 2, failed: 1 });
    expect(filterOf(counts, undefined)).toBe('failed');
    expect(shownRows(rows, 'skipped').map(({ row }) => row)).toEqual([3, 4]);
    expect(shownRows(rows, 'all')).toHaveLength(5);
  });

  test('are all shown when none is left of those that were chosen', () => {
    const counts = { created: 3, updated: 0, skipped: 0, failed: 0 };
    expect([filterOf(counts, undefined), filterOf(counts, 'failed'), filterOf(counts, 'created')]).toEqual([
      'all',
      'all',
      'created',
    ]);
  });

  test('keep their place when one is corrected', () => {
    const corrected: ReportRow = { row: 2, outcome: 'created', name: 'Gym', draft: { name: 'Gym', amount: 25 } };
    const after = withCorrections(rows, new Map([[2, corrected]]));
    expect(after.map(({ row, outcome }) => `${row} ${outcome}`)).toEqual([
      '1 created',
      '2 created',
      '3 skipped',
      '4 skipped',
      '5 updated',
    ]);
  });
});

test('corrected rows that are checked again keep their values and numbers, also those that they name', () => {
  const corrected = rows.filter(({ row }) => [2, 5].includes(row));
  const results: readonly ReportRow[] = [
    { row: 1, outcome: 'created', name: 'Gym' },
    { row: 2, outcome: 'skipped', name: 'Music', duplicateOf: { ...existing, id: undefined, row: 1 } },
  ];
  expect(recheckedRows(corrected, results)).toMatchObject([
    { row: 2, outcome: 'created', draft: { name: 'Gym' } },
    { row: 5, outcome: 'skipped', payments: [{ dueOn: '2026-05-01' }], duplicateOf: { row: 2 } },
  ]);
});

describe('the corrected file', () => {
  test('has each row that can be imported with its details and payments, and no other', () => {
    const { text, rows: sent } = correctedFile(rows);
    expect(JSON.parse(text)).toEqual({
      format: 'duebook',
      version: 1,
      subscriptions: [
        { name: 'Rent', amount: 800, details: { notes: 'Flat' } },
        { name: 'Netflix' },
        { name: 'Music', payments: [{ dueOn: '2026-05-01' }] },
      ],
    });
    expect(sent).toEqual([1, 3, 5]);
  });

  test('leads back to the rows of the file that was chosen', () => {
    const results: readonly ReportRow[] = [
      { row: 1, outcome: 'created', name: 'Rent', id: 'r' },
      { row: 2, outcome: 'skipped', name: 'Netflix' },
      { row: 3, outcome: 'updated', name: 'Music', id: 'm' },
    ];
    const after = resultOf(rows, results, correctedFile(rows).rows);
    expect(after.map(({ row, name, outcome, id }) => [row, name, outcome, id])).toEqual([
      [1, 'Rent', 'created', 'r'],
      [2, 'Gym', 'failed', undefined],
      [3, 'Netflix', 'skipped', undefined],
      [4, 'Chair', 'skipped', undefined],
      [5, 'Music', 'updated', 'm'],
    ]);
  });
});

describe('the way to read a file', () => {
  test('gives a field to one column only', () => {
    const columns = [
      { header: 'Title', field: 'name' },
      { header: 'Price', field: 'amount' },
      { header: 'Extra', field: '' },
    ] as const;
    expect(assigned(columns, {}, 'Extra', 'name')).toEqual({ Title: '', Extra: 'name' });
    expect(assigned(columns, { Price: 'amount' }, 'Price', '')).toEqual({ Price: '' });
    expect(assigned(columns, {}, 'Extra', '')).toEqual({ Extra: '' });
  });

  test('writes headers with commas and colons so that they stay one', () => {
    expect(pairsText({ 'Name, of it: all': 'name', 'Größe %': 'amount' })).toBe(
      'Name%2C%20of%20it%3A%20all:name,Gr%C3%B6%C3%9Fe%20%25:amount',
    );
  });

  test('asks for the currency of each ambiguous symbol once, also after one was chosen', () => {
    const dollar = { ...fault, field: 'currency', value: '$', allowedValues: ['USD', 'CAD'] };
    const found = ambiguousSymbols(
      [1, 2].map((row) => ({ row, outcome: 'failed', name: '', error: dollar })),
      [{ symbol: 'kr', currencies: [] }],
    );
    expect(found).toEqual([
      { symbol: 'kr', currencies: [] },
      { symbol: '$', currencies: ['USD', 'CAD'] },
    ]);
    expect(ambiguousSymbols([], found)).toEqual(found);
  });
});

describe('the form for a row', () => {
  const reader = { today: '2026-06-16', locale: 'de-DE', currencies: ['EUR', 'CHF'] } as const;

  test('holds what could be read, as the reader writes it', () => {
    const row: ReportRow = {
      row: 7,
      outcome: 'failed',
      name: 'Water',
      draft: { name: 'Water', amount: 12.5, currency: 'CHF', period: 'custom', customDate: '91', status: 'paused' },
      details: { everyMonths: 3, tags: ['home', 'bills'], noticePeriod: { count: 4, unit: 'weeks' } },
    };
    expect(draftValues(row, reader)).toMatchObject({
      name: 'Water',
      amount: '12,50',
      currency: 'CHF',
      count: '3',
      unit: 'month',
      lastPaymentDate: '',
      category: '',
      status: 'paused',
      tags: 'home, bills',
      noticePeriod: '4 weeks',
      notes: '',
    });
  });

  test('is empty where there is nothing, or something of another kind', () => {
    const row: ReportRow = {
      row: 1,
      outcome: 'failed',
      name: '',
      draft: { amount: 'many', currency: 'XXX', period: 'sometimes' },
      details: { tags: 7, noticePeriod: 'long', termMonths: {} },
    };
    expect(draftValues(row, reader)).toMatchObject({ amount: '', count: '', tags: '', category: '' });
  });
});
