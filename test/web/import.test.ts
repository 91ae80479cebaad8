import { describe, expect, test } from 'bun:test';
import {
  assigned,
  countsOf,
  filterOf,
  isScheduleKnown,
  pairsText,
  rangesText,
  type ReportRow,
  shownRows,
  silentIn,
  withDecision,
} from '../../src/web/pages/import/report.ts';
import './support/texts.ts';
import { draftValues } from '../../src/web/pages/import/draftValues.ts';
import { faultyControls } from '../../src/web/pages/subscriptions/form/values.ts';

const existing = {
  id: 'n',
  name: 'Netflix',
  amount: 9.99,
  currency: 'EUR',
  period: 'monthly',
  status: 'active',
} as const;
const fault = { code: 'invalid_subscription', field: 'amount', message: 'No amount.' };

/** A report with a row of each kind. */
const rows: readonly ReportRow[] = [
  { row: 1, outcome: 'created', name: 'Rent', draft: { name: 'Rent', notificationEnabled: false } },
  { row: 2, outcome: 'failed', name: 'Gym', draft: { name: 'Gym' }, error: fault },
  { row: 3, outcome: 'skipped', name: 'Netflix', draft: { notificationEnabled: false }, duplicateOf: existing },
  { row: 4, outcome: 'skipped', name: 'Chair', draft: { name: 'Chair' }, remarks: [{ code: 'paidOnce', values: {} }] },
  { row: 5, outcome: 'updated', name: 'Music', draft: { name: 'Music' }, duplicateOf: { ...existing, name: 'Music' } },
];

describe('the rows of a report', () => {
  test('are counted and shown by outcome, open ones first', () => {
    const counts = countsOf(rows);
    expect(counts).toEqual({ created: 1, updated: 1, skipped: 2, failed: 1 });
    expect(filterOf(counts, undefined)).toBe('failed');
    expect(shownRows(rows, 'skipped').map(({ row }) => row)).toEqual([3, 4]);
    expect(shownRows(rows, 'all')).toHaveLength(5);
    expect(silentIn(rows)).toBe(1);
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

  test('become what the user decides; one that is added by hand counts no more', () => {
    const [rent, gym, netflix] = rows as readonly [ReportRow, ReportRow, ReportRow];
    expect(withDecision(rent, 'leaveOut', undefined)).toMatchObject({ outcome: 'skipped', isLeftOut: 'left out' });
    expect(withDecision(netflix, 'create', undefined).outcome).toBe('created');
    expect(withDecision(netflix, 'update', undefined).outcome).toBe('updated');
    expect(withDecision(netflix, 'leaveOut', undefined)).toMatchObject({ outcome: 'skipped', isLeftOut: undefined });
    const added = withDecision(gym, undefined, 'g');
    expect(added).toMatchObject({ id: 'g', error: undefined, isLeftOut: 'added' });
    expect(countsOf([rent, added])).toEqual({ created: 1, updated: 0, skipped: 0, failed: 0 });
    expect(withDecision(gym, undefined, undefined)).toBe(gym);
  });

  test('are named to the service by ranges', () => {
    expect(rangesText([12, 3, 8, 10, 9, 11, 1])).toBe('1,3,8-12');
    expect(rangesText([])).toBe('');
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

  test('that does not say how often it is paid keeps its next payment', () => {
    const draft = { name: 'Paper', nextPaymentDate: '2027-01-31' };
    const row: ReportRow = { row: 1, outcome: 'failed', name: 'Paper', draft };
    expect(draftValues(row, reader)).toMatchObject({ nextPaymentDate: '2027-01-31', lastPaymentDate: '' });
  });
});
