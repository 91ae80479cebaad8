import { expect, test } from 'bun:test';
import { byDay, dueEntries, overdueBefore, paidEntries, sumsByState } from '../../../src/web/pages/calendar/entries.ts';

const november = { from: '2026-11-01', to: '2026-11-30' };
const today = '2026-11-28';

function due(subscriptionId: string, date: string, amount = 5) {
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

const paid = {
  id: 'p1',
  subscriptionId: 'a',
  subscriptionName: 'Netflix',
  dueOn: '2026-11-02',
  paidOn: '2026-11-03',
  amount: 7,
  currency: 'EUR',
  source: 'automatic',
} as const;

test('a month has the payments made on the day of the payment, the overdue ones of its days, and those to come', () => {
  const overdue = [
    { ...due('b', '2026-10-30'), missedOn: ['2026-10-30', '2026-11-30'] },
    { ...due('c', '2026-11-03'), missedOn: ['2026-11-03', '2026-11-10'] },
  ].map((one) => ({ ...one, daysOverdue: 1, missedPayments: 2 }));
  const pages = [
    { payments: [due('d', '2026-11-29')], overdue },
    { payments: [due('e', '2026-11-30', 0.1)], overdue },
  ];
  const entries = [...paidEntries([paid]), ...dueEntries(pages, november, today)];
  const days = Array.from(byDay(entries), ([day, all]) => [day, all.map(({ name, state }) => [name, state])]);
  expect(days).toEqual([
    [
      '2026-11-03',
      [
        ['c', 'overdue'],
        ['Netflix', 'paid'],
      ],
    ],
    ['2026-11-10', [['c', 'overdue']]],
    ['2026-11-29', [['d', 'due']]],
    [
      '2026-11-30',
      [
        ['b', 'overdue'],
        ['e', 'due'],
      ],
    ],
  ]);
  expect(sumsByState(entries)).toEqual([
    // Three of the four payments that are missed were due in this month.
    ['overdue', [{ currency: 'EUR', amount: 15 }]],
    ['paid', [{ currency: 'EUR', amount: 7 }]],
    ['due', [{ currency: 'EUR', amount: 5.1 }]],
  ]);
  expect(overdueBefore(pages, '2026-11-01')).toEqual([{ currency: 'EUR', amount: 5 }]);
  expect(overdueBefore(pages, '2026-10-30')).toEqual([]);
});

test('a month has the overdue payments of its first and its last day, and no others', () => {
  const overdue = ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map((date) => ({
    ...due(date, date),
    daysOverdue: 1,
    missedPayments: 1,
    missedOn: [date],
  }));
  const entries = dueEntries([{ payments: [], overdue }], november, today);
  expect(entries.map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-30']);
});

test('of the payments of a subscription, only the next one can be recorded, and none of a month to come', () => {
  const overdue = [{ ...due('a', '2026-11-10'), daysOverdue: 18, missedPayments: 1, missedOn: ['2026-11-10'] }];
  const payments = [due('a', '2026-11-28'), due('b', '2026-11-28'), due('b', '2026-11-30')];
  const read = [{ payments, overdue }];
  const next = (all: ReturnType<typeof dueEntries>) => all.filter(({ isNext }) => isNext).map(({ key }) => key);
  expect(next(dueEntries(read, november, today))).toEqual(['a 2026-11-10', 'b 2026-11-28']);
  expect(next(dueEntries(read, { from: '2026-12-01', to: '2026-12-31' }, today))).toEqual([]);
});

test('each missed payment has the amount of its day, and an estimate says that it is one', () => {
  const missed = { missedOn: ['2026-11-03', '2026-11-10'], missedAmounts: [2, 3], missedTotal: 5 };
  const one = { ...due('b', '2026-11-03', 2), isEstimate: true, daysOverdue: 25, missedPayments: 2 } as const;
  const read = (overdue: object) =>
    dueEntries([{ payments: [], overdue: [{ ...one, ...missed, ...overdue }] }], november, today);
  expect(read({})).toMatchObject([
    { date: '2026-11-03', amount: 2, isEstimate: true },
    { date: '2026-11-10', amount: 3, isEstimate: true },
  ]);
  expect(read({ missedPayments: 101, missedTotal: 250 })).toMatchObject([{ amount: 250, payments: 101 }]);
});

test('many missed payments, of which the service does not say all days, are one entry', () => {
  const overdue = [{ ...due('b', '2026-11-03', 2), daysOverdue: 400, missedPayments: 400, missedOn: ['2026-11-03'] }];
  expect(dueEntries([{ payments: [], overdue }], november, today)).toMatchObject([
    { date: '2026-11-03', amount: 800, payments: 400 },
  ]);
});
