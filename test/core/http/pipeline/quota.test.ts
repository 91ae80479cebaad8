import { describe, expect, test } from 'bun:test';
import { resolveSettings } from '../../../../src/core/config/settings.ts';
import { openDatabase } from '../../../../src/core/database/database.ts';
import { expectRefusal, pathOf, quotaHeadersOf, subscriptionsPath } from '../../../support/expectations.ts';
import { startService, type Answer } from '../../../support/service.ts';
import { removeOwner } from '../../../support/operator.ts';

const limit = 3;
const windowSeconds = 60;
const service = await startService({ quota: { limit, windowSeconds }, now: '2026-06-16T12:00:00.250Z' });
let owners = 0;

/** A key of an owner who has not asked for anything yet. */
function newOwnersKey(): string {
  owners += 1;
  return service.makeKey(`owner ${owners}`, 'write');
}

function ask(key: string): Promise<Answer> {
  return service.call('GET', `${subscriptionsPath}?limit=1`, { key });
}

async function useUp(key: string): Promise<void> {
  for (let count = 0; count < limit; count += 1) expect((await ask(key)).status).toBe(200);
}

/** What an answer says of the quota; `seconds` from the wall clock’s present second to the end of the window. */
function quotaOf({ status, headers }: Answer) {
  const number = (name: string) => Number(headers.get(name) ?? Number.NaN);
  return {
    status,
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    seconds: number('x-ratelimit-reset') - Math.floor(service.clock.wallMilliseconds() / 1000),
    retryAfter: headers.get('retry-after'),
  };
}

describe('the quota of an owner', () => {
  test('§4.3: is 3600 requests in 3600 seconds unless set otherwise', () => {
    expect(resolveSettings({}, {})).toMatchObject({ quota: 3600, quotaWindow: 3600 });
  });

  test('§4.3: counts down with each request, and then refuses', async () => {
    const key = newOwnersKey();
    const answers = [];
    for (let count = 0; count < 5; count += 1) answers.push(quotaOf(await ask(key)));
    const seconds = windowSeconds + 1;
    expect(answers).toEqual([
      { status: 200, limit, remaining: 2, seconds, retryAfter: null },
      { status: 200, limit, remaining: 1, seconds, retryAfter: null },
      { status: 200, limit, remaining: 0, seconds, retryAfter: null },
      { status: 429, limit, remaining: 0, seconds, retryAfter: '60' },
      { status: 429, limit, remaining: 0, seconds, retryAfter: '60' },
    ]);
  });

  test('of a deleted owner is not inherited by a new owner of the same name', async () => {
    for (let round = 0; round < 3; round += 1) {
      const key = service.makeKey('who goes', 'write');
      expect(quotaOf(await ask(key))).toMatchObject({ status: 200, remaining: limit - 1 });
      removeOwner(service.store, 'who goes');
    }
  });

  test('§4.2: is shared by all keys of the owner and by nobody else', async () => {
    const keys = (['write', 'read', 'write'] as const).map((scope) => service.makeKey('shared', scope));
    const stranger = newOwnersKey();
    const remaining = [];
    for (const key of keys) remaining.push(quotaOf(await ask(key)).remaining);
    expect(remaining).toEqual([2, 1, 0]);
    for (const key of keys) expect((await ask(key)).status).toBe(429);
    expect(quotaOf(await ask(stranger)).remaining).toBe(2);
    expect((await ask(service.makeKey('shared', 'read'))).status).toBe(429);
  });

  test('§4.3: counts requests that come all at once exactly', async () => {
    const key = newOwnersKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - limit);
  });
});

describe('the window', () => {
  test('§4.3: is opened by the first counted request, not by the start of the service nor by a refused request', async () => {
    const key = newOwnersKey();
    service.clock.advance(1000);
    await service.call('GET', `${subscriptionsPath}?limit=0`, { key });
    service.clock.advance(30);
    expect(quotaOf(await ask(key)).seconds).toBe(windowSeconds + 1);
    service.clock.advance(45);
    expect(quotaOf(await ask(key))).toMatchObject({ remaining: 1, seconds: windowSeconds + 1 - 45 });
  });

  test('§4.3: Reset and Retry-After name the same instant in whole seconds, never too early', async () => {
    for (const waited of [0, 0.25, 0.75, 1, 29.5, 59, 59.749, 59.75, 59.999]) {
      const key = newOwnersKey();
      await useUp(key);
      const end = service.clock.wallMilliseconds() + windowSeconds * 1000;
      service.clock.advance(waited);
      const { headers } = await ask(key);
      const reset = Number(headers.get('x-ratelimit-reset'));
      const retryAfter = Number(headers.get('retry-after'));
      const present = Math.floor(service.clock.wallMilliseconds() / 1000);
      expect(reset).toBe(Math.ceil(end / 1000));
      expect(service.clock.wallMilliseconds() + retryAfter * 1000).toBeGreaterThanOrEqual(end);
      expect(Math.abs(reset - present - retryAfter)).toBeLessThanOrEqual(1);
    }
  });
});

describe('when the wall clock is set', () => {
  test.each([
    ['back by an hour', -3600],
    ['forward by an hour', 3600],
  ])('§4.3: %s, Reset still names the same instant as Retry-After', async (_, seconds) => {
    const key = newOwnersKey();
    // An hour old: a key from the future would not be valid.
    service.clock.setWall(new Date(service.clock.wallMilliseconds() + 3_600_000).toISOString());
    await useUp(key);
    service.clock.setWall(new Date(service.clock.wallMilliseconds() + seconds * 1000).toISOString());
    const refused = quotaOf(await ask(key));
    expect(Math.abs(refused.seconds - Number(refused.retryAfter))).toBeLessThanOrEqual(1);
  });
});

/** A request that another write can make impossible: what that one stores, and the refusal. */
const refusable = {
  updateSubscription: {
    method: 'PATCH',
    path: '',
    json: { customDate: '30' },
    stored: "period = 'monthly', custom_days = NULL, every_months = NULL",
    refusal: { code: 'invalid_subscription', field: 'customDate' },
  },
  updateDetails: {
    method: 'PATCH',
    path: '/details',
    json: { everyMonths: null },
    stored: 'custom_days = 99999999',
    refusal: { code: 'invalid_field', field: 'everyMonths' },
  },
  deleteDetails: {
    method: 'DELETE',
    path: '/details',
    json: undefined,
    stored: 'custom_days = 99999999',
    refusal: { code: 'invalid_field', field: 'everyMonths' },
  },
} as const;

/** Writes that are charged, and are then refused because of a write that is made before them. */
async function latelyRefused(operation: keyof typeof refusable = 'updateSubscription') {
  const { method, path, json, stored, refusal } = refusable[operation];
  const [perWindow, patches] = [200, 5];
  const slow = await startService({ quota: { limit: perWindow, windowSeconds } });
  const record = await slow.create({ period: 'custom', customDate: '9' });
  await slow.call('PATCH', `${pathOf(record)}/details`, { json: { everyMonths: 3 } });
  slow.clock.advance(windowSeconds);
  const read = () => slow.call('GET', pathOf(record));
  const blocker = openDatabase(slow.directory);
  blocker.run('BEGIN IMMEDIATE');
  // Another write is under way after which these, charged by then, do not fit the record any more.
  blocker.run(`UPDATE subscriptions SET ${stored}`);
  const answers = Array.from({ length: patches }, () => slow.call(method, pathOf(record) + path, { json }));
  let remaining = perWindow;
  for (let [reads, isCharged] = [1, false]; !isCharged; reads += 1) {
    remaining = Number((await read()).headers.get('x-ratelimit-remaining'));
    isCharged = remaining === perWindow - patches - reads;
  }
  /** Has the writes refused, which is answered without the headers of the quota. */
  async function refuse() {
    blocker.run('COMMIT');
    blocker.close();
    for (const answer of await Promise.all(answers)) {
      expectRefusal(answer, 400, refusal);
      expect(quotaHeadersOf(answer)).toEqual([]);
    }
  }
  return { slow, perWindow, patches, remaining, refuse, read };
}

describe('a charge that is refunded', () => {
  test.each(['updateSubscription', 'updateDetails', 'deleteDetails'] as const)(
    '§4.3: of %s counts no more in its window',
    async (operation) => {
      const { patches, remaining, refuse, read } = await latelyRefused(operation);
      await refuse();
      expect(Number((await read()).headers.get('x-ratelimit-remaining'))).toBe(remaining + patches - 1);
    },
  );

  test('§4.3: after its window has passed does not lower the count of the next window', async () => {
    const { slow, perWindow, refuse, read } = await latelyRefused();
    slow.clock.advance(windowSeconds);
    for (let count = 0; count < perWindow; count += 1) expect((await read()).status).toBe(200);
    await refuse();
    expect((await read()).status).toBe(429);
    slow.clock.advance(windowSeconds);
    for (let count = 0; count < perWindow; count += 1) expect((await read()).status).toBe(200);
    expect((await read()).status).toBe(429);
  });
});
