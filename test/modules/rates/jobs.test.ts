import { afterEach, describe, expect, test } from 'bun:test';
import { createScheduler } from '../../../src/core/jobs/scheduler.ts';
import { chooseAddresses } from '../../../src/core/outgoing/addresses.ts';
import { readDocument } from '../../../src/core/outgoing/httpRequest.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { scheduleRates } from '../../../src/modules/rates/jobs.ts';
import { createTestClock, type TestClock } from '../../support/clock.ts';
import { writeInline } from '../../support/inlineWrites.ts';
import { startReceiver } from '../../support/receiver.ts';
import { referenceDocument } from '../../support/referenceDocument.ts';
import { openTestStore } from '../../support/testStore.ts';
// The job loads it with its first document; here it is there, so that a few turns of the event loop are enough.
import '../../../src/modules/rates/rules/referenceDocument.ts';

const hour = 3600;
const bank = { answer: (): Response | Promise<Response> => new Response('') };
const target = startReceiver();
const receiver = startReceiver(() => bank.answer());
const publishes = (asOf: string) => (bank.answer = () => new Response(referenceDocument(asOf)));

afterEach(() => void receiver.received.splice(0));

/** A server's job at an instant; each start is that of another process on the same database. */
function serverAt(instant: string) {
  const { store, database } = openTestStore();
  const [clock, log, made]: [TestClock, string[], string[]] = [createTestClock(instant), [], []];
  const choose = chooseAddresses({
    resolve: () => Promise.reject(new Error('unknown')),
    allow: [],
    ownListeners: () => [],
    isOfMachine: () => false,
    publicUrl: null,
  });
  const writes = writeInline(database);
  let scheduler = createScheduler(clock);
  const reads = { running: 0 };

  async function settled(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (reads.running > 0);
    // The write, and the next timer.
    for (let step = 0; step < 20; step += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  async function pass(seconds: number, step = Math.min(seconds, hour / 4)): Promise<void> {
    for (let left = seconds; left > 0; left -= step) {
      clock.advance(step);
      await settled();
    }
  }

  async function start(isOn = true): Promise<void> {
    await scheduler.stop();
    scheduler = createScheduler(clock);
    scheduleRates({
      scheduler,
      store,
      writes,
      clock,
      randomness: systemRandomness,
      isOn,
      url: receiver.url,
      async read(url) {
        reads.running += 1;
        try {
          return await readDocument({ clock, choose }, url);
        } finally {
          reads.running -= 1;
        }
      },
      log: (line) => log.push(line),
      logMade: (line) => made.push(line),
    }).begin();
    clock.advance(3);
    if (reads.running === 0 || bank.answer !== silence) await settled();
  }

  return { clock, log, made, start, pass, settled, asOf: () => store.rates.reference()?.asOf };
}

const silence = () => new Promise<Response>(() => undefined);
const requests = () => receiver.received.length;

describe('rates are fetched', () => {
  // 16:30 in Frankfurt is 15:30 in UTC in winter.
  test('at the start when they are older, and once after each publication', async () => {
    publishes('2026-11-19');
    const server = serverAt('2026-11-20T15:29:00Z');
    await server.start();
    expect([server.asOf(), requests()]).toEqual(['2026-11-19', 1]);
    publishes('2026-11-20');
    await server.pass(120, 60);
    expect([server.asOf(), requests()]).toEqual(['2026-11-20', 2]);
    await server.start();
    await server.pass(20 * hour);
    expect(requests()).toBe(2);
    expect(server.made).toEqual(['exchange rates of 2026-11-19 fetched', 'exchange rates of 2026-11-20 fetched']);
    expect(receiver.received.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/'],
      ['GET', '/'],
    ]);
  });

  test('at 16:30 in summer, too', async () => {
    publishes('2026-07-14');
    const server = serverAt('2026-07-15T14:29:00Z');
    await server.start();
    publishes('2026-07-15');
    await server.pass(120, 60);
    expect([server.asOf(), requests()]).toEqual(['2026-07-15', 2]);
  });

  test.each([
    ['weekends', '2026-11-20', 2.5],
    ['Christmas', '2026-12-24', 3.5],
    ['Easter', '2026-04-02', 4],
  ])('not on %s, which is no failure', async (_, asOf, days) => {
    publishes(asOf);
    const server = serverAt(`${asOf}T16:00:00Z`);
    await server.start();
    await server.pass(days * 24 * hour, hour);
    expect([server.asOf(), requests(), server.log]).toEqual([asOf, 1, []]);
  });

  test('by the day in Frankfurt, which begins before that of UTC', async () => {
    publishes('2026-11-20');
    const server = serverAt('2026-11-19T23:30:00Z');
    await server.start();
    expect([server.asOf(), server.log]).toEqual(['2026-11-20', []]);
  });

  test('again while the bank is late, which is no failure', async () => {
    publishes('2026-11-19');
    const server = serverAt('2026-11-20T15:30:00Z');
    await server.start();
    await server.pass(3 * hour);
    expect([server.asOf(), requests(), server.log]).toEqual(['2026-11-19', 4, []]);
    publishes('2026-11-20');
    await server.pass(hour);
    expect([server.asOf(), requests()]).toEqual(['2026-11-20', 5]);
  });

  test('never twice when the clock is set back', async () => {
    publishes('2026-11-20');
    const server = serverAt('2026-11-20T16:00:00Z');
    await server.start();
    server.clock.setWall('2026-11-18T12:00:00Z');
    await server.pass(2 * 24 * hour);
    await server.start();
    await server.pass(4 * hour);
    expect([server.asOf(), requests(), server.log]).toEqual(['2026-11-20', 1, []]);
  });

  test('not by a server without the setting', async () => {
    const server = serverAt('2026-11-20T16:00:00Z');
    await server.start(false);
    await server.pass(48 * hour);
    expect(requests()).toBe(0);
  });
});

describe('a failure keeps the last rates, and is logged once', () => {
  const later = referenceDocument('2026-11-20');
  const html = '<!doctype html><title>Sign in</title>';
  const failures: readonly [string, () => Response | Promise<Response>, RegExp][] = [
    ['a document that breaks off', () => new Response(later.slice(0, -40)), /not XML/],
    ['a page', () => new Response(html, { headers: { 'content-type': 'text/html' } }), /not XML/],
    ['a zero', () => new Response(referenceDocument('2026-11-20', { USD: '0' })), /rate of USD/],
    ['a day that is to come', () => new Response(referenceDocument('2026-12-24')), /of 2026-12-24/],
    ['a redirect', () => Response.redirect(target.url, 302), /status of the answer is 302/],
    ['an error', () => new Response('', { status: 503 }), /503/],
    ['too much', () => new Response(later + ' '.repeat(64 * 1024)), /too large/],
    ['no text', () => new Response(new Uint8Array([0xff, 0xfe, 0x3c])), /no text/],
  ];

  test.each(failures)('%s', async (_, answer, reason) => {
    publishes('2026-11-19');
    const server = serverAt('2026-11-20T15:00:00Z');
    await server.start();
    bank.answer = answer;
    await server.pass(12 * hour, hour / 4);
    // After 1, 2, 4, 8, 16 and 32 minutes, then each hour.
    expect(requests()).toBeGreaterThan(10);
    expect(requests()).toBeLessThan(20);
    expect([server.asOf(), server.log.length, target.received.length]).toEqual(['2026-11-19', 1, 0]);
    expect(server.log[0]).toMatch(reason);
    publishes('2026-11-20');
    await server.pass(2 * hour);
    expect([server.asOf(), server.log.length]).toEqual(['2026-11-20', 1]);
    bank.answer = answer;
    await server.pass(80 * hour);
    expect(server.log.length).toBe(2);
  });

  test('silence: after ten seconds', async () => {
    bank.answer = silence;
    const server = serverAt('2026-11-20T16:00:00Z');
    await server.start();
    while (requests() === 0) await new Promise((resolve) => setImmediate(resolve));
    server.clock.advance(30);
    await server.settled();
    expect(server.log).toHaveLength(1);
    expect(server.log[0]).toContain('no answer within 10 seconds');
    publishes('2026-11-20');
    await server.pass(60);
    expect(server.asOf()).toBe('2026-11-20');
  });

  test('currencies that the server lacks are none', async () => {
    bank.answer = () => new Response(referenceDocument('2026-11-20', { QQQ: '3', ISK: '140.5' }));
    const server = serverAt('2026-11-20T16:00:00Z');
    await server.start();
    expect([server.asOf(), server.log]).toEqual(['2026-11-20', []]);
  });
});
