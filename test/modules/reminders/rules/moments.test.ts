import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { dayAfter } from '../../../../src/core/billing/days.ts';
import { occurrence } from '../../../../src/core/billing/occurrences.ts';
import {
  hasEvent,
  isOver,
  reminderDaysIn,
  searchReminders,
  type AimedRule,
  type ReminderDay,
  type RemindedSubscription,
} from '../../../../src/modules/reminders/rules/moments.ts';
import { reminderEvents } from '../../../../src/modules/reminders/rules/events.ts';
import { anyDay } from '../../../support/arbitraries.ts';

// Three with daylight saving, one of them of half an hour, and the two ends of the calendar.
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Pago_Pago', 'Pacific/Kiritimati'];
const minute = 60_000;
const anyTime = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minutes) => Temporal.PlainTime.from('00:00').add({ minutes }).toString().slice(0, 5));

const active: RemindedSubscription = {
  id: 'a',
  status: 'active',
  notificationEnabled: true,
  renewsItself: false,
  period: 'monthly',
  customDays: null,
  everyMonths: null,
  lastPaymentDate: '2026-01-31',
  nextPaymentDate: '2026-02-28',
  anchorDay: null,
  endsOn: null,
  trialEndsOn: null,
  cancelBefore: null,
  termEndsOn: null,
  termMonths: null,
  noticePeriod: null,
  keepThrough: null,
};

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

describe('the days on which a rule reminds', () => {
  test.each(zones)('are each day once, however the time is cut into spans: %s', (timeZone) => {
    const years = fc.record({
      time: anyTime,
      first: anyDay('2010-01-01', '2035-12-31'),
      cuts: fc.array(fc.integer({ min: 0, max: 300 * 24 * 60 }), { maxLength: 20 }),
    });
    fc.assert(
      fc.property(years, ({ time, first, cuts }) => {
        const begin = Temporal.PlainDate.from(first).toZonedDateTime(timeZone).epochMilliseconds;
        const places = [0, ...cuts, 300 * 24 * 60].toSorted((one, other) => one - other);
        const spans = places.slice(1).map((to, index) => [places[index] ?? 0, to] as const);
        const days = spans.flatMap(([from, to]) =>
          reminderDaysIn({ after: begin + from * minute - 1, until: begin + to * minute - 1 }, { at: time, timeZone }),
        );
        const expected = Array.from({ length: days.length }, (_, index) => dayAfter(first, index));
        expect(days.map(({ day }) => day)).toEqual(expected);
        expect(days.length).toBeWithin(299, 302);
        for (const { day, moment } of days) {
          const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDateTime();
          const wanted = Temporal.PlainDateTime.from(`${day}T${time}`);
          expect(Temporal.PlainDateTime.compare(local, wanted)).toBeGreaterThanOrEqual(0);
          expect(local.since(wanted).total('minutes')).toBeLessThanOrEqual(60);
        }
      }),
      { numRuns: 5 },
    );
  });

  test('a time that a day does not have is the next that it has; one that it has twice is the first', () => {
    const time = { at: '02:30', timeZone: 'Europe/Berlin' };
    const inDay = (day: string) =>
      reminderDaysIn({ after: at(`${day}T00:00:00+01:00`), until: at(`${day}T23:00:00Z`) }, time);
    expect(inDay('2026-03-29')).toEqual([{ day: '2026-03-29', moment: at('2026-03-29T01:00:00Z') }]);
    expect(inDay('2026-10-25')).toEqual([{ day: '2026-10-25', moment: at('2026-10-25T00:30:00Z') }]);
    // Samoa left out a whole day.
    const samoa = { at: '09:00', timeZone: 'Pacific/Apia' };
    expect(reminderDaysIn({ after: at('2011-12-29T19:00:00Z'), until: at('2011-12-30T10:00:00Z') }, samoa)).toEqual([
      { day: '2011-12-30', moment: at('2011-12-30T10:00:00Z') },
    ]);
  });
});

/** What a rule reminds of on some of its days, given the facts of a subscription. */
function remindersOn(rule: AimedRule, subscription: RemindedSubscription, days: readonly ReminderDay[]) {
  return searchReminders([{ rule, days }])(subscription).map(({ dueOn, days: lead, moment }) => ({
    dueOn,
    days: lead,
    moment,
  }));
}

describe('the reminders of a subscription', () => {
  const dates = (from: string, days: number) => Array.from({ length: days }, (_, index) => dayAfter(from, index));
  const daysWithEvent = (event: (typeof reminderEvents)[number], subscription: Partial<RemindedSubscription>) =>
    dates('2026-01-01', 400).filter((day) => hasEvent(event, { ...active, ...subscription }, day));

  test('are on its due dates, which keep the 31st', () => {
    const occurrences = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((k) => occurrence(active, k) ?? '');
    expect(daysWithEvent('renewal', {}).slice(0, 12)).toEqual(occurrences);
    expect(daysWithEvent('renewal', { endsOn: '2026-04-15' })).toEqual(['2026-02-28', '2026-03-31']);
  });

  test('are of each event on its own day', () => {
    const contract = { termEndsOn: '2026-05-31', termMonths: 6, noticePeriod: { count: 3, unit: 'months' } } as const;
    expect(daysWithEvent('trial_end', { trialEndsOn: '2026-03-01' })).toEqual(['2026-03-01']);
    expect(daysWithEvent('end', { endsOn: '2026-03-02' })).toEqual(['2026-03-02']);
    expect(daysWithEvent('cancel_before', contract)).toEqual(['2026-02-28', '2026-08-30']);
    expect(daysWithEvent('cancel_before', { ...contract, endsOn: '2026-05-31' })).toEqual([]);
    expect(daysWithEvent('cancel_before', { cancelBefore: '2026-04-04' })).toEqual(['2026-04-04']);
    expect(daysWithEvent('overdue', {})).toEqual(['2026-02-28']);
    expect(daysWithEvent('overdue', { renewsItself: true })).toEqual([]);
  });

  test.each([{ status: 'paused' }, { status: 'cancelled' }] as const)(
    'are none of one that is not active: %p',
    (status) => {
      const all = { ...status, trialEndsOn: '2026-03-01', endsOn: '2026-04-01', cancelBefore: '2026-02-02' };
      expect(reminderEvents.flatMap((event) => daysWithEvent(event, all))).toEqual([]);
    },
  );

  test('of payments need notificationEnabled; those of deadlines do not', () => {
    const silent = { notificationEnabled: false, trialEndsOn: '2026-03-01' };
    expect(daysWithEvent('renewal', silent)).toEqual([]);
    expect(daysWithEvent('overdue', silent)).toEqual([]);
    expect(daysWithEvent('trial_end', silent)).toEqual(['2026-03-01']);
  });

  test('are before the event, or after an overdue one, by each lead time', () => {
    const day = (text: string, index = 0) => ({ day: text, moment: index });
    const rule: AimedRule = { subscriptionId: null, event: 'renewal', daysBefore: [7, 1, 0], daysAfter: null };
    const days = dates('2026-02-20', 10).map((text, index) => day(text, index));
    expect(remindersOn(rule, active, days)).toEqual([
      { dueOn: '2026-02-28', days: 7, moment: 1 },
      { dueOn: '2026-02-28', days: 1, moment: 7 },
      { dueOn: '2026-02-28', days: 0, moment: 8 },
    ]);
    const overdue: AimedRule = { subscriptionId: null, event: 'overdue', daysBefore: null, daysAfter: [1, 400] };
    expect(remindersOn(overdue, active, [day('2026-03-01')])).toEqual([{ dueOn: '2026-02-28', days: 1, moment: 0 }]);
    expect(remindersOn({ ...rule, subscriptionId: 'b' }, active, days)).toEqual([]);
  });

  test('are the same, whether the days are searched at once or one by one', () => {
    const subscriptions = fc.record({
      lastPaymentDate: anyDay('2024-01-01', '2026-06-30'),
      period: fc.constantFrom('monthly', 'yearly'),
      cancelBefore: fc.option(anyDay('2026-01-01', '2027-12-31')),
      termEndsOn: fc.option(anyDay('2025-01-01', '2027-12-31')),
      termMonths: fc.option(fc.integer({ min: 1, max: 24 })),
      noticePeriod: fc.record({ count: fc.integer({ min: 1, max: 90 }), unit: fc.constant('days') }),
    });
    const leads = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(subscriptions, leads, fc.constantFrom(...reminderEvents), (fields, leadDays, event) => {
        const nextPaymentDate = occurrence({ ...active, ...fields }, 1) ?? '';
        const subscription = { ...active, ...fields, nextPaymentDate } as RemindedSubscription;
        const [daysBefore, daysAfter] = event === 'overdue' ? [null, leadDays] : [leadDays, null];
        const rule: AimedRule = { subscriptionId: null, event, daysBefore, daysAfter };
        const days = dates('2026-03-01', 60).map((day, index) => ({ day, moment: index }));
        const oneByOne = days.flatMap((day) => remindersOn(rule, subscription, [day]));
        const key = ({ dueOn, days: lead, moment }: (typeof oneByOne)[number]) => `${dueOn} ${lead} ${moment}`;
        expect(remindersOn(rule, subscription, days).map(key).toSorted()).toEqual(oneByOne.map(key).toSorted());
        const sign = event === 'overdue' ? -1 : 1;
        for (const { dueOn, days: lead, moment } of oneByOne) {
          expect(dayAfter(dueOn, -sign * lead)).toBe(days[moment]?.day ?? '');
          expect(hasEvent(event, subscription, dueOn)).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('come too late once the event is over; an unpaid payment stays overdue', () => {
    const past = { dueOn: '2026-06-15', today: '2026-06-16' };
    expect(reminderEvents.filter((event) => !isOver(event, past))).toEqual(['overdue']);
    expect(isOver('renewal', { dueOn: '2026-06-16', today: '2026-06-16' })).toBe(false);
  });
});
