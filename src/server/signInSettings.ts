import type { AppDependencies } from '../app.ts';
import type { Settings } from '../config/settings.ts';
import { SettingRefused } from '../config/sources.ts';

/**
 * Where and how people sign in, out of the settings.
 *
 * @throws {SettingRefused} when the header of a proxy is to be believed, but no proxy is trusted
 */
export function signInSettings({
  publicUrl,
  allowedHosts,
  authHeader,
  authHeaderCreate: createFor,
  trustedProxies,
}: Settings): NonNullable<AppDependencies['signIn']> {
  if (authHeader !== null && trustedProxies.length === 0) {
    throw new SettingRefused(
      '--auth-header is believed only from a trusted proxy: list the address of the proxy in --trusted-proxies',
    );
  }
  if (createFor !== null && authHeader === null) {
    throw new SettingRefused('--auth-header-create needs --auth-header, the header that names the users');
  }
  return { publicUrl, allowedHosts, authHeader, createFor };
}
