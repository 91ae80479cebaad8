import type { AppDependencies } from '../app.ts';
import type { Settings } from '../config/settings.ts';
import { networkOfClients } from '../config/proxyNetworks.ts';
import { SettingRefused } from '../config/sources.ts';
import { nearest } from '../domain/text/nearest.ts';
import type { OpenedStore } from '../store/store.ts';
import { firstOwner } from './firstStart.ts';

/**
 * Where and how people sign in, out of the settings.
 *
 * @throws {SettingRefused} when the header of a proxy is to be believed, but no proxy is trusted, or a network of clients
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
  const network = authHeader === null ? undefined : networkOfClients(trustedProxies);
  if (network !== undefined) {
    throw new SettingRefused(
      `--trusted-proxies has ${network}, and with --auth-header every client in that network can sign in as anybody: list the addresses of the proxies, or a private network, or one of at most 256 addresses`,
    );
  }
  if (createFor !== null && authHeader === null) {
    throw new SettingRefused('--auth-header-create needs --auth-header, the header that names the users');
  }
  return { publicUrl, allowedHosts, authHeader, createFor };
}

/**
 * Refuses to start when users are to be created for an owner that does not exist. The first start creates one itself.
 *
 * @throws {SettingRefused} when there is no such owner
 */
export function refuseMissingOwner(
  { authHeaderCreate: owner }: Pick<Settings, 'authHeaderCreate'>,
  { owners, apiKeys }: Pick<OpenedStore, 'owners' | 'apiKeys'>,
): void {
  if (owner === null || owners.idOf(owner) !== undefined) return;
  if (owner === firstOwner && !apiKeys.hasAny()) return;
  const near = nearest(
    owner,
    owners.list().map(({ name }) => name),
  );
  const question = near === undefined ? '' : `did you mean ${JSON.stringify(near)}? `;
  throw new SettingRefused(
    `--auth-header-create is ${JSON.stringify(owner)}, but there is no owner of this name: ${question}"duebook owners list" shows the names`,
  );
}
