import { describe, expect, test } from 'bun:test';
import { superviseWorker } from '../../../src/core/workers/workerSupervisor.ts';
import { createTestClock } from '../../support/clock.ts';

/** A supervised worker that never starts, by a clock that the test moves, and when it was tried, in seconds. */
function supervise(startDelaySeconds?: number) {
  const clock = createTestClock('2026-06-16T12:00:00.000Z');
  const begunAt = clock.monotonicMilliseconds();
  const tries: number[] = [];
  const worker = superviseWorker({
    dataDirectory: '',
    get workerUrl(): URL {
      tries.push((clock.monotonicMilliseconds() - begunAt) / 1000);
      throw new Error('no');
    },
    name: 'test worker',
    ...(startDelaySeconds !== undefined && { startDelaySeconds }),
    after: (milliseconds, action) => clock.after(milliseconds, action),
    log: () => undefined,
    onIdle: () => undefined,
    onAnswer: () => undefined,
    onExit: () => undefined,
  });
  /** Moves the clock in tenths of a second. */
  async function pass(seconds: number): Promise<void> {
    for (let tenths = 0; tenths < seconds * 10; tenths += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(0.1);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const send = () => worker.send(() => ({ kind: 'task' }));
  return { worker, tries, pass, send, rounded: () => tries.map((at) => Math.round(at * 10) / 10) };
}

describe('a worker that cannot be started', () => {
  test('is retried after pauses that double from a tenth of a second to ten seconds', async () => {
    const { worker, pass, rounded } = supervise(0.1);
    await pass(35);
    expect(rounded()).toEqual([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 22.8, 32.8]);
    expect(worker.isAlive()).toBe(false);
    await worker.close();
    await pass(30);
    expect(rounded()).toHaveLength(10);
  });

  test('starts before its delay when a task comes', async () => {
    const { worker, tries, send } = supervise(60);
    expect(send()).toBe(false);
    expect(tries).toEqual([0]);
    await worker.close();
  });

  test('without a delay waits for a task, also after a pause', async () => {
    const { worker, pass, send, tries, rounded } = supervise();
    await pass(1);
    expect([tries, worker.isAlive()]).toEqual([[], true]);
    send();
    send();
    expect([rounded(), worker.isAlive()]).toEqual([[1], false]);
    await pass(0.2);
    expect([rounded(), worker.isAlive()]).toEqual([[1], true]);
    send();
    expect([rounded(), worker.isAlive()]).toEqual([[1, 1.2], false]);
    await pass(0.1);
    expect(worker.isAlive()).toBe(false);
    await pass(0.2);
    expect(worker.isAlive()).toBe(true);
    await worker.close();
    expect(worker.isAlive()).toBe(false);
  });
});
