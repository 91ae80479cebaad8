import { accessSync, constants, statSync } from 'node:fs';
import { reasonOf } from '../core/runtime/systemErrors.ts';
import { CliError } from '../core/runtime/terminal.ts';
import type { ListeningAddress } from './address.ts';
import type { AppDependencies } from '../app.ts';
import type { Settings } from '../core/config/settings.ts';
import { networkOfClients } from '../core/config/kinds.ts';
import { SettingRefused } from '../core/config/sources.ts';
import { nearest } from '../core/text/nearest.ts';
import type { OpenedStore } from '../modules/store.ts';
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
  const near = nearest(owner, owners.names());
  const question = near === undefined ? '' : `did you mean ${JSON.stringify(near)}? `;
  throw new SettingRefused(
    `--auth-header-create is ${JSON.stringify(owner)}, but there is no owner of this name: ${question}"duebook owners list" shows the names`,
  );
}

/**
 * The mail server out of the settings; null without one.
 *
 * @throws {SettingRefused} when one of its two settings is missing
 */
export function mailSettings({ smtpUrl: url, smtpFrom: from }: Pick<Settings, 'smtpUrl' | 'smtpFrom'>) {
  if (url !== null && from === null) {
    throw new SettingRefused('--smtp-url needs --smtp-from, the address of the sender');
  }
  if (url === null && from !== null) {
    throw new SettingRefused('--smtp-from needs --smtp-url, the mail server that sends');
  }
  return url === null || from === null ? null : { url, from };
}

const allAddresses = new Set(['0.0.0.0', '::']);

/**
 * Checks that two listeners do not need the same port of the same address.
 *
 * @throws {SettingRefused} when they share a port
 */
export function refuseSharedPort(one: ListeningAddress, other: ListeningAddress): void {
  if (one.port !== other.port || one.port === 0) return;
  const isShared = one.host === other.host || [one.host, other.host].some((host) => allAddresses.has(host));
  if (isShared) {
    throw new SettingRefused(`${one.portFlag} and ${other.portFlag} are both ${one.port}: give them different ports`);
  }
}

/**
 * Checks that the backup directory of the settings exists, if the server makes backups by itself.
 *
 * @throws {CliError} when it does not exist or is not writable
 */
export function refuseMissingBackupFolder({ backupDir, backupEvery }: Settings): void {
  if (backupDir === null || backupEvery === 0) return;
  try {
    if (!statSync(backupDir).isDirectory()) throw new Error('it is not a directory');
    accessSync(backupDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CliError(
      `backups cannot be written to ${backupDir}: ${reasonOf(error, backupDir)}. Create the directory, or name another with --backup-dir`,
      { cause: error },
    );
  }
}
