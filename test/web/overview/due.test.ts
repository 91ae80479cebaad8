import { describe, expect, test } from 'bun:test';
import {
  atStake,
  dueRowsOf,
  groupRows,
  isLate,
  lastDaysOf,
  sumOfOverdue,
  sumOfRow,
  sumOfWeek,
} from '../../../src/web/pages/overview/figures.ts';

const today = '2026-11-21';

function payment(subscriptionId: string, date: string, amount = 10) {
  return {
    subscriptionId,
    date,
    amount,
    name: subscriptionId,
    category: 'Home',
    currency: 'EUR',
    period: 'monthly',
  } as const;
}

function answer(payments: readonly ReturnType<typeof payment>[], { overdue = [] as string[], hasMore = false } = {}) {
  return {
    payments: [...payments],
    overdue: overdue.map((date) => ({
      ...payment('late', date),
      daysOverdue: 3,
      missedPayments: 2,
      missedOn: [date, date],
    })),
    pagination: { limit: 1000, offset: 0, hasMore },
  };
}

describe('the list of what is due', () => {
  test('has a group for each distance from today, overdue first, and none that is empty', () => {
    const days = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-27', '2026-11-28', '2026-12-21'];
    const rows = dueRowsOf(
      answer(
        days.map((date) => payment(date, date)),
        { overdue: ['2026-11-18'] },
      ),
    );
    expect(groupRows(rows, today).map(([group, members]) => [group, members.map(({ date }) => date)])).toEqual([
      ['overdue', ['2026-11-18']],
      ['today', ['2026-11-21']],
      ['week', ['2026-11-22', '2026-11-23', '2026-11-27']],
      ['later', ['2026-11-28', '2026-12-21']],
    ]);
    expect(groupRows([], today)).toEqual([]);
  });

  test.each([
    ['2026-11-30', '2026-11-29', '2026-12-01'],
    ['2026-12-31', '2026-12-30', '2027-01-01'],
    ['2028-02-28', '2028-02-27', '2028-02-29'],
    ['2028-03-01', '2028-02-29', '2028-03-02'],
  ])('has on %s what was due on the day before as overdue, and not what is due today', (day, before, after) => {
    const rows = dueRowsOf(answer([payment('a', day), payment('b', after)], { overdue: [before] }));
    expect(groupRows(rows, day).map(([group, members]) => [group, members.map(({ date }) => date)])).toEqual([
      ['overdue', [before]],
      ['today', [day]],
      ['week', [after]],
    ]);
    expect(rows.map((row) => isLate(row, day))).toEqual([true, false, false]);
  });

  test('lets only the next payment of a subscription be recorded', () => {
    const weekly = answer([payment('late', '2026-11-25'), payment('a', '2026-11-22'), payment('a', '2026-11-29')], {
      overdue: ['2026-11-18'],
    });
    expect(dueRowsOf(weekly).map(({ date, isNext, payments }) => [date, isNext, payments])).toEqual([
      ['2026-11-18', true, 2],
      ['2026-11-25', false, 1],
      ['2026-11-22', true, 1],
      ['2026-11-29', false, 1],
    ]);
  });

  test('sums the seven days that begin today, and no sum when it does not reach that far', () => {
    const payments = [payment('a', '2026-11-21'), payment('b', '2026-11-27', 0.5), payment('c', '2026-11-28')];
    expect(sumOfWeek(answer(payments), today)).toEqual([{ currency: 'EUR', amount: 10.5 }]);
    expect(sumOfWeek(answer(payments, { hasMore: true }), today)).toEqual([{ currency: 'EUR', amount: 10.5 }]);
    expect(sumOfWeek(answer(payments.slice(0, 2), { hasMore: true }), today)).toBeUndefined();
    expect(sumOfWeek(answer([]), today)).toEqual([]);
  });
});

describe('what must be paid now', () => {
  test('has every missed payment, in the row and in the sum of what is overdue, to the cent', () => {
    const late = (subscriptionId: string, amount: number, missedPayments: number, currency = 'EUR') => ({
      ...payment(subscriptionId, '2026-09-01', amount),
      currency,
      daysOverdue: 81,
      missedPayments,
      missedOn: [],
    });
    const overdue = [late('gym', 146.3, 3), late('film', 0.1, 1), late('news', 4, 2, 'USD')] as const;
    const answered = { ...answer([]), overdue: overdue.map((one) => ({ ...one, currency: one.currency as 'EUR' })) };
    expect(dueRowsOf(answered).map(sumOfRow)).toEqual([438.9, 0.1, 8]);
    expect(sumOfOverdue(answered)).toEqual([
      { currency: 'EUR', amount: 439 },
      { currency: 'USD', amount: 8 },
    ]);
  });

  test('has what each of the missed payments costs, where a price has changed between them', () => {
    const [missedOn, missedAmounts] = [
      ['2026-09-01', '2026-10-01', '2026-11-01'],
      [8, 8, 8.5],
    ];
    const late = { ...payment('rent', '2026-09-01', 8), daysOverdue: 81, missedPayments: 3, missedOn, missedAmounts };
    const answered = { ...answer([]), overdue: [{ ...late, missedTotal: 24.5 }] };
    expect(dueRowsOf(answered).map(sumOfRow)).toEqual([24.5]);
    expect(sumOfOverdue(answered)).toEqual([{ currency: 'EUR', amount: 24.5 }]);
  });

  test('is at stake in a year where something must be decided: once for each subscription, and not where it ends', () => {
    const deadline = (subscriptionId: string, kind: 'notice' | 'trial_end' | 'end', yearlyCost: number) => ({
      ...payment(subscriptionId, '2026-12-01'),
      kind,
      daysLeft: 10,
      yearlyCost,
    });
    const deadlines = [deadline('a', 'notice', 480), deadline('a', 'trial_end', 480), deadline('b', 'trial_end', 0.5)];
    expect(atStake([...deadlines, deadline('c', 'end', 99)])).toEqual([{ currency: 'EUR', amount: 480.5 }]);
    expect(atStake([deadline('c', 'end', 99)])).toEqual([]);
    // Only an end says that somebody has cancelled.
    const ends = lastDaysOf([...deadlines, deadline('c', 'end', 99)]);
    expect(Array.from(ends.keys())).toEqual(['c']);
  });
});
