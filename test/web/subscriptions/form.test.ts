import { describe, expect, test } from 'bun:test';
import {
  changesOf,
  completeContentOf,
  contentOf,
  controlOf,
  givenDetails,
  lengthMaxOf,
  newValues,
  valuesOf,
  type Content,
  type FormValues,
} from '../../../src/web/pages/subscriptions/form/values.ts';
import { noDetails, recordOf } from './records.ts';

function contentIn(values: FormValues, locale = 'de'): Content {
  const content = contentOf(values, locale);
  if ('field' in content) throw new Error(`cannot be sent: ${content.field}`);
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
      autoRenew: true,
      everyMonths: 2,
    },
  });
  test('that holds a record says what the record says, and a blank one that it has no details', () => {
    for (const record of [full, recordOf()]) {
      const { fields, details } = contentIn(valuesOf(record, 'de'));
      expect(record).toMatchObject({ ...fields, details });
      // The service keeps the first; the form does not hold the term of a contract.
      const others = ['anchorDay', 'termEndsOn', 'termMonths', 'noticePeriod', 'keepThrough', 'noticeBy'];
      expect([...Object.keys(details), ...others].toSorted()).toEqual(Object.keys(noDetails).toSorted());
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

  test('names the first control whose value cannot be sent', () => {
    const values: FormValues = { ...newValues('EUR', '2026-06-16'), name: 'Water' };
    expect(contentOf(values, 'en')).toEqual({ field: 'amount' });
    expect(contentOf({ ...values, amount: '1', count: '1.5' }, 'en')).toEqual({ field: 'count' });
    expect(contentOf({ ...values, amount: '1', lastPaymentDate: '' }, 'en')).toEqual({ field: 'lastPaymentDate' });
  });

  test('cannot be saved without a name or a category', () => {
    const values: FormValues = { ...newValues('EUR', '2026-06-16'), amount: '1', name: 'Water', category: 'Home' };
    expect(completeContentOf(values, 'en')).toEqual(contentOf(values, 'en'));
    expect(completeContentOf({ ...values, name: ' ', amount: '' }, 'en')).toEqual({ field: 'name' });
    expect(completeContentOf({ ...values, category: ' ', amount: '' }, 'en')).toEqual({ field: 'amount' });
    expect(completeContentOf({ ...values, category: ' ' }, 'en')).toEqual({ field: 'category' });
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
  });
});
