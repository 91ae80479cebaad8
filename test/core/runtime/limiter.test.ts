import { describe, expect, test } from 'bun:test';
import { createLimiter, QueueFull } from '../../../src/core/runtime/limiter.ts';

/** Work that ends when the test says so. */
function held(begun: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = async () => {
    begun.push(name);
    return promise;
  };
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

/** Lets everything go on that can. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('work, one at a time', () => {
  test('begins in order, each after the end of the one before, also when that failed', async () => {
    const begun: string[] = [];
    const run = createLimiter(1, 2);
    const [first, second, third] = [held(begun, 'first'), held(begun, 'second'), held(begun, 'third')];
    const outcomes = Promise.allSettled([run('one', first.work), run('one', second.work), run('one', third.work)]);
    await settled();
    expect(begun).toEqual(['first']);
    first.fail();
    await settled();
    expect(begun).toEqual(['first', 'second']);
    second.end();
    third.end();
    expect((await outcomes).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
      'failed',
      'second',
      'third',
    ]);
  });

  test('is refused when too many wait, and accepted again when one of them has begun', async () => {
    const begun: string[] = [];
    const run = createLimiter(1, 2);
    const works = ['a', 'b', 'c', 'd', 'e'].map((name) => held(begun, name));
    const [a, b, c, d, e] = works;
    const accepted = [a, b, c].map((one) => run('one', one?.work ?? (async () => '')));
    expect(run('one', d?.work ?? (async () => ''))).rejects.toBeInstanceOf(QueueFull);
    a?.end();
    await settled();
    const last = run('one', e?.work ?? (async () => ''));
    for (const one of [b, c, e]) one?.end();
    expect(await Promise.all([...accepted, last])).toEqual(['a', 'b', 'c', 'e']);
    expect(begun).toEqual(['a', 'b', 'c', 'e']);
  });

  test('begins at once after everything has ended', async () => {
    const begun: string[] = [];
    const run = createLimiter(1, 0);
    const [first, second] = [held(begun, 'first'), held(begun, 'second')];
    const ended = run('one', first.work);
    first.end();
    await ended;
    second.end();
    expect(await run('one', second.work)).toBe('second');
  });

  test('is done in turns for each of those who wait, in order for one of them', async () => {
    const begun: string[] = [];
    const run = createLimiter(1, 8);
    const works = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ({ name, ...held(begun, name) }));
    const done = works.map(({ name, work }) => run(name.charAt(0), work));
    for (const { end } of works) end();
    await Promise.all(done);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  test('of whoever has least waiting is accepted when too many wait: the newest of whoever has most is refused', async () => {
    const begun: string[] = [];
    const run = createLimiter(1, 4);
    const works = Array.from('aaaaabbbbcd', (forWhom, place) => ({ forWhom, ...held(begun, `${forWhom}${place}`) }));
    const outcomes = works.map(({ forWhom, work }) =>
      run(forWhom, work).catch((error: unknown) => (error instanceof QueueFull ? 'refused' : 'failed')),
    );
    for (const { end } of works) end();
    expect(await Promise.all(outcomes)).toEqual([
      'a0',
      'a1',
      'refused',
      'refused',
      'refused',
      'b5',
      'refused',
      'refused',
      'refused',
      'c9',
      'd10',
    ]);
  });

  test('that fails at once ends like any other', async () => {
    const run = createLimiter(1, 1);
    const fail = () => {
      throw new Error('at once');
    };
    expect(run('one', fail)).rejects.toThrow('at once');
    expect(await run('one', async () => 'next')).toBe('next');
  });
});

test('work, two at a time, begins in order, and some that failed does not keep later work waiting', async () => {
  const run = createLimiter(2);
  const begun: number[] = [];
  let [running, runningMax] = [0, 0];
  const works = Array.from({ length: 10 }, (_, number) =>
    run('one', async () => {
      begun.push(number);
      running += 1;
      runningMax = Math.max(runningMax, running);
      await Bun.sleep(1);
      running -= 1;
      if (number < 3) throw new Error('it failed');
    }),
  );
  const outcomes = await Promise.allSettled(works);
  expect([runningMax, begun]).toEqual([2, Array.from(works.keys())]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  expect(await run('one', async () => 'later')).toBe('later');
});
