import { expect, test } from 'bun:test';
import { createEvenFlow, type FlowQueue } from '../../src/runtime/evenFlow.ts';
import { createTestClock } from '../support/clock.ts';

interface Work {
  readonly ownerId?: number;
  readonly queue?: FlowQueue;
  readonly hasTime?: boolean;
  readonly milliseconds?: number;
}

/** A flow, and pieces of work that take so many milliseconds. */
function startFlow() {
  const clock = createTestClock('2026-06-16T12:00:00.000Z');
  const flow = createEvenFlow(clock);
  const begun = clock.monotonicMilliseconds();
  const done: string[] = [];

  async function work(
    name: string,
    { ownerId = 1, queue = 'others', hasTime = true, milliseconds = 0 }: Work = {},
  ): Promise<void> {
    await flow.turn({ ownerId, queue, hasTime });
    done.push(`${name} ${Math.round(clock.monotonicMilliseconds() - begun)}`);
    clock.advance(milliseconds / 1000);
  }

  /** What is done, each with the milliseconds since the start, when so many milliseconds have passed in steps. */
  async function doneAfter(milliseconds: number, step = 1): Promise<readonly string[]> {
    await settled();
    for (let count = 0; count < milliseconds; count += step) {
      clock.advance(step / 1000);
      await settled();
    }
    return done;
  }
  return { flow, work, doneAfter };
}

/** Lets everything go on that can. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('pieces are done one at a time, and the rest after work that has time takes 199 times as long', async () => {
  const { work, doneAfter } = startFlow();
  void work('first', { milliseconds: 0.25 });
  void work('second', { milliseconds: 0.25 });
  void work('third');
  expect(await doneAfter(0)).toEqual(['first 0']);
  expect(await doneAfter(150)).toEqual(['first 0', 'second 50', 'third 101']);
});

test('the rest after work that has less time takes nine times as long', async () => {
  const { work, doneAfter } = startFlow();
  void work('first', { milliseconds: 2, hasTime: false });
  void work('second');
  expect(await doneAfter(30)).toEqual(['first 0', 'second 20']);
});

test('no rest is longer than a fifth of a second, also after a piece during which the machine slept', async () => {
  const { work, doneAfter } = startFlow();
  for (const name of ['first', 'second']) void work(name, { milliseconds: 3_600_000 });
  expect(await doneAfter(200)).toEqual(['first 0', 'second 3600200']);
});

test('a piece that comes after a rest is done at once', async () => {
  const { work, doneAfter } = startFlow();
  void work('first', { milliseconds: 2 });
  await doneAfter(210);
  void work('second');
  expect(await doneAfter(0)).toEqual(['first 0', 'second 212']);
});

test('owners take turns, however much one of them has to do', async () => {
  const { work, doneAfter } = startFlow();
  for (const name of ['a', 'b', 'c']) void work(name, { ownerId: 1 });
  void work('of another', { ownerId: 2 });
  expect((await doneAfter(0)).map((text) => text.replace(/ \d+$/, ''))).toEqual(['a', 'b', 'of another', 'c']);
});

test('what is urgent and what has begun wait for one piece of each other queue at most', async () => {
  const { work, doneAfter } = startFlow();
  for (const ownerId of [1, 2, 3, 4]) void work(`begins ${ownerId}`, { ownerId });
  for (const ownerId of [5, 6]) void work(`goes on ${ownerId}`, { ownerId, queue: 'begun' });
  for (const ownerId of [7, 8]) void work(`is urgent ${ownerId}`, { ownerId, queue: 'urgent' });
  expect((await doneAfter(0)).map((text) => text.replace(/ \d+$/, ''))).toEqual([
    'begins 1',
    'is urgent 7',
    'goes on 5',
    'begins 2',
    'is urgent 8',
    'goes on 6',
    'begins 3',
    'begins 4',
  ]);
});

test('work that goes on rests less and less, and after a minute half of the time', async () => {
  const { work, doneAfter } = startFlow();
  for (let count = 0; count < 2000; count += 1) void work('long', { milliseconds: 10 });
  const times = (await doneAfter(61_000, 10)).map((text) => Number(text.split(' ')[1]));
  const doneIn = (first: number, last: number) => times.filter((time) => time >= first && time < last).length;
  expect(doneIn(60_000, 61_000)).toBe(50);
  expect(doneIn(0, 30_000)).toBeWithin(150, 250);
  expect(doneIn(30_000, 60_000)).toBeWithin(300, 1000);
});

test('at the end, everything is let through', async () => {
  const { flow, work, doneAfter } = startFlow();
  for (const name of ['first', 'second', 'third']) void work(name, { milliseconds: 0.001 });
  await doneAfter(0);
  flow.end();
  void work('fourth');
  expect(await doneAfter(0)).toHaveLength(4);
});
