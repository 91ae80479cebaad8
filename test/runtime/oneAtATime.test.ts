import { describe, expect, test } from 'bun:test';
import { oneAtATime, QueueFull } from '../../src/runtime/oneAtATime.ts';

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
    const run = oneAtATime(2);
    const [first, second, third] = [held(begun, 'first'), held(begun, 'second'), held(begun, 'third')];
    const outcomes = Promise.allSettled([run(first.work), run(second.work), run(third.work)]);
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
    const run = oneAtATime(2);
    const works = ['a', 'b', 'c', 'd', 'e'].map((name) => held(begun, name));
    const [a, b, c, d, e] = works;
    const accepted = [a, b, c].map((one) => run(one?.work ?? (async () => '')));
    expect(run(d?.work ?? (async () => ''))).rejects.toBeInstanceOf(QueueFull);
    a?.end();
    await settled();
    const last = run(e?.work ?? (async () => ''));
    for (const one of [b, c, e]) one?.end();
    expect(await Promise.all([...accepted, last])).toEqual(['a', 'b', 'c', 'e']);
    expect(begun).toEqual(['a', 'b', 'c', 'e']);
  });

  test('begins at once after everything has ended', async () => {
    const begun: string[] = [];
    const run = oneAtATime(0);
    const [first, second] = [held(begun, 'first'), held(begun, 'second')];
    const ended = run(first.work);
    first.end();
    await ended;
    second.end();
    expect(await run(second.work)).toBe('second');
  });
});
