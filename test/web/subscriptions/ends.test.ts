import { describe, expect, test } from 'bun:test';
import { paymentsThrough, suggestedEnd } from '../../../src/web/subscriptions/ends.ts';
import type { Details, Subscription } from '../../../src/web/subscriptions/fields.ts';
import { noDetails, recordOf } from './records.ts';

const today = '2026-11-23';

function paidMonthly(lastPaymentDate: string, nextPaymentDate: string, details: Partial<Details> = {}): Subscription {
  return recordOf({ lastPaymentDate, nextPaymentDate, details: { ...noDetails, ...details } });
}

describe('a subscription that is cancelled today', () => {
  test.each<[string, Subscription, string, number]>([
    ['ends before its next payment', paidMonthly('2026-11-15', '2026-12-15'), '2026-12-14', 0],
    ['ends today if it is due tomorrow', paidMonthly('2026-10-24', '2026-11-24'), '2026-11-23', 0],
    ['pays what is due today', paidMonthly('2026-10-23', '2026-11-23'), '2026-12-22', 1],
    ['pays what is overdue, and no further payment', paidMonthly('2026-08-15', '2026-09-15'), '2026-12-14', 3],
    ['keeps the day of the month', paidMonthly('2026-10-31', '2026-11-30', { anchorDay: 31 }), '2026-11-29', 0],
  ])('%s', (_, record, end, payments) => {
    expect(suggestedEnd(record, today)).toEqual({ day: end });
    expect(paymentsThrough(record, end)).toBe(payments);
    // The payment that the day before belongs to is made on the day after it.
    const day = Temporal.PlainDate.from(end).add({ days: 1 }).toString();
    expect(paymentsThrough(record, day)).toBe(payments + 1);
  });

  test('runs to the end of the term which a notice today still ends, and is paid until then', () => {
    const contract = {
      termEndsOn: '2026-12-31',
      termMonths: 12,
      noticePeriod: { count: 1, unit: 'months' },
    } as const;
    const inTime = paidMonthly('2026-11-15', '2026-12-15', contract);
    expect(suggestedEnd(inTime, today)).toEqual({ day: '2026-12-31', reason: 'term' });
    expect(paymentsThrough(inTime, '2026-12-31')).toBe(1);
    const tooLate = paidMonthly('2026-11-15', '2026-12-15', {
      ...contract,
      noticePeriod: { count: 3, unit: 'months' },
    });
    expect(suggestedEnd(tooLate, today)).toEqual({ day: '2027-12-31', reason: 'term' });
  });

  test('runs to the end of its trial, unless a payment comes before', () => {
    const inTrial = (trialEndsOn: string) => paidMonthly('2026-11-15', '2026-12-15', { trialEndsOn });
    expect(suggestedEnd(inTrial('2026-12-01'), today)).toEqual({ day: '2026-12-01', reason: 'trial' });
    expect(suggestedEnd(inTrial('2026-12-20'), today)).toEqual({ day: '2026-12-14' });
    expect(suggestedEnd(inTrial('2026-11-22'), today)).toEqual({ day: '2026-12-14' });
  });

  test('keeps an end that is noted and not past', () => {
    for (const endsOn of ['2027-01-31', today])
      expect(suggestedEnd(paidMonthly('2026-11-15', '2026-12-15', { endsOn }), today)).toEqual({ day: endsOn });
    expect(suggestedEnd(paidMonthly('2026-11-15', '2026-12-15', { endsOn: '2026-11-22' }), today)).toEqual({
      day: '2026-12-14',
    });
  });
});
