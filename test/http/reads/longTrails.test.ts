import { afterAll, describe, expect, test } from 'bun:test';
import type { LongReads } from '../../../src/http/reads/answers.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { openReadQueue } from '../../../src/store/reader/queue.ts';
import { createTestClock } from '../../support/clock.ts';
import { writeInline } from '../../support/inlineWrites.ts';
import { extendTrail } from '../../support/longTrails.ts';
import { readWorkerUrl } from '../../support/service.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';
import { plainApp } from '../../support/plainApp.ts';

const now = '2026-06-16T12:00:00.000Z';
const { directory, database, store, first, second, create, update } = openTestStore();
const writes = writeInline(database);
const queue = openReadQueue({
  dataDirectory: directory,
  workerUrl: readWorkerUrl,
  log: () => undefined,
  ...systemClock,
});
afterAll(() => queue.close());

// Enough for each read that may be long to be long.
const longTrail = 4100;
const long = await storedId(create({ name: 'Long' }));
extendTrail(database, { ...first, subscriptionId: long }, longTrail, (place) => ({
  patch: { amount: place % 10 === 0 ? 100 + place / 100 : 5 },
}));
const short = await storedId(create({ name: 'Short' }));
await update(short, { amount: 3 });
const others = await storedId(create({ name: 'Of a small owner' }, second));
await update(others, { amount: 3 }, second);

let asked = 0;
const counted: LongReads = {
  read(read) {
    asked += 1;
    return queue.read(read);
  },
};

/** The service over the same data, with the same clock and the same ids of requests. */
function serviceWith(longReads: LongReads | undefined) {
  return plainApp({
    store,
    writes,
    ...(longReads !== undefined && { longReads }),
    clock: createTestClock(now),
    randomness: { bytes: (count) => new Uint8Array(count), uuid: () => '0197a1d2-0000-7000-8000-000000000000' },
  });
}

const [onLoop, inThread] = [serviceWith(undefined), serviceWith(counted)];

async function answerOf(app: typeof onLoop, path: string, key: string) {
  const response = await app.handle(
    new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${key}` } }),
  );
  const { status, headers } = response;
  return { status, etag: headers.get('etag'), text: await response.text() };
}

/** Compares the answers of both services; returns how many long reads there were, and the answer. */
async function compare(path: string, key = first.key) {
  const before = asked;
  const answer = await answerOf(inThread, path, key);
  expect(answer).toEqual(await answerOf(onLoop, path, key));
  expect(answer.status).toBe(200);
  return { reads: asked - before, body: JSON.parse(answer.text) as Record<string, unknown> };
}

const audit = '/api/v1/audit';
const pricesOf = (id: string) => `/api/v1/subscriptions/${id}/prices`;
const since = '2026-06-16T12:00:00Z';

describe('a read of many audit entries', () => {
  test.each([
    `${audit}?apiKeyId=${long}`,
    `${audit}?apiKeyId=${first.apiKeyId}&limit=2&offset=4090`,
    `${audit}?action=subscription.create`,
    `${audit}?since=${since}&action=subscription.create`,
    `${audit}?subscriptionId=${long}&since=${since}&limit=1`,
    `${audit}?subscriptionId=${long}&apiKeyId=${short}`,
    pricesOf(long),
    '/api/v1/analytics/price-changes?limit=100&offset=150',
  ])('is done in a thread, with the same bytes: %s', async (path) => {
    expect((await compare(path)).reads).toBe(1);
  });

  test.each([
    audit,
    `${audit}?since=${since}&until=2027-01-01T00:00:00Z&offset=3000`,
    `${audit}?subscriptionId=${long}&offset=3000`,
    `${audit}?subscriptionId=${short}&since=${since}&action=subscription.update`,
    pricesOf(short),
  ])('that an index gives, or of a subscription with few entries, is done at once: %s', async (path) => {
    expect((await compare(path)).reads).toBe(0);
  });

  test.each([`${audit}?apiKeyId=${second.apiKeyId}`, pricesOf(others), '/api/v1/analytics/price-changes'])(
    'of an owner with few entries is done at once: %s',
    async (path) => {
      expect((await compare(path, second.key)).reads).toBe(0);
    },
  );

  test('§12.1: has every price of a long trail', async () => {
    const { body } = await compare(pricesOf(long));
    // Each tenth update changes the amount, and the next one changes it back.
    expect(body['prices']).toHaveLength(1 + (longTrail / 10) * 2);
  });
});
