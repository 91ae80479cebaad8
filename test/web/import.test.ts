import { describe, expect, test } from 'bun:test';
import {
  ambiguousSymbols,
  assigned,
  correctedFile,
  countsOf,
  filterOf,
  isScheduleKnown,
  pairsText,
  recheckedRows,
  type ReportRow,
  resultOf,
  shownRows,
  withCorrections,
  withLeftOut,
  withTaken,
} from '../../src/web/pages/import/report.ts';
import '../../src/web/pages/import/texts.ts';
import { correctedDraft, draftValues } from '../../src/web/pages/import/draftValues.ts';
import { withTwins } from '../../src/web/pages/import/twins.ts';
import { faultyControls } from '../../src/web/pages/subscriptions/form/values.ts';

const existing = { id: 'n', name: 'Netflix', amount: 9.99, currency: 'EUR', period: 'monthly' } as const;
const fault = { code: 'invalid_subscription', field: 'amount', message: 'No amount.' };

/** A report with a row of each kind. */
const rows: readonly ReportRow[] = [
  { row: 1, outcome: 'created', name: 'Rent', draft: { name: 'Rent', amount: 800 }, details: { notes: 'Flat' } },
  { row: 2, outcome: 'failed', name: 'Gym', draft: { name: 'Gym' }, error: fault },
  { row: 3, outcome: 'skipped', name: 'Netflix', draft: { name: 'Netflix' }, duplicateOf: existing },
  { row: 4, outcome: 'skipped', name: 'Chair', draft: { name: 'Chair' }, remarks: [{ code: 'paidOnce', values: {} }] },
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

  test('have a next payment if nothing is wrong with them, or only the currency is open', () => {
    expect(rows.map(isScheduleKnown)).toEqual([true, false, true, true, true]);
    expect(isScheduleKnown({ error: { ...fault, field: 'currency' } })).toBe(true);
    expect(isScheduleKnown({ error: { ...fault, field: 'customDate' } })).toBe(false);
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

describe('rows that the user leaves out', () => {
  test('are skipped, keep their values, and are not in the file that is sent', () => {
    const after = withLeftOut(rows, new Set([1, 5]));
    expect(countsOf(after)).toMatchObject({ created: 0, updated: 0, skipped: 4, failed: 1 });
    expect(after[0]).toMatchObject({ draft: { name: 'Rent', amount: 800 }, isLeftOut: true });
    expect(correctedFile(after).rows).toEqual([3]);
  });
});

describe('duplicates that the user imports all the same', () => {
  const twin: ReportRow = {
    ...rows[2],
    row: 6,
    outcome: 'skipped',
    name: 'Netflix',
    draft: { name: 'Netflix', amount: 3 },
  };

  test('are added, and the other ones stay out, though the service has one choice for all of them', () => {
    const after = withTaken([...rows, twin], new Set([6]));
    expect(countsOf(after)).toMatchObject({ created: 2, skipped: 2 });
    expect(correctedFile(after)).toMatchObject({ rows: [1, 5, 6], hasTaken: true });
    expect(correctedFile([...rows, twin])).toMatchObject({ rows: [1, 3, 5, 6], hasTaken: false });
  });

  test('are only those that are skipped as duplicates', () => {
    const leftOut = withLeftOut(rows, new Set([3]));
    expect(withTaken(leftOut, new Set([2, 3, 4]))).toEqual(leftOut);
  });
});

describe('rows of a file that are the same after a correction', () => {
  const gym = { name: 'Gym', amount: 25, currency: 'EUR', period: 'monthly' };
  const created = (row: number, draft: Readonly<Record<string, unknown>>): ReportRow => ({
    row,
    outcome: 'created',
    name: 'Gym',
    draft,
  });

  test('are duplicates of the earlier one, as the service will find', () => {
    const same = [created(1, gym), created(2, { ...gym, name: ' GYM ' }), created(3, { ...gym, currency: 'CHF' })];
    expect(withTwins(same, 'skip')).toMatchObject([
      { outcome: 'created' },
      { outcome: 'skipped', duplicateOf: { row: 1, amount: 25 } },
      { outcome: 'created' },
    ]);
    expect(withTwins(same, 'create').map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created']);
  });

  test('are none when they differ in amount, day or payer', () => {
    const rent = { ...gym, lastPaymentDate: '2026-11-01' };
    for (const [one, other] of [
      [created(1, rent), created(2, { ...rent, amount: 30 })],
      [created(1, rent), created(2, { ...rent, lastPaymentDate: '2026-11-02' })],
      [
        { ...created(1, rent), payer: 'Ann' },
        { ...created(2, rent), payer: 'Kid' },
      ],
    ] as const) {
      const both = withTwins([one, other], 'skip');
      expect(both.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
    }
  });

  test('are none when the earlier one is left out, has an error, or has another id in an own export', () => {
    const second: ReportRow = {
      ...created(2, gym),
      outcome: 'skipped',
      duplicateOf: { row: 1, name: 'Gym', amount: 25, currency: 'EUR', period: 'monthly' },
    };
    const leftOut = withLeftOut([created(1, gym), second], new Set([1]));
    expect(withTwins(leftOut, 'skip')[1]).toMatchObject({ outcome: 'created', duplicateOf: undefined });
    const failed: ReportRow = { ...created(1, gym), outcome: 'failed', error: fault };
    expect(withTwins([failed, created(2, gym)], 'skip')[1]).toMatchObject({ outcome: 'created' });
    const own = [created(1, { ...gym, id: 'a' }), created(2, { ...gym, id: 'b' })];
    expect(withTwins(own, 'skip').map(({ outcome }) => outcome)).toEqual(['created', 'created']);
  });
});

describe('the corrected file', () => {
  test('gives rows of different payers ids of their own, because it has no payers', () => {
    const draft = { name: 'Music', amount: 5 };
    const of = (row: number, payer: string) => ({ row, outcome: 'created', name: 'Music', draft, payer }) as const;
    const twin = { ...of(3, 'Ann'), duplicateOf: { row: 1, ...draft, currency: 'EUR', period: 'monthly' } } as const;
    const { text } = correctedFile([of(1, 'Ann'), of(2, 'Kid'), twin]);
    const sent = JSON.parse(text) as { readonly subscriptions: readonly { readonly id: string }[] };
    const [first, second, third] = sent.subscriptions.map(({ id }) => id);
    expect([first === second, first === third]).toEqual([false, true]);
  });

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
    expect(after[3]?.remarks).toEqual([{ code: 'paidOnce', values: {} }]);
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
    expect(assigned({ Title: 'name' }, 'Extra', 'name')).toEqual({ Title: '', Extra: 'name' });
    expect(assigned({ Price: 'amount' }, 'Price', '')).toEqual({ Price: '' });
    expect(assigned({ Price: 'amount' }, 'Price', 'amount')).toEqual({ Price: 'amount' });
    expect(assigned({}, 'Extra', '')).toEqual({ Extra: '' });
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

  test('has no currency where the file does not say one that may be written: it has to be chosen', () => {
    for (const currency of [undefined, '$', 'PLN']) {
      const draft = { name: 'Water', amount: 49, period: 'monthly', lastPaymentDate: '2026-06-01', category: 'Home' };
      const values = draftValues({ row: 1, outcome: 'failed', name: 'Water', draft: { ...draft, currency } }, reader);
      expect(values).toMatchObject({ currency: '', amount: '49,00' });
      expect(faultyControls(values, 'de-DE')).toEqual(['currency']);
    }
  });

  test('says nothing of the status, the reminder and the category that neither the file nor the user says', () => {
    const draft = { name: 'Water', id: 'w' };
    const row: ReportRow = { row: 1, outcome: 'updated', name: 'Water', draft, duplicateOf: existing };
    const initial = draftValues(row, reader);
    const { status, notificationEnabled, category } = initial;
    const typed = { name: 'Water', amount: 3, status, notificationEnabled, category };
    expect(correctedDraft(row, initial, typed)).toEqual({ id: 'w', name: 'Water', amount: 3 });
    expect(correctedDraft(row, initial, { ...typed, status: 'paused' })).toMatchObject({ status: 'paused' });
    const said = { ...row, draft: { ...row.draft, status: 'active' } };
    expect(correctedDraft(said, draftValues(said, reader), typed)).toMatchObject({ status: 'active' });
  });
});
