import { describe, expect, test } from 'bun:test';
import { resolveSettings } from '../../src/config/settings.ts';
import { signInSettings } from '../../src/server/signInSettings.ts';

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

  test('refuse to create users without a header', () => {
    const flags = { authHeaderCreate: 'default', trustedProxies: '127.0.0.1' };
    expect(() => signInSettings(resolveSettings(flags, {}))).toThrow('--auth-header');
  });
});
