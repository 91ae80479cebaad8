import { describe, expect, test } from 'bun:test';
import { words } from '../../../support/expectations.ts';
import { resolveSettings } from '../../../../src/core/config/settings.ts';
import { clientAddresses, findClientAddress } from '../../../../src/core/http/pipeline/clientAddress.ts';
import { exchange } from '../../../support/rawSocket.ts';
import { startService } from '../../../support/service.ts';

const proxies = '127.0.0.1, 10.0.0.0/8, fd00::/8, ::ffff:192.168.7.0/120';

function behind(trustedProxies: string) {
  const log: string[] = [];
  const settings = resolveSettings({ trustedProxies }, {});
  return { log, clientAddress: findClientAddress({ ...settings, warn: (line) => log.push(line) }) };
}

describe('the address of a client', () => {
  const { clientAddress, log } = behind(proxies);

  test.each([
    ['one proxy', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['a chain of proxies', '127.0.0.1', '203.0.113.9, 10.1.2.3,10.255.0.1', '203.0.113.9'],
    ['what the client has invented', '127.0.0.1', '10.0.0.1, 198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['nobody but proxies', '127.0.0.1', '10.0.0.2, 10.0.0.1', '10.0.0.2'],
    ['an IPv6 client', 'fd00::1', '2001:DB8::1, fd12::9', '2001:db8::1'],
    ['an IPv4 proxy as a socket for both kinds names it', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['an IPv4 client written as IPv6', '127.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['a network that is set as IPv6 and holds IPv4', '192.168.7.250', '203.0.113.9', '203.0.113.9'],
  ])('is found behind %s', (_what, peer, header, client) => {
    expect(clientAddress(peer, header)).toBe(client);
  });

  test.each([
    ['', '127.0.0.1'],
    ['203.0.113.9, ', '127.0.0.1'],
    ['203.0.113.9, unknown', '127.0.0.1'],
    ['203.0.113.9, 300.1.1.1, 10.0.0.7', '10.0.0.7'],
    ['203.0.113.9, 010.0.0.3, 10.0.0.7', '10.0.0.7'],
    ['203.0.113.9, 0x0a000001', '127.0.0.1'],
    ['203.0.113.9:4711', '127.0.0.1'],
    ['203.0.113.9, [fd00::1]', '127.0.0.1'],
    ['203.0.113.9, 10.0.0.0/8, 10.0.0.9', '10.0.0.9'],
  ])('in %j is sought no further than the last good hop', (header, client) => {
    expect(clientAddress('127.0.0.1', header)).toBe(client);
  });

  test('without the header is that of the connection, and unknown when that has none', () => {
    expect(clientAddress('127.0.0.1', null)).toBe('127.0.0.1');
    expect(clientAddress(undefined, '203.0.113.9')).toBeUndefined();
    expect(log).toEqual([]);
  });

  test.each(['', proxies])('is not what a stranger says, and the log warns once (trusted: %s)', (trusted) => {
    const one = behind(trusted);
    for (const peer of ['198.51.100.7', '198.51.100.8', '::ffff:198.51.100.7']) {
      expect(one.clientAddress(peer, '203.0.113.9')).toBe(peer);
    }
    expect(one.log).toEqual([expect.stringContaining('198.51.100.7')]);
    expect(one.log[0]).toContain('--trusted-proxies');
  });
});

describe('the addresses of clients', () => {
  const { trustedProxies } = resolveSettings({ trustedProxies: '127.0.0.1' }, {});
  const options = { trustedProxies, warn: () => undefined, peerOf: () => '127.0.0.2' };
  const direct = new Request('http://localhost/');
  const forwarded = new Request('http://localhost/', { headers: { 'x-forwarded-for': '192.0.2.7' } });

  test('that are shown are those of their connections, as where one is counted', () => {
    const { exact, shown } = clientAddresses(options);
    expect([exact(direct), shown(direct)]).toEqual(['127.0.0.2', '127.0.0.2']);
  });

  test('that are shown are known beforehand where all connections come from this machine, but counted as they are', () => {
    const { exact, shown } = clientAddresses({ ...options, loopbackAddress: '127.0.0.1' });
    expect([exact(direct), shown(direct)]).toEqual(['127.0.0.2', '127.0.0.1']);
    expect([exact(forwarded), shown(forwarded)]).toEqual(['127.0.0.2', '192.0.2.7']);
  });
});

describe('the setting of trusted proxies', () => {
  test.each([
    ' ',
    ...words('none 10.0.0.0/33 10.0.0.1/ ::1/129 010.0.0.1 10.1 localhost 10.0.0.1,'),
    '10.0.0.1 10.0.0.2',
  ])('cannot be %j', (trustedProxies) =>
    expect(() => resolveSettings({ trustedProxies }, {})).toThrow('--trusted-proxies is'),
  );
});

describe('§4.4: invalid keys through a trusted proxy', () => {
  const wrong = ['GET /api/v1/audit HTTP/1.1', 'authorization: Bearer wrong'];
  const invalidKeys = { limit: 1, windowSeconds: 3600 };

  test('are counted for each client, all lines of the header taken together', async () => {
    const { origin, log } = await startService({ invalidKeys, trustedProxies: '127.0.0.1,10.0.0.0/8' });
    const ask = async (...forwarded: string[]) => {
      const lines = forwarded.map((value) => `x-forwarded-for: ${value}`);
      return (await exchange(origin, [...wrong, ...lines])).head.slice(9, 12);
    };
    expect(await ask('203.0.113.1')).toBe('401');
    expect(await ask('203.0.113.1', '10.0.0.1')).toBe('429');
    expect(await ask('203.0.113.2', '10.0.0.2, 10.0.0.1')).toBe('401');
    expect(await ask('203.0.113.9, 203.0.113.2')).toBe('429');
    expect(log).toEqual([]);
  });

  test('are counted together for all addresses of one IPv6 network of 64 bits', async () => {
    const { origin } = await startService({ invalidKeys, trustedProxies: '127.0.0.1' });
    const statusFor = async (address: string) =>
      (await exchange(origin, [...wrong, `x-forwarded-for: ${address}`])).head.slice(9, 12);
    expect(await statusFor('2001:db8:1:2::1')).toBe('401');
    expect(await statusFor('2001:db8:1:2:ffff::9')).toBe('429');
    expect(await statusFor('2001:db8:1:3::1')).toBe('401');
  });

  test('of a stranger are counted for the stranger, whatever the header says', async () => {
    const { origin, log } = await startService({ invalidKeys });
    expect((await exchange(origin, [...wrong, 'x-forwarded-for: 203.0.113.1'])).head).toContain(' 401 ');
    expect((await exchange(origin, [...wrong, 'x-forwarded-for: 203.0.113.2'])).head).toContain(' 429 ');
    expect(log).toHaveLength(1);
  });
});
