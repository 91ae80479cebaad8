import { describe, expect, test } from 'bun:test';
import { Registry } from 'prom-client';
import { measureDue } from '../../../src/core/observability/dueMetrics.ts';
import { createTestClock } from '../../support/clock.ts';

const anna = { owner: 'anna', overdue: 2, dueHundredths: new Map([['EUR', 1999]]) };
const bob = {
  owner: 'bob',
  overdue: 0,
  dueHundredths: new Map([
    ['EUR', 1],
    ['USD', 0],
  ]),
};
type Figures = readonly (typeof anna)[] | undefined;

/** Metrics of figures that a test decides about, and how often they were read. */
function measure(read: () => Promise<Figures>, isPerOwner = false) {
  const clock = createTestClock('2026-06-16T12:00:00.000Z');
  const registry = new Registry();
  let reads = 0;
  const counted = () => {
    reads += 1;
    return read();
  };
  measureDue(registry, { isPerOwner, clock, read: counted });
  const scrape = async () => (await registry.metrics()).split('\n').filter((line) => /^\w/.test(line));
  return { clock, scrape, reads: () => reads };
}

const total = ['duebook_due_amount{currency="EUR"} 20', 'duebook_due_amount{currency="USD"} 0'];

describe('the metrics of payments', () => {
  test('sum what is due and overdue over all owners', async () => {
    const { scrape } = measure(() => Promise.resolve([anna, bob]));
    expect(await scrape()).toEqual([...total, 'duebook_overdue_subscriptions 2']);
  });

  test('name each owner when that is wanted', async () => {
    const { scrape } = measure(() => Promise.resolve([anna, bob]), true);
    expect(await scrape()).toEqual([
      'duebook_due_amount{currency="EUR",owner="anna"} 19.99',
      'duebook_due_amount{currency="EUR",owner="bob"} 0.01',
      'duebook_due_amount{currency="USD",owner="bob"} 0',
      'duebook_overdue_subscriptions{owner="anna"} 2',
      'duebook_overdue_subscriptions{owner="bob"} 0',
    ]);
  });

  test('drop the series of an owner and of a currency that are gone', async () => {
    let figures: Figures = [anna, bob];
    const { scrape, clock } = measure(() => Promise.resolve(figures), true);
    await scrape();
    figures = [anna];
    clock.advance(60);
    expect(await scrape()).toEqual([
      'duebook_due_amount{currency="EUR",owner="anna"} 19.99',
      'duebook_overdue_subscriptions{owner="anna"} 2',
    ]);
  });

  test('are read at most once a minute, however many collectors ask', async () => {
    const { scrape, clock, reads } = measure(() => Promise.resolve([anna, bob]));
    await Promise.all([scrape(), scrape()]);
    clock.advance(59);
    expect(await scrape()).toEqual([...total, 'duebook_overdue_subscriptions 2']);
    expect(reads()).toBe(1);
    clock.advance(1);
    await scrape();
    expect(reads()).toBe(2);
  });

  test('are absent while the storage cannot serve, and back at the next collection', async () => {
    let figures: Figures = [anna, bob];
    const { scrape, clock } = measure(() => Promise.resolve(figures));
    await scrape();
    clock.advance(60);
    figures = undefined;
    expect(await scrape()).toEqual([]);
    figures = [bob];
    expect(await scrape()).toEqual([
      'duebook_due_amount{currency="EUR"} 0.01',
      'duebook_due_amount{currency="USD"} 0',
      'duebook_overdue_subscriptions 0',
    ]);
  });

  test('are absent when the read takes longer than three seconds, and its figures are used when they arrive', async () => {
    const { promise, resolve } = Promise.withResolvers<Figures>();
    const { scrape, clock, reads } = measure(() => promise);
    const slow = scrape();
    clock.advance(3);
    expect(await slow).toEqual([]);
    resolve([anna, bob]);
    expect(await scrape()).toEqual([...total, 'duebook_overdue_subscriptions 2']);
    expect(reads()).toBe(1);
  });

  test('stay while a later read takes longer than three seconds, for ten minutes at most', async () => {
    const reading: Promise<Figures>[] = [Promise.resolve([anna, bob]), new Promise<never>(() => undefined)];
    const { scrape, clock } = measure(() => reading.shift() ?? Promise.resolve(undefined));
    await scrape();
    for (const seconds of [60, 530]) {
      clock.advance(seconds);
      const slow = scrape();
      clock.advance(3);
      expect(await slow).toEqual([...total, 'duebook_overdue_subscriptions 2']);
    }
    clock.advance(10);
    const old = scrape();
    clock.advance(3);
    expect(await old).toEqual([]);
  });
});
