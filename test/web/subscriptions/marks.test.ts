import { describe, expect, test } from 'bun:test';
import type { Details, Status } from '../../../src/web/subscriptions/fields.ts';
import { isUrgent, marksOf } from '../../../src/web/subscriptions/marks.ts';
import { noDetails, recordOf } from './records.ts';

const today = '2026-11-23';

function marks(details: Partial<Details>, status: Status = 'active') {
  return marksOf(recordOf({ status, details: { ...noDetails, ...details } }), today);
}

describe('the marks of a subscription in a list', () => {
  test('have the last day for notice from 45 days before until that day', () => {
    const notice = (noticeBy: string) => marks({ noticeBy }).map(({ kind, daysLeft }) => [kind, daysLeft]);
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

  test('do not ask for notice where an end is noted, and show nothing of what is cancelled', () => {
    const both = { noticeBy: '2026-12-01', endsOn: '2026-12-31' };
    expect(marks(both).map(({ kind }) => kind)).toEqual(['end']);
    expect(marks({ ...both, trialEndsOn: '2026-12-01' }, 'cancelled')).toEqual([]);
    expect(marks({ ...both, trialEndsOn: '2026-12-01' }, 'paused').map(({ kind }) => kind)).toEqual(['trial_end']);
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
