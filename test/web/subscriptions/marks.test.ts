import { describe, expect, test } from 'bun:test';
import { deadlinesOf } from '../../../src/modules/analytics/rules/deadlines.ts';
import type { Details, Status } from '../../../src/web/subscriptions/fields.ts';
import { isUrgent } from '../../../src/web/subscriptions/marks.ts';
import { lacksNoticeDay, marksOf } from '../../../src/web/subscriptions/marksOf.ts';
import { noDetails, recordOf } from './records.ts';

const today = '2026-11-23';

function marks(details: Partial<Details>, status: Status = 'active') {
  return marksOf(recordOf({ status, details: { ...noDetails, ...details } }), today);
}

describe('the marks of a subscription in a list', () => {
  test('have the last day for notice from 45 days before until that day', () => {
    const notice = (cancelBefore: string) => marks({ cancelBefore }).map(({ kind, daysLeft }) => [kind, daysLeft]);
    expect([notice('2027-01-07'), notice('2026-11-23')]).toEqual([[['notice', 45]], [['notice', 0]]]);
    expect([notice('2027-01-08'), notice('2026-11-22')]).toEqual([[], []]);
  });

  test('have a trial and an end however far away, until they are past', () => {
    expect(marks({ trialEndsOn: '2028-01-01', endsOn: '2028-01-31' }).map(({ kind }) => kind)).toEqual([
      'trial_end',
      'end',
    ]);
    expect(marks({ trialEndsOn: '2026-11-22', endsOn: '2026-11-22' })).toEqual([]);
  });

  test('ask for notice as the report of the deadlines does: not for a term with which the subscription ends', () => {
    const contract = { termEndsOn: '2026-12-31', termMonths: 12, noticePeriod: { count: 4, unit: 'weeks' } } as const;
    const ends = [null, '2026-12-30', '2026-12-31', '2027-01-01', '2027-03-31'];
    const kinds = (details: Partial<Details>) => marks(details).map(({ kind }) => kind);
    const isAsked = (details: Partial<Details>) => kinds(details).includes('notice');
    expect(ends.map((endsOn) => isAsked({ ...contract, endsOn }))).toEqual([true, false, false, true, true]);
    expect(ends.map((endsOn) => isAsked({ cancelBefore: '2026-12-03', endsOn }))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    for (const details of ends.flatMap((endsOn) => [
      { ...noDetails, ...contract, endsOn },
      { ...noDetails, cancelBefore: '2026-12-03', endsOn },
    ])) {
      const candidate = {
        ...details,
        id: '1',
        name: 'x',
        currency: 'EUR',
        amountHundredths: 1,
        period: 'monthly',
      } as const;
      const listed = deadlinesOf([{ ...candidate, customDays: null }], { today, days: 400 });
      expect(listed.map(({ kind }) => kind)).toEqual(kinds(details));
    }
  });

  test('show nothing of what is cancelled, and of what is paused its trial', () => {
    const all = { cancelBefore: '2026-12-01', endsOn: '2026-12-31', trialEndsOn: '2026-12-01' };
    expect(marks(all, 'cancelled')).toEqual([]);
    expect(marks(all, 'paused').map(({ kind }) => kind)).toEqual(['trial_end']);
  });

  test('are urgent in the last two weeks in which something can be done', () => {
    const urgent = (kind: 'notice' | 'trial_end' | 'end', daysLeft: number) => isUrgent({ kind, daysLeft });
    expect([urgent('notice', 14), urgent('notice', 15), urgent('trial_end', 0), urgent('end', 0)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

test.each<[string, Partial<Details>, boolean]>([
  ['a notice period', {}, true],
  ['no notice period', { noticePeriod: null }, false],
  ['a term', { termEndsOn: '2027-03-31' }, false],
  ['an end', { endsOn: '2027-03-31' }, false],
  ['a last day for notice, which is today', { cancelBefore: '2026-11-23' }, false],
  ['a last day for notice, which was yesterday', { cancelBefore: '2026-11-22' }, true],
])('of a subscription with %s, it is told whether the last day for notice is missing', (_, details, isMissing) => {
  const all: Details = { ...noDetails, noticePeriod: { count: 1, unit: 'months' }, ...details };
  expect(lacksNoticeDay({ status: 'active', details: all }, today)).toBe(isMissing);
  expect(lacksNoticeDay({ status: 'paused', details: all }, today)).toBe(false);
});
