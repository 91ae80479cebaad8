import { beforeEach, describe, expect, test } from 'bun:test';
import { resolveSettings } from '../../../../src/core/config/settings.ts';
import { composeApiKey } from '../../../../src/core/access/apiKey.ts';
import { clientNetwork } from '../../../../src/core/http/pipeline/clientAddress.ts';
import { instantOf, systemRandomness } from '../../../../src/core/runtime/system.ts';
import { expectRefusal, quotaHeadersOf, subscriptionsPath } from '../../../support/expectations.ts';
import { startService, validDraft, type Answer } from '../../../support/service.ts';
import { revokeKey } from '../../../support/operator.ts';

const limit = 4;
const windowSeconds = 60;
const service = await startService({
  invalidKeys: { limit, windowSeconds },
  quota: { limit: 500, windowSeconds: 3600 },
});
const unknownKey = composeApiKey('write', systemRandomness.bytes);

// Every test begins with a window that has no invalid key yet.
beforeEach(() => service.clock.advance(windowSeconds));

function ask(key: string | null, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return service.call('GET', subscriptionsPath, { key, headers });
}

async function statusesOf(count: number, send: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) statuses.push((await send()).status);
  return statuses;
}

async function exhaust(): Promise<void> {
  expect(await statusesOf(limit + 1, () => ask(unknownKey))).toEqual([401, 401, 401, 401, 429]);
}

describe('invalid keys', () => {
  test('§4.4: are 60 in 3600 seconds unless set otherwise', () => {
    expect(resolveSettings({}, {})).toMatchObject({ invalidKeyLimit: 60, invalidKeyWindow: 3600 });
  });

  test('§4.4: from one address are refused as such until the limit, then throttled', async () => {
    for (let count = 0; count < limit; count += 1) {
      const answer = await ask(unknownKey);
      expectRefusal(answer, 401, { code: 'invalid_api_key' });
      expect(quotaHeadersOf(answer)).toEqual([]);
      expect(answer.headers.has('retry-after')).toBe(false);
    }
    expectRefusal(await ask(unknownKey), 429, { code: 'rate_limit_exceeded' });
  });

  test('§4.4: when throttled, get the three headers and Retry-After of this limit', async () => {
    await exhaust();
    service.clock.advance(10);
    const { headers } = await ask(unknownKey);
    const now = Math.floor(service.clock.wallMilliseconds() / 1000);
    expect(headers.get('x-ratelimit-limit')).toBe(String(limit));
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(headers.get('x-ratelimit-reset')).toBe(String(now + windowSeconds - 10));
    expect(headers.get('retry-after')).toBe(String(windowSeconds - 10));
    expect(headers.has('www-authenticate')).toBe(false);
  });

  test('§4.4: are answered 401 again when the window is over', async () => {
    await exhaust();
    service.clock.advance(windowSeconds - 1);
    expect((await ask(unknownKey)).status).toBe(429);
    service.clock.advance(1);
    await exhaust();
  });

  test('§4.4: are counted whatever makes them invalid and whatever they ask for', async () => {
    const { key: revoked, id } = service.makeKeyRecord('first', 'write');
    revokeKey(service.store, id, instantOf(service.clock));
    const expired = service.makeKey('first', 'write', instantOf(service.clock));
    const statuses = [
      await service.call('POST', subscriptionsPath, { key: revoked, json: validDraft }),
      await service.call('GET', '/api/v1/audit', { key: expired }),
      await service.call('HEAD', '/api/v1/analytics/summary', { key: 'nonsense' }),
      await service.call('DELETE', `${subscriptionsPath}/no-uuid`, { key: `${unknownKey}x` }),
      await service.call('GET', `${subscriptionsPath}?limit=0`, { key: unknownKey }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
  });
});

describe('what does not count', () => {
  test('§4.4: a missing token, before the limit and after it', async () => {
    for (let count = 0; count < 3 * limit; count += 1) {
      expectRefusal(await ask(null), 401, { code: 'authentication_required' });
    }
    await exhaust();
    expectRefusal(await ask(null), 401, { code: 'authentication_required' });
  });

  test('§4.4: a token of another scheme, or none after the scheme', async () => {
    for (const authorization of ['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', unknownKey, '']) {
      const answer = await ask(null, { authorization });
      expectRefusal(answer, 401, { code: 'authentication_required' });
    }
    await exhaust();
  });

  test('§4.4: a method or a path that is not served', async () => {
    for (let count = 0; count < 3 * limit; count += 1) {
      expect((await service.call('PUT', subscriptionsPath, { key: unknownKey })).status).toBe(405);
      expect((await service.call('GET', '/api/v1/nothing', { key: unknownKey })).status).toBe(404);
    }
    await exhaust();
  });

  test('§4.4: a valid key, whether it may do what it asks or not', async () => {
    await statusesOf(3 * limit, () => service.call('POST', subscriptionsPath, { key: service.keys.read }));
    await statusesOf(3 * limit, () => ask(service.keys.write));
    await exhaust();
  });
});

describe('a valid key', () => {
  test('§4.4: is never refused because of invalid ones from its address', async () => {
    await exhaust();
    expect(await statusesOf(3, () => ask(service.keys.write))).toEqual([200, 200, 200]);
    expect((await service.call('POST', subscriptionsPath, { json: validDraft })).status).toBe(201);
    const readOnly = await service.call('POST', subscriptionsPath, { key: service.keys.read, json: validDraft });
    expectRefusal(readOnly, 403, { code: 'insufficient_scope' });
    expect((await ask(unknownKey)).status).toBe(429);
  });

  test('§4.4: is not charged for invalid ones: the headers of its answers describe the quota', async () => {
    const key = service.makeKey('charged', 'read');
    await exhaust();
    const { headers } = await ask(key);
    expect(headers.get('x-ratelimit-limit')).toBe('500');
    expect(headers.get('x-ratelimit-remaining')).toBe('499');
  });
});

describe('the client’s address', () => {
  test.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'CF-Connecting-IP', 'True-Client-IP', 'X-Client-IP'])(
    '§4.4: is that of the connection, whatever %s claims',
    async (name) => {
      const claims = ['198.51.100.1', '198.51.100.2', 'for=198.51.100.3', '2001:db8::4', 'unknown', ''];
      const statuses: number[] = [];
      for (const claim of claims) statuses.push((await ask(unknownKey, { [name]: claim })).status);
      expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    },
  );

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.8', '192.0.2.8'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('§4.4: %s is counted as %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });

  test.each([undefined, '', 'localhost', '300.1.1.1'])(
    '§4.4: %p, which is none, is counted with its like',
    (address) => {
      expect(clientNetwork(address)).toBe('unknown');
    },
  );

  test('§4.4: all of an IPv6 network of 64 bits is one, and no two such networks are', () => {
    const networks = Array.from({ length: 300 }, (_, number) =>
      clientNetwork(`2001:db8:0:${number.toString(16)}::${number}`),
    );
    const hosts = Array.from({ length: 300 }, (_, number) => clientNetwork(`2001:db8::${number.toString(16)}`));
    expect(new Set(networks).size).toBe(300);
    expect(new Set(hosts).size).toBe(1);
  });
});
