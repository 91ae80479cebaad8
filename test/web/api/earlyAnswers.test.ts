import { expect, test } from 'bun:test';
import { firstRequestsOf } from '../../../src/web/api/earlyAnswers.ts';
import { noticeDaysAhead } from '../../../src/web/subscriptions/marks.ts';

const deadlines = `api/v1/analytics/deadlines?days=${noticeDaysAhead}`;

test('the overview asks for deadlines at once only where there were some lately, and no other view does', () => {
  for (const view of ['', 'overview']) {
    expect(firstRequestsOf(view, true)).toEqual([...firstRequestsOf(view, false), deadlines]);
    expect(firstRequestsOf(view, false)).not.toContain(deadlines);
  }
  for (const view of ['calendar', 'subscriptions', 'toString', undefined]) {
    expect(firstRequestsOf(view, true)).toEqual(firstRequestsOf(view, false));
  }
});
