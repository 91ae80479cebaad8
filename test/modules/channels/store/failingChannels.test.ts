import { expect, test } from 'bun:test';
import { countFailingChannels } from '../../../../src/modules/channels/store/failingChannels.ts';
import { createTestClock } from '../../../support/clock.ts';

test('failing channels are counted once a minute at most, with those that have sent nothing for a day', () => {
  const clock = createTestClock('2026-06-16T12:00:00.000Z');
  const asked: string[] = [];
  const countFailing = (before: string) => asked.push(before);
  const count = countFailingChannels({ store: { deliveryWork: { countFailing } }, clock });
  expect([count(), count()]).toEqual([1, 1]);
  clock.advance(59);
  expect(count()).toBe(1);
  clock.advance(1);
  expect(count()).toBe(2);
  expect(asked).toEqual(['2026-06-15T12:00:00.000Z', '2026-06-15T12:01:00.000Z']);
});
