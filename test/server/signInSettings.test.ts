import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { failureFrom } from '../support/failure.ts';
import { outcomeOf, startProgram } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { resolveSettings } from '../../src/core/config/settings.ts';
import { signInSettings } from '../../src/server/settingsChecks.ts';

describe('the settings of signing in', () => {
  test('are taken over, and by default nobody signs in by a proxy', () => {
    expect(signInSettings(resolveSettings({}, {}))).toEqual({
      publicUrl: null,
      allowedHosts: [],
      authHeader: null,
      createFor: null,
    });
    const flags = { authHeader: 'Remote-User', authHeaderCreate: 'default', trustedProxies: '127.0.0.1' };
    expect(signInSettings(resolveSettings(flags, {}))).toMatchObject({
      authHeader: 'Remote-User',
      createFor: 'default',
    });
  });

  test('refuse the header of a proxy that is not trusted', () => {
    expect(() => signInSettings(resolveSettings({ authHeader: 'Remote-User' }, {}))).toThrow('--trusted-proxies');
  });

  test.each([
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::/0', '::/0'],
    ['0.0.0.0/1,128.0.0.0/1', '0.0.0.0/1'],
    ['::/1,8000::/1', '::/1'],
    ['127.0.0.1,128.0.0.0/1', '128.0.0.0/1'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
    ['2000::/3', '2000::/3'],
    ['10.0.0.0/7', '10.0.0.0/7'],
    ['172.16.0.0/11', '172.16.0.0/11'],
    ['100.64.0.0/10', '100.64.0.0/10'],
    ['169.254.0.0/16', '169.254.0.0/16'],
    ['fe80::/10', 'fe80::/10'],
    ['203.0.113.0/23', '203.0.113.0/23'],
    ['2001:db8::/64', '2001:db8::/64'],
    ['f800::/6', 'f800::/6'],
  ])('refuse a header from %s, which has clients', (trustedProxies, network) => {
    const flags = { authHeader: 'Remote-User', trustedProxies };
    expect(failureFrom(() => signInSettings(resolveSettings(flags, {})))).toContain(
      `--trusted-proxies has ${network}, `,
    );
    expect(signInSettings(resolveSettings({ trustedProxies }, {})).authHeader).toBeNull();
  });

  test.each(
    `127.0.0.1 ::1,127.0.0.0/8 10.0.0.0/8,172.16.0.0/12,192.168.0.0/16 ::ffff:10.0.0.0/104 fd12:3456::/32
    203.0.113.7,2001:db8::7 203.0.113.0/24,2001:db8::/120 fe80::1`.split(/\s+/),
  )('believe a header from %s, which has only proxies, as far as addresses tell', (trustedProxies) => {
    const flags = { authHeader: 'Remote-User', trustedProxies };
    expect(signInSettings(resolveSettings(flags, {})).authHeader).toBe('Remote-User');
  });

  test.each(
    `User-Agent Accept Accept-Language Host Cookie Origin Referer Authorization Connection Content-Type
    Sec-Fetch-Site Sec-CH-UA If-None-Match DNT Upgrade-Insecure-Requests Priority X-Forwarded-For
    X-Forwarded-User X-Real-IP X-Requested-With Via Proxy-Authorization From Idempotency-Key
    X-Duebook-Session USER-AGENT range te`.split(/\s+/),
  )('refuse %s, which browsers, programs and proxies send by themselves', (authHeader) => {
    expect(failureFrom(() => resolveSettings({ authHeader, trustedProxies: '127.0.0.1' }, {}))).toBe(
      `SettingRefused: --auth-header is "${authHeader}", but must be the name of a header that only the proxy sets, such as Remote-User, or empty for none`,
    );
  });

  test.each(
    `Remote-User X-Authentik-Username Tailscale-User-Login X-User X-Remote-User X-Auth-Request-User
    Cf-Access-Authenticated-User-Email X-WebAuth-User SSO-User`.split(/\s+/),
  )('take %s, as proxies that sign people in call it', (authHeader) => {
    expect(resolveSettings({ authHeader }, {}).authHeader).toBe(authHeader);
  });

  test('refuse to create users without a header', () => {
    const flags = { authHeaderCreate: 'default', trustedProxies: '127.0.0.1' };
    expect(() => signInSettings(resolveSettings(flags, {}))).toThrow('--auth-header');
  });
});

describe('a start with --auth-header-create', () => {
  const believing = ['--auth-header', 'Remote-User', '--trusted-proxies', '127.0.0.1', '--port', '0'];
  const serve = (dataDir: string, owner: string) =>
    ['serve', ...believing, '--data-dir', dataDir, '--auth-header-create', owner] as const;

  test('ends when there is no such owner, and the next one is still the first start', async () => {
    const dataDir = join(temporaryDirectory(), 'data');
    expect(await outcomeOf(serve(dataDir, 'defualt'))).toEqual({
      code: 2,
      results: [],
      notices: [
        'duebook: --auth-header-create is "defualt", but there is no owner of this name: "duebook owners list" shows the names',
      ],
    });
    const first = startProgram(serve(dataDir, 'default'));
    await first.listening;
    first.stop();
    expect([await first.ended, first.notices.join()]).toEqual([0, expect.stringContaining('/sign-in#code=')]);
    const [refusal] = (await outcomeOf(serve(dataDir, 'defualt'))).notices;
    expect(refusal).toContain('there is no owner of this name: did you mean "default"? ');
    const second = startProgram(serve(dataDir, 'default'));
    await second.listening;
    second.stop();
    expect(await second.ended).toBe(0);
  });
});
