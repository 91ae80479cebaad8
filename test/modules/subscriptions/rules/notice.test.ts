import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { changeToKeep, noticeOf, type NoticeDetails } from '../../../../src/modules/subscriptions/rules/notice.ts';
import { anyDay } from '../../../support/arbitraries.ts';
import { expectedNotice } from '../../../support/noticeOracle.ts';

const none: NoticeDetails = {
  cancelBefore: null,
  termEndsOn: null,
  termMonths: null,
  noticePeriod: null,
  keepThrough: null,
};
const today = '2026-11-23';

/** Notice periods as people write them: `3 months`. */
function periodOf(text: string): NoticeDetails['noticePeriod'] {
  const [count, unit] = text.split(' ');
  return { count: Number(count), unit: `${unit?.replace(/s$/, '')}s` as 'days' | 'weeks' | 'months' };
}

function noticeBy(details: Partial<NoticeDetails>, day = today): string | undefined {
  return noticeOf({ ...none, ...details }, day)?.noticeBy;
}

const anyNotice: fc.Arbitrary<NoticeDetails> = fc.record({
  cancelBefore: fc.option(anyDay('2024-01-01', '2030-12-31'), { freq: 2 }),
  termEndsOn: fc.option(fc.oneof(anyDay('2020-01-01', '2034-12-31'), anyDay('0001-01-01', '9999-12-31')), { freq: 9 }),
  termMonths: fc.option(fc.oneof(fc.constantFrom(1, 3, 12, 24), fc.integer({ min: 1, max: 120 })), { freq: 4 }),
  noticePeriod: fc.option(
    fc.record({
      count: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 365 })),
      unit: fc.constantFrom('days', 'weeks', 'months'),
    }),
    { freq: 9 },
  ),
  keepThrough: fc.option(
    fc.oneof(
      { arbitrary: anyDay('2024-01-01', '2034-12-31'), weight: 19 },
      { arbitrary: anyDay('9990-01-01', '9999-12-31'), weight: 1 },
    ),
    { freq: 2 },
  ),
});
const anyToday = anyDay('2023-12-01', '2029-03-01');

describe('§11.8: the last day for notice', () => {
  test.each([
    ['2027-05-31', '3 months', '2027-02-28'],
    ['2028-05-31', '3 months', '2028-02-29'],
    ['2027-05-30', '3 months', '2027-02-28'],
    ['2027-05-28', '3 months', '2027-02-28'],
    ['2027-03-31', '1 month', '2027-02-28'],
    ['2027-07-31', '1 month', '2027-06-30'],
    ['2027-06-30', '1 month', '2027-05-30'],
    ['2028-02-29', '12 months', '2027-02-28'],
    ['2027-01-31', '2 months', '2026-11-30'],
    ['2027-05-01', '3 months', '2027-02-01'],
    ['2026-12-31', '1 day', '2026-12-30'],
    ['2027-03-01', '1 day', '2027-02-28'],
    ['2028-03-01', '1 day', '2028-02-29'],
    ['2027-03-13', '2 weeks', '2027-02-27'],
    ['2026-12-23', '30 days', '2026-11-23'],
    ['2057-04-30', '365 months', '2026-11-30'],
  ])('for a term until %s and %s is %s', (termEndsOn, period, expected) => {
    expect(noticeBy({ termEndsOn, noticePeriod: periodOf(period) })).toBe(expected);
  });

  test.each([
    // The day itself is in time, and the day after it is too late for this term.
    ['2027-12-31', 12, '3 months', '2027-09-30', '2027-09-30'],
    ['2027-12-31', 12, '3 months', '2027-10-01', '2028-09-30'],
    ['2020-05-31', 12, '3 months', today, '2027-02-28'],
    ['2020-05-31', 12, '3 months', '2027-03-01', '2028-02-29'],
    // Each end is computed from the first one.
    ['2024-02-29', 12, '1 month', today, '2027-01-28'],
    ['2024-02-29', 12, '1 month', '2027-01-29', '2028-01-29'],
    ['2027-01-31', 1, '2 weeks', '2027-02-14', '2027-02-14'],
    ['2027-01-31', 1, '2 weeks', '2027-02-15', '2027-03-17'],
    ['2026-08-31', 3, '1 month', '2026-10-31', '2027-01-28'],
    ['2026-08-31', 3, '1 month', '2026-10-30', '2026-10-30'],
    // On the 31st, a month before the end of a shorter month has passed.
    ['2027-04-30', 12, '1 month', '2027-03-30', '2027-03-30'],
    ['2027-04-30', 12, '1 month', '2027-03-31', '2028-03-30'],
  ])(
    'for a term until %s that renews by %d months, and %s, is on %s the %s',
    (termEndsOn, termMonths, period, day, by) => {
      expect(noticeBy({ termEndsOn, termMonths, noticePeriod: periodOf(period) }, day)).toBe(by);
    },
  );

  const contract = { termEndsOn: '2027-05-31', termMonths: 12, noticePeriod: periodOf('3 months') };

  test.each([
    ['2027-05-30', '2027-02-28'],
    ['2027-05-31', '2028-02-29'],
    ['2030-01-01', '2030-02-28'],
    ['9999-05-30', '9999-02-28'],
    ['9999-05-31', undefined],
  ])('is for a term that ends after keepThrough: %s', (keepThrough, expected) => {
    expect(noticeBy({ ...contract, keepThrough })).toBe(expected);
  });

  test('is for a term for which it is in time, also when an earlier one was kept', () => {
    expect(noticeBy({ ...contract, termEndsOn: '2020-05-31', keepThrough: '2021-05-31' })).toBe('2027-02-28');
  });

  test.each<[string, Partial<NoticeDetails>]>([
    ['no details', {}],
    ['no end of the term', { ...contract, termEndsOn: null }],
    ['no notice period', { ...contract, noticePeriod: null }],
    [
      'a term that does not renew, when it is too late for it',
      { ...contract, termEndsOn: '2027-02-22', termMonths: null },
    ],
    ['a kept term that does not renew', { ...contract, termMonths: null, keepThrough: '2027-05-31' }],
    ['a cancelBefore that is past', { cancelBefore: '2026-11-22' }],
  ])('is unknown with %s', (_, details) => {
    expect(noticeBy(details)).toBeUndefined();
  });

  test('is cancelBefore until that is past, whatever the term', () => {
    const details = { ...contract, cancelBefore: '2026-11-23', keepThrough: '2040-01-01' };
    expect(noticeOf({ ...none, ...details }, today)).toEqual({ noticeBy: '2026-11-23', termEndsOn: null });
    expect(noticeBy({ ...details, keepThrough: null }, '2026-11-24')).toBe('2027-02-28');
  });

  test('and its term are those that trying one term after the other finds', () => {
    fc.assert(
      fc.property(anyNotice, anyToday, (details, day) => {
        expect(noticeOf(details, day)).toEqual(expectedNotice(details, day));
      }),
      { numRuns: 3000 },
    );
  });

  test('stays the same until it is past, and is a later one then', () => {
    fc.assert(
      fc.property(anyNotice, anyToday, (details, day) => {
        const by = noticeOf(details, day)?.noticeBy;
        if (by === undefined || by > '2040') return;
        const after = Temporal.PlainDate.from(by).add({ days: 1 }).toString();
        const middle = Temporal.PlainDate.from(day).add({
          days: Math.floor(Temporal.PlainDate.from(day).until(by, { largestUnit: 'days' }).days / 2),
        });
        expect([by >= day, noticeBy(details, middle.toString()), noticeBy(details, by)]).toEqual([true, by, by]);
        const next = noticeBy(details, after);
        expect(next === undefined || next > by).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('§11.8: to keep a contract for another term', () => {
  const contract = { ...none, termEndsOn: '2027-05-31', termMonths: 12, noticePeriod: periodOf('3 months') };

  test.each<[string, NoticeDetails, object | undefined]>([
    ['sets keepThrough to the end of the term', contract, { keepThrough: '2027-05-31' }],
    ['does so again for the next term', { ...contract, keepThrough: '2027-05-31' }, { keepThrough: '2028-05-31' }],
    [
      'gives up a cancelBefore, with the term that it would end',
      { ...contract, cancelBefore: '2027-03-31' },
      { cancelBefore: null, keepThrough: '2027-05-31' },
    ],
    [
      'also one before the last day for notice of that term',
      { ...contract, cancelBefore: '2027-02-15' },
      { cancelBefore: null, keepThrough: '2027-05-31' },
    ],
    [
      'also when the term does not renew',
      { ...contract, termMonths: null, cancelBefore: '2027-02-15' },
      { cancelBefore: null, keepThrough: '2027-05-31' },
    ],
    [
      'also with the further terms for which it is not too early',
      { ...contract, termMonths: 1, termEndsOn: '2027-01-31', cancelBefore: '2027-01-31' },
      { cancelBefore: null, keepThrough: '2027-04-30' },
    ],
    [
      'but keeps no term that begins after the one it would end',
      { ...contract, cancelBefore: '2026-12-01', termEndsOn: '2028-05-31' },
      { cancelBefore: null },
    ],
    [
      'moves cancelBefore on by the months of an unknown term',
      { ...none, termMonths: 12, cancelBefore: '2027-03-31' },
      { cancelBefore: '2028-03-31' },
    ],
    ['clears a cancelBefore without a term', { ...none, cancelBefore: '2027-03-31' }, { cancelBefore: null }],
    [
      'clears a cancelBefore in the last year',
      { ...none, termMonths: 12, cancelBefore: '9999-03-31' },
      { cancelBefore: null },
    ],
    ['changes nothing without a notice', none, undefined],
  ])('%s', (_, details, expected) => {
    expect(changeToKeep(details, today)).toEqual(expected as never);
  });

  test.each([
    ['2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['2027-01-30', ['2027-02-28', '2027-03-30', '2027-04-30', '2027-05-30']],
    ['2027-02-28', ['2027-03-28', '2027-04-28', '2027-05-28', '2027-06-28']],
  ])('again and again, each month, does not lose the day: %s', (cancelBefore, expected) => {
    let details: NoticeDetails = { ...none, termMonths: 1, cancelBefore };
    const moved = expected.map(() => {
      details = { ...details, ...changeToKeep(details, details.cancelBefore ?? '') };
      return details.cancelBefore;
    });
    expect(moved).toEqual(expected);
  });

  test('leads to a later notice, or to none', () => {
    fc.assert(
      fc.property(anyNotice, anyToday, (details, day) => {
        const [by, kept] = [noticeOf(details, day), changeToKeep(details, day)];
        expect(kept === undefined).toBe(by === undefined);
        if (by === undefined) return;
        const next = noticeOf({ ...details, ...kept }, day);
        expect(next === undefined || next.noticeBy > by.noticeBy).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
