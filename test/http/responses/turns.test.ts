import { expect, test } from 'bun:test';
import { createTurns } from '../../../src/http/responses/compression.ts';

test('works are carried out in their order, no more than so many at a time, and one that fails makes room', async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  let running = 0;
  let runningMax = 0;
  const works = Array.from({ length: 10 }, (_, number) =>
    inTurn(async () => {
      begun.push(number);
      running += 1;
      runningMax = Math.max(runningMax, running);
      await Bun.sleep(1);
      running -= 1;
      if (number === 3) throw new Error('it failed');
      return number;
    }),
  );
  const outcomes = await Promise.allSettled(works);
  expect(runningMax).toBe(2);
  expect(begun).toEqual(Array.from({ length: 10 }, (_, number) => number));
  expect(outcomes.map(({ status }) => status).indexOf('rejected')).toBe(3);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  expect(await inTurn(async () => 'later')).toBe('later');
});

test('as many failed tasks as may run at a time do not keep later tasks waiting', async () => {
  const runInTurn = createTurns(2);
  const failures = Array.from({ length: 2 }, () => runInTurn(() => Promise.reject(new Error('it failed'))));
  await Promise.allSettled(failures);
  const later = runInTurn(() => Promise.resolve('later'));
  expect(await Promise.race([later, Bun.sleep(1000)])).toBe('later');
});
