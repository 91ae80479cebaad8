import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { dayAfter } from '../../../../src/core/billing/days.ts';
import {
  catchUp,
  paymentsAtOnceMax,
  singleStepsMax,
  type CatchUpFacts,
} from '../../../../src/modules/subscriptions/rules/autoRenewal.ts';
import { renew } from '../../../../src/modules/subscriptions/rules/renewal.ts';
import type { Subscription } from '../../../../src/modules/subscriptions/rules/subscription.ts';
import { anySubscription, subscriptionWith } from '../../../support/subscriptions.ts';

const at = '2026-06-16T00:00:00.000Z';
const factsOn = (today: string, facts: Partial<CatchUpFacts> = {}) => ({
  today,
  at,
  statusChanges: [],
  reverted: [],
  made: [],
  ...facts,
});

/** The state and the due dates after plain renewals, one after the other. */
function renewedUntil(original: Subscription, today: string) {
  const dates: string[] = [];
  let stored = original;
  while (stored.nextPaymentDate < today) {
    const decision = renew(stored, { dueOn: stored.nextPaymentDate }, { today, at });
    if ('refusal' in decision) break;
    dates.push(decision.dueOn);
    stored = decision.renewed;
  }
  return { stored, dates };
}

/** The steps in short: the due date of the entry, the number of payments, and the number of skipped due dates. */
const inShort = (stored: Subscription, facts: CatchUpFacts) =>
  catchUp(stored, facts).map(({ record, paid }) => [record.dueOn, paid.length, record.skipped ?? 0]);

const daily = subscriptionWith({ period: 'custom', customDays: 1, lastPaymentDate: '2026-05-01' });
const monthly = subscriptionWith({ lastPaymentDate: '2026-01-15' });

describe('§10.8: an automatic renewal', () => {
  test('leads where renewals by hand lead, and pays the same due dates, whatever the subscription', () => {
    fc.assert(
      fc.property(anySubscription, fc.integer({ min: 0, max: 400 }), (original, days) => {
        const today = dayAfter(original.nextPaymentDate, days);
        const steps = catchUp(original, factsOn(today));
        const { stored, dates } = renewedUntil(original, today);
        expect(steps.flatMap(({ paid }) => paid)).toEqual(dates);
        expect(steps.at(-1)?.after ?? original).toEqual(stored);
        expect(steps.map(({ before }) => before)).toEqual([original, ...steps.map(({ after }) => after)].slice(0, -1));
      }),
      { numRuns: 300 },
    );
  });

  test('renews what was due before today, not what is due today', () => {
    expect(inShort(monthly, factsOn('2026-02-15'))).toEqual([]);
    expect(inShort(monthly, factsOn('2026-02-16'))).toEqual([['2026-02-15', 1, 0]]);
  });

  test.each([
    [singleStepsMax, undefined],
    [singleStepsMax + 1, undefined],
    [singleStepsMax + 4, 4],
    [paymentsAtOnceMax, paymentsAtOnceMax - singleStepsMax],
  ])('of %d payments has an entry for each of the newest 36, and one for the earlier ones', (payments, steps) => {
    const [first, ...others] = catchUp(daily, factsOn(dayAfter('2026-05-02', payments)));
    const isShared = payments > singleStepsMax;
    expect(first?.record.steps).toBe(steps as number);
    expect(first?.paid).toHaveLength(Math.max(payments - singleStepsMax, 1));
    expect(others).toHaveLength(isShared ? singleStepsMax : payments - 1);
    expect(others.every(({ paid, record }) => paid.length === 1 && record.steps === undefined)).toBe(true);
  });

  test('of more payments than are made at once skips the earliest', () => {
    const [first, ...others] = catchUp(daily, factsOn(dayAfter('2026-05-02', paymentsAtOnceMax + 70)));
    expect([first?.record.skipped, first?.paid[0]]).toEqual([70, dayAfter('2026-05-02', 70)]);
    expect(others.at(-1)?.after.nextPaymentDate).toBe(dayAfter('2026-05-02', paymentsAtOnceMax + 70));
  });

  test('of a daily one since the year 1 takes no longer than any other', () => {
    const since = subscriptionWith({ period: 'custom', customDays: 1, lastPaymentDate: '0001-01-01' });
    expect(catchUp(since, factsOn('2026-06-16')).flatMap(({ paid }) => paid)).toHaveLength(paymentsAtOnceMax);
  });

  test('§10.10: ends with the last payment until the end', () => {
    expect(inShort({ ...monthly, endsOn: '2026-03-15' }, factsOn('2026-06-16'))).toEqual([
      ['2026-02-15', 1, 0],
      ['2026-03-15', 1, 0],
    ]);
    expect(inShort({ ...monthly, endsOn: '2026-02-14' }, factsOn('2026-06-16'))).toEqual([]);
  });

  test('stops before a payment that would be followed by none', () => {
    const last = subscriptionWith({ lastPaymentDate: '9999-10-30' });
    expect(inShort(last, factsOn('9999-12-31'))).toEqual([['9999-11-30', 1, 0]]);
  });
});

describe('§10.9: an automatic renewal', () => {
  test.each([
    [['2026-04-15'], ['2026-02-15', '2026-03-15']],
    [['2026-02-15'], []],
    [['2026-06-15', '2026-03-15'], ['2026-02-15']],
    // Not a due date, so perhaps one of an earlier schedule.
    [['2026-02-16'], ['2026-02-15', '2026-03-15', '2026-04-15', '2026-05-15', '2026-06-15']],
  ])('stops before a due date whose renewal was reverted: %j', (reverted, dates) => {
    const steps = catchUp(monthly, factsOn('2026-06-16', { reverted }));
    expect(steps.flatMap(({ paid }) => paid)).toEqual(dates);
  });

  test('goes on behind a due date whose renewal was reverted, when a client has recorded its payment since', () => {
    const steps = catchUp(monthly, factsOn('2026-06-16', { reverted: ['2026-03-15'], made: ['2026-03-15'] }));
    expect(steps.flatMap(({ paid }) => paid)).toEqual(['2026-02-15', '2026-04-15', '2026-05-15', '2026-06-15']);
  });

  test.each([
    [
      ['2026-03-15', '2026-05-15'],
      [
        ['2026-02-15', 1, 0],
        ['2026-04-15', 1, 1],
        ['2026-06-15', 1, 1],
      ],
    ],
    [['2026-02-15', '2026-03-15', '2026-04-15', '2026-05-15', '2026-06-15'], [['2026-06-15', 0, 5]]],
  ])('skips due dates that have a payment: %j', (made, steps) => {
    expect(inShort(monthly, factsOn('2026-06-16', { made }))).toEqual(steps);
  });

  test.each([
    [
      'in between',
      ['2026-04-20 paused', '2026-02-20 active'],
      [
        ['2026-02-15', 1, 0],
        ['2026-05-15', 1, 2],
        ['2026-06-15', 1, 0],
      ],
    ],
    [
      'from before the first',
      ['2026-03-01 paused'],
      [
        ['2026-03-15', 1, 1],
        ['2026-04-15', 1, 0],
        ['2026-05-15', 1, 0],
        ['2026-06-15', 1, 0],
      ],
    ],
    [
      'until today',
      ['2026-06-16 cancelled', '2026-04-01 active'],
      [
        ['2026-02-15', 1, 0],
        ['2026-03-15', 1, 0],
        ['2026-06-15', 0, 3],
      ],
    ],
    [
      'from the evening of a due date',
      ['2026-06-16 paused', '2026-06-15 active'],
      [
        ['2026-02-15', 1, 0],
        ['2026-03-15', 1, 0],
        ['2026-04-15', 1, 0],
        ['2026-05-15', 1, 0],
        ['2026-06-15', 0, 1],
      ],
    ],
    ['until the evening of a due date', ['2026-06-15 paused', '2026-02-01 active'], [['2026-06-15', 1, 4]]],
  ] as const)('skips the due dates on whose evening it was not active: %s', (_, changes, expected) => {
    const statusChanges = changes.map((text) => {
      const [day, before] = text.split(' ') as [string, 'active' | 'paused' | 'cancelled'];
      return { day, before };
    });
    expect(inShort(monthly, factsOn('2026-06-16', { statusChanges }))).toEqual(expected as never);
  });

  test('has an entry without a payment for skipped due dates that no payment follows', () => {
    const [only, ...others] = catchUp(
      monthly,
      factsOn('2026-03-16', { statusChanges: [{ day: '2026-03-16', before: 'paused' }] }),
    );
    expect(others).toEqual([]);
    expect(only?.record).toEqual({
      dueOn: '2026-03-15',
      paidOn: null,
      skipped: 2,
      anchorDay: { before: null, after: null },
      nextPaymentDate: { before: '2026-02-15', after: '2026-04-15' },
    });
  });

  test('counts what was skipped among the payments that share an entry', () => {
    const statusChanges = [
      { day: '2026-05-05', before: 'paused' },
      { day: '2026-05-03', before: 'active' },
    ] as const;
    const steps = inShort(daily, factsOn('2026-06-16', { statusChanges }));
    // 45 due dates, of which those of 3 and 4 May are skipped.
    expect(steps[0]).toEqual(['2026-05-10', 7, 2]);
    expect(steps).toHaveLength(37);
  });
});
