import { describe, expect, test } from 'bun:test';
import {
  changesOf,
  contentOf,
  controlOf,
  faultyControls,
  givenDetails,
  lengthMaxOf,
  mended,
  newValues,
  valuesOf,
  type Content,
  type FormValues,
} from '../../../src/web/pages/subscriptions/form/values.ts';
import { noDetails, recordOf } from './records.ts';

function contentIn(values: FormValues, locale = 'de'): Content {
  const content = contentOf(values, locale);
  if (content === undefined) throw new Error(`cannot be sent: ${faultyControls(values, locale).join(', ')}`);
  return content;
}

const quarterly = recordOf({
  period: 'custom',
  customDate: '90',
  details: { ...noDetails, everyMonths: 3, tags: ['a', 'b'], autoRenew: false },
});

describe('the form of a subscription', () => {
  test('of which nothing was touched changes nothing', () => {
    const values = valuesOf(quarterly, 'de');
    expect(values).toMatchObject({ amount: '15,99', count: '3', unit: 'month', tags: 'a, b', autoRenew: 'false' });
    expect(changesOf(contentIn(values), contentIn({ ...values }))).toEqual({ patch: undefined, details: undefined });
  });

  const full = recordOf({
    amount: 1234.5,
    currency: 'CHF',
    period: 'custom',
    customDate: '61',
    status: 'paused',
    notificationEnabled: false,
    details: {
      ...noDetails,
      notes: ' indented',
      url: 'https://example.com/a',
      paymentMethod: 'Visa',
      tags: ['a', 'b'],
      trialEndsOn: '2026-07-01',
      endsOn: '2026-08-02',
      cancelBefore: '2026-07-30',
      termEndsOn: '2026-10-31',
      termMonths: 12,
      noticePeriod: { count: 6, unit: 'weeks' },
      keepThrough: '2025-10-31',
      autoRenew: true,
      everyMonths: 2,
      priceSteps: [
        { from: '2026-09-01', amount: 12.5 },
        { from: '2027-09-01', amount: 13 },
      ],
      amountVaries: true,
    },
  });
  test('that holds a record says what the record says, and a blank one that it has no details', () => {
    for (const record of [full, recordOf()]) {
      const { fields, details } = contentIn(valuesOf(record, 'de'));
      expect(record).toMatchObject({ ...fields, details });
      expect(Object.keys({ ...details, noticeBy: null }).toSorted()).toEqual(Object.keys(noDetails).toSorted());
    }
  });

  test.each<[keyof FormValues, string | boolean, object]>([
    ['autoRenew', 'false', { details: { autoRenew: false } }],
    ['autoRenew', '', { details: { autoRenew: null } }],
    ['notes', ' ', { details: { notes: null } }],
    ['url', ' https://example.com/b ', { details: { url: 'https://example.com/b' } }],
    ['paymentMethod', '', { details: { paymentMethod: null } }],
    ['tags', ' ', { details: { tags: [] } }],
    ['tags', 'b, a', { details: { tags: ['b', 'a'] } }],
    ['trialEndsOn', '', { details: { trialEndsOn: null } }],
    ['endsOn', '', { details: { endsOn: null } }],
    ['cancelBefore', '2026-07-29', { details: { cancelBefore: '2026-07-29' } }],
    ['termMonths', '24', { details: { termMonths: 24 } }],
    ['termMonths', '', { details: { termMonths: null } }],
    ['noticePeriod', '6 months', { details: { noticePeriod: { count: 6, unit: 'months' } } }],
    ['noticePeriod', ' weeks', { details: { noticePeriod: null } }],
    ['keepThrough', '', { details: { keepThrough: null } }],
    ['priceSteps', '', { details: { priceSteps: [] } }],
    ['priceSteps', '2026-10-01 12.5', { details: { priceSteps: [{ from: '2026-10-01', amount: 12.5 }] } }],
    ['amountVaries', '', { details: { amountVaries: null } }],
    ['notificationEnabled', true, { patch: { notificationEnabled: true } }],
    ['status', 'active', { patch: { status: 'active' } }],
    ['currency', 'USD', { patch: { currency: 'USD' } }],
    ['lastPaymentDate', '2026-06-14', { patch: { lastPaymentDate: '2026-06-14' } }],
    ['unit', 'year', { patch: { customDate: '730' }, details: { everyMonths: 24 } }],
    ['count', '1', { patch: { period: 'monthly' }, details: { everyMonths: null } }],
  ])('whose %s becomes %j sends that alone', (control, value, sent) => {
    const before = valuesOf(full, 'de');
    expect(changesOf(contentIn(before), contentIn({ ...before, [control]: value }))).toEqual({
      patch: undefined,
      details: undefined,
      ...sent,
    });
  });

  test('sends only what was changed', () => {
    const before = valuesOf(quarterly, 'de');
    const after = { ...before, amount: '17,5', notes: 'New\nprice', tags: ' a,, c ' };
    expect(changesOf(contentIn(before), contentIn(after))).toEqual({
      patch: { amount: 17.5 },
      details: { notes: 'New\nprice', tags: ['a', 'c'] },
    });
  });

  test('clears the months of an interval that becomes one of days', () => {
    const before = valuesOf(quarterly, 'de');
    const after: FormValues = { ...before, count: '10', unit: 'day' };
    expect(changesOf(contentIn(before), contentIn(after))).toEqual({
      patch: { customDate: '10' },
      details: { everyMonths: null },
    });
  });

  test('of a new subscription sends only the details that have a value', () => {
    const values: FormValues = { ...newValues('EUR', '2026-06-16'), name: 'Water', amount: '75', category: 'Home' };
    expect(givenDetails(contentIn(values))).toBeUndefined();
    expect(givenDetails(contentIn({ ...values, count: '3', tags: 'house', autoRenew: 'true' }))).toEqual({
      tags: ['house'],
      autoRenew: true,
      everyMonths: 3,
    });
    expect(givenDetails(contentIn({ ...values, autoRenew: 'false' }))).toEqual({ autoRenew: false });
  });

  test('takes as many characters at each control as the service does', () => {
    const lengths = { name: 120, category: 80, notes: 2000, url: 2000, paymentMethod: 80 } as const;
    for (const [field, length] of Object.entries(lengths))
      expect(lengthMaxOf(field as keyof typeof lengths)).toBe(length);
    // Of a list, the length of each item is limited.
    expect([lengthMaxOf('tags'), lengthMaxOf('count')]).toEqual([undefined, undefined]);
  });

  test('names every control whose value cannot be sent, in the order of the form, and sends nothing', () => {
    const values: FormValues = { ...newValues('EUR', '2026-06-16'), name: 'Water', amount: '1', category: 'Home' };
    expect(faultyControls(values, 'en')).toEqual([]);
    const wrong = { name: ' ', amount: '12.345', count: '1.5', lastPaymentDate: '', category: ' ' };
    expect(faultyControls({ ...values, ...wrong }, 'en')).toEqual([
      'name',
      'amount',
      'count',
      'lastPaymentDate',
      'category',
    ]);
    for (const [control, value] of Object.entries(wrong))
      expect(contentOf({ ...values, [control]: value }, 'en')).toBeUndefined();
    expect(faultyControls({ ...values, amount: '1000000' }, 'en')).toEqual(['amount']);
    expect(faultyControls({ ...values, nextPaymentDate: '' }, 'en')).toEqual(['nextPaymentDate']);
  });

  test('is valid when each faulty control has another value, and keeps the rest', () => {
    const values: FormValues = { ...newValues('EUR', '2026-06-16'), url: 'nowhere', count: '0', nextPaymentDate: '' };
    const wrong = faultyControls(values, 'en');
    const valid = mended(values, [...wrong, 'url'], '2026-06-16');
    expect(faultyControls(valid, 'en')).toEqual([]);
    expect([valid.url, valid.currency]).toEqual(['', 'EUR']);
    expect(mended(values, wrong, '2026-06-16').url).toBe('nowhere');
  });

  test('shows the faults of the period at its interval', () => {
    const values = newValues('EUR', '2026-06-16');
    expect(['name', 'period', 'customDate', 'everyMonths', 'url'].map((field) => controlOf(field, values))).toEqual([
      'name',
      'count',
      'count',
      'count',
      'url',
    ]);
    expect(controlOf('ifMatch', values)).toBeUndefined();
    expect(controlOf('lastPaymentDate', values)).toBe('lastPaymentDate');
    expect(controlOf('lastPaymentDate', { ...values, nextPaymentDate: '2026-07-16' })).toBe('nextPaymentDate');
  });
});
