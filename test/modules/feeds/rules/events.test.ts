import { describe, expect, test } from 'bun:test';
import { dayOfNumber, numberOfDay } from '../../../../src/core/billing/days.ts';
import {
  calendarDays,
  daysWithin,
  eventsIn,
  type CalendarEvent,
  type CalendarPayment,
  type CalendarRecord,
} from '../../../../src/modules/feeds/rules/events.ts';
import { feedRecord, feedSettingsOf } from '../../../../src/modules/feeds/model.ts';

const today = '2026-06-16';
const monthly: CalendarRecord = {
  status: 'active',
  period: 'monthly',
  customDays: null,
  everyMonths: null,
  lastPaymentDate: '2026-05-16',
  anchorDay: null,
  endsOn: null,
  currency: 'USD',
  amountHundredths: 1599,
};
const daily = { ...monthly, period: 'custom', customDays: 1 } as const;

function daysOf(settings: { readonly daysAhead?: number; readonly daysBack?: number } = {}, day = today) {
  const about = { id: 'id', userId: null, createdAt: '' };
  return calendarDays(feedRecord(about, feedSettingsOf({ name: 'Bills', ...settings })), day);
}
const daysIn = (events: readonly CalendarEvent[]) => events.map(({ day }) => dayOfNumber(day));
const paid = (dueOn: string, paidOn = dueOn, number = 1) =>
  ({ dueOn, paidOn, number, amountHundredths: 1499, currency: 'USD' }) as const;
const payments = (...made: readonly CalendarPayment[]) => ({ made, ofDueDays: new Map<number, number>() });

describe('the events of a subscription', () => {
  test('are its due dates from the first to the last day, also those that have passed', () => {
    const events = eventsIn(daysOf({ daysAhead: 60, daysBack: 62 }))(
      { ...monthly, lastPaymentDate: '2026-03-15' },
      payments(),
    );
    expect(daysIn(events)).toEqual(['2026-04-15', '2026-05-15', '2026-06-15', '2026-07-15', '2026-08-15']);
    expect(events.every(({ isPaid, amountHundredths }) => !isPaid && amountHundredths === 1599)).toBe(true);
  });

  test('are on the last day of the months without the 31st, and on the 29th of February in a leap year', () => {
    const events = eventsIn(daysOf({ daysAhead: 100 }, '2028-01-31'))(
      { ...monthly, lastPaymentDate: '2027-12-31' },
      payments(),
    );
    expect(daysIn(events)).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']);
    const leap = { ...monthly, period: 'yearly', lastPaymentDate: '2028-02-29' } as const;
    const yearly = eventsIn(daysOf({ daysAhead: 1100, daysBack: 0 }, '2029-01-01'))(leap, payments());
    expect(daysIn(yearly)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28']);
  });

  test.each(['paused', 'cancelled'] as const)('are only what was paid while it is %s', (status) => {
    const events = eventsIn(daysOf())({ ...monthly, status }, payments(paid('2026-06-01')));
    expect(events).toMatchObject([{ isPaid: true, amountHundredths: 1499 }]);
  });

  test('end with the subscription', () => {
    const events = eventsIn(daysOf())({ ...monthly, endsOn: '2026-07-20' }, payments());
    expect(daysIn(events)).toEqual(['2026-06-16', '2026-07-16']);
  });

  test('have the same identity before and after the payment, which is shown on its own day', () => {
    const [due] = eventsIn(daysOf())(monthly, payments());
    const renewed = { ...monthly, lastPaymentDate: '2026-06-16' };
    const [made, next] = eventsIn(daysOf())(renewed, payments(paid('2026-06-16', '2026-06-14')));
    expect([made?.dueDay, made?.number]).toEqual([due?.dueDay, due?.number]);
    expect([made, next].map((event) => event && dayOfNumber(event.day))).toEqual(['2026-06-14', '2026-07-16']);
  });

  test('are told apart by a number where a payment has left its own due date due', () => {
    const made = [paid('2026-06-20', '2026-06-01', 1), paid('2026-06-20', '2026-06-02', 2)];
    const due = { ...monthly, lastPaymentDate: '2026-05-20' };
    const ofDueDays = new Map([[numberOfDay('2026-06-20'), 2]]);
    const events = eventsIn(daysOf({ daysAhead: 30 }))(due, { made, ofDueDays });
    expect(events.map(({ number, isPaid }) => [number, isPaid])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
  });
});

describe('a calendar with too many events', () => {
  test.each([
    [[monthly], 3, '2026-09-15'],
    [[monthly], 100, '2027-07-21'],
    [[daily, daily], 62, '2026-06-16'],
    [[monthly, daily, monthly], 124, '2026-09-11'],
  ])('ends on the last day up to which there are not', (records, eventsMax, last) => {
    const all = { ...daysOf(), first: daysOf({ daysBack: 30 }).first };
    const days = daysWithin(records, all, { sizeMax: eventsMax, sizeOf: () => 1 });
    const countUntil = (end: number) => {
      const eventsOf = eventsIn({ ...all, last: end });
      return records.reduce((events, record) => events + eventsOf(record, payments()).length, 0);
    };
    expect(dayOfNumber(days.last)).toBe(last);
    expect(countUntil(days.last)).toBeLessThanOrEqual(eventsMax);
    if (days.last < all.last) expect(countUntil(days.last + 1)).toBeGreaterThan(eventsMax);
  });

  test('counts each event with its size', () => {
    const sizeOf = ({ period }: CalendarRecord) => (period === 'custom' ? 1 : 40);
    const days = daysWithin([monthly, daily], daysOf({ daysBack: 0 }), { sizeMax: 100, sizeOf });
    expect(dayOfNumber(days.last)).toBe('2026-07-15');
  });
});
