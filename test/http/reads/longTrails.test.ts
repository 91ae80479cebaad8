import { describe, expect, test } from 'bun:test';
import { extendTrail } from '../../support/longTrails.ts';
import { readBothWays } from './readsInWorker.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';

const opened = openTestStore();
const { database, first, second, create, update } = opened;
const { compare } = readBothWays(opened);

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
    expect(await compare(path)).toMatchObject({ status: 200, reads: 1 });
  });

  test.each([
    audit,
    `${audit}?since=${since}&until=2027-01-01T00:00:00Z&offset=3000`,
    `${audit}?subscriptionId=${long}&offset=3000`,
    `${audit}?subscriptionId=${short}&since=${since}&action=subscription.update`,
    pricesOf(short),
  ])('that an index gives, or of a subscription with few entries, is done at once: %s', async (path) => {
    expect(await compare(path)).toMatchObject({ status: 200, reads: 0 });
  });

  test.each([`${audit}?apiKeyId=${second.apiKeyId}`, pricesOf(others), '/api/v1/analytics/price-changes'])(
    'of an owner with few entries is done at once: %s',
    async (path) => {
      expect(await compare(path, { key: second.key })).toMatchObject({ status: 200, reads: 0 });
    },
  );

  test('§12.1: has every price of a long trail', async () => {
    const { text } = await compare(pricesOf(long));
    const { prices } = JSON.parse(text) as { readonly prices: readonly unknown[] };
    // Each tenth update changes the amount, and the next one changes it back.
    expect(prices).toHaveLength(1 + (longTrail / 10) * 2);
  });
});
