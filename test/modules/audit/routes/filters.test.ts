import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { expectRefusal, pathOf } from '../../../support/expectations.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const hour = 3600;

/** An owner with two keys, and entries of two subscriptions: one an hour from 12:00, in turn with each key. */
async function createTrail() {
  const owner = `owner ${crypto.randomUUID()}`;
  const [one, other] = [service.makeKeyRecord(owner, 'write'), service.makeKeyRecord(owner, 'write')];
  service.clock.setWall('2026-06-16T12:00:00.000Z');
  const kept = await service.create({}, one.key);
  service.clock.advance(hour);
  const second = await service.create({ name: 'Second' }, other.key);
  for (let place = 0; place < 8; place += 1) {
    service.clock.advance(hour);
    const record = place % 3 === 0 ? second : kept;
    const { key } = place % 2 === 0 ? one : other;
    await service.call('PATCH', pathOf(record), { key, json: { amount: place } });
  }
  const { data } = await service.auditTrail('?limit=100', one.key);
  return { key: one.key, one, other, kept, second, all: data };
}

const trail = await createTrail();
const entries = async (query: string, key = trail.key) => (await service.auditTrail(query, key)).data;

/** What the entries of the whole trail are that pass some filters. */
function expected(filters: Readonly<Record<string, string>>) {
  const { subscriptionId, action, apiKeyId, since, until } = filters;
  return trail.all.filter(
    (entry) =>
      (subscriptionId === undefined || entry.subscriptionId === subscriptionId) &&
      (action === undefined || entry.action === action) &&
      (apiKeyId === undefined || entry.apiKeyId === apiKeyId) &&
      (since === undefined || Date.parse(entry.createdAt) >= Date.parse(since)) &&
      (until === undefined || Date.parse(entry.createdAt) < Date.parse(until)),
  );
}

describe('the audit trail', () => {
  test.each([
    [`apiKeyId=${trail.other.id.toUpperCase()}`, 5],
    ['since=2026-06-16T13:00:00Z', 9],
    ['since=2026-06-16T13:00:00.000001Z', 8],
    ['until=2026-06-16T13:00:00Z', 1],
    ['until=2026-06-16T13:00:00.000001Z', 2],
    ['since=2026-06-16T15:00:00%2B02:00&until=2026-06-16T14:00:00-01:30', 3],
    ['since=2026-06-16T14:00:00Z&until=2026-06-16T14:00:00Z', 0],
    ['since=2026-06-16T15:00:00Z&until=2026-06-16T13:00:00Z', 0],
  ])('§6.3: filtered by %s has %d entries', async (query, count) => {
    const found = await entries(`?${query}`);
    expect(found).toHaveLength(count);
    expect(trail.all.filter((entry) => found.some(({ id }) => id === entry.id))).toEqual([...found]);
  });

  test('§6.3: has the entries that pass every filter, newest first, and its pages join', async () => {
    const anyInstant = fc.integer({ min: 11, max: 23 }).map((hours) => `2026-06-16T${hours}:00:00.000Z`);
    const anyFilters = fc.record(
      {
        subscriptionId: fc.constantFrom(trail.kept.id, trail.second.id),
        action: fc.constantFrom('subscription.create', 'subscription.update'),
        apiKeyId: fc.constantFrom(trail.one.id, trail.other.id),
        since: anyInstant,
        until: anyInstant,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(anyFilters, fc.integer({ min: 1, max: 4 }), async (filters, limit) => {
        const wanted = expected(filters);
        const pages = [];
        for (let offset = 0, hasMore = true; hasMore; offset += limit) {
          const page = { ...filters, limit: String(limit), offset: String(offset) };
          const { data, pagination } = await service.auditTrail(`?${new URLSearchParams(page).toString()}`, trail.key);
          pages.push(...data);
          hasMore = pagination.hasMore;
        }
        expect(pages).toEqual(wanted);
      }),
      { numRuns: 100 },
    );
  });

  test('§6.3: filtered by time is in the order of the times when the clock was set back, by a subscription in that of the writes', async () => {
    service.clock.setWall('2026-06-01T00:00:00.000Z');
    const { key } = service.makeKeyRecord('with a clock set back', 'write');
    service.clock.setWall('2026-06-16T12:00:00.000Z');
    const record = await service.create({}, key);
    for (const [amount, at] of [
      [1, '2026-06-10T00:00:00.000Z'],
      [2, '2026-06-20T00:00:00.000Z'],
      [3, '2026-06-20T00:00:00.000Z'],
      [4, '2026-06-15T00:00:00.000Z'],
    ] as const) {
      service.clock.setWall(at);
      await service.call('PATCH', pathOf(record), { key, json: { amount } });
    }
    const amounts = async (query: string) =>
      (await entries(query, key)).map(({ metadata }) => (metadata['after'] as { amount: number }).amount);
    expect(await amounts('?since=2026-06-01T00:00:00Z')).toEqual([3, 2, 15.99, 4, 1]);
    expect(await amounts('?until=2026-06-20T00:00:00Z')).toEqual([15.99, 4, 1]);
    expect(await amounts(`?subscriptionId=${record.id}&since=2026-06-12T00:00:00Z`)).toEqual([4, 3, 2, 15.99]);
    expect(await amounts('?action=subscription.update')).toEqual([4, 3, 2, 1]);
    service.clock.setWall('2026-06-20T00:00:00.000Z');
  });

  test('§6.3: since and until take a day, which begins in the time zone of the server', async () => {
    const tokyo = await startService({ timeZone: 'Asia/Tokyo', now: '2026-06-15T14:59:59.999Z' });
    await tokyo.create({ name: 'The 15th' });
    tokyo.clock.setWall('2026-06-15T15:00:00.000Z');
    await tokyo.create({ name: 'The 16th' });
    const namesOf = async (query: string) =>
      (await tokyo.auditTrail(query)).data.map(({ metadata }) => (metadata['after'] as { name: string }).name);
    expect(await namesOf('?since=2026-06-16')).toEqual(['The 16th']);
    expect(await namesOf('?until=2026-06-16')).toEqual(['The 15th']);
    expect(await namesOf('?since=2026-06-15&until=2026-06-17')).toEqual(['The 16th', 'The 15th']);
  });

  test('§6.1: say with include=actor who made each change, and have the fields of before without it', async () => {
    const { key, id: apiKeyId } = service.makeKeyRecord('with actors', 'write');
    await service.create({}, key);
    const [plain] = await entries('', key);
    const [withActor] = await entries('?include=actor', key);
    const { data } = (await service.call('GET', '/api/v1/activity', { key })).json as unknown as {
      data: { actor: object }[];
    };
    expect(withActor).toEqual({ ...plain, actor: data[0]?.actor } as never);
    expect(withActor).toMatchObject({ apiKeyId, actor: { kind: 'key', name: expect.any(String) } });
    expect(plain).not.toHaveProperty('actor');
  });

  test('§6.3: filtered by the key of another owner is as empty as for one that never was', async () => {
    const stranger = service.makeKeyRecord('a stranger', 'write');
    await service.create({}, stranger.key);
    for (const id of [stranger.id, crypto.randomUUID()]) expect(await entries(`?apiKeyId=${id}`)).toEqual([]);
  });

  const noNearOne = 'Send one of the allowed values, if one means the same; otherwise ask the user.';
  const dayOrInstant =
    'Send a day or a date-time such as 2026-06-15T08:00:00Z, with the plus sign of an offset as %2B.';

  test.each([
    ['action=create', 'action', noNearOne],
    ['action=subscription.updated', 'action', 'Send "subscription.update".'],
    ['action=key.create', 'action', noNearOne],
    ['apiKeyId=dbk_w_secret', 'apiKeyId', 'Take the apiKeyId of an entry of the audit trail (GET /api/v1/audit).'],
    ['since=2026-06-16T12:00:00+02:00', 'since', dayOrInstant],
    ['until=', 'until', dayOrInstant],
    ['since=2026-06-16T12:00:00Z&since=2026-06-16T12:00:00Z', 'since', expect.any(String) as string],
  ])('§1.5: refuses ?%s', async (query, field, suggestedFix) => {
    const answer = await service.call('GET', `/api/v1/audit?${query}`);
    expectRefusal(answer, 400, { code: 'invalid_query', field, suggestedFix });
  });
});
