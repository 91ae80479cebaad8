import { existsSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingRules, type Settings } from '../core/config/settings.ts';
import { refuseOtherOwner } from '../core/directory/databaseFile.ts';
import { readRegularFile } from '../core/runtime/boundedReading.ts';
import { CliError } from '../core/runtime/terminal.ts';
import { tryToListen } from '../core/runtime/host.ts';

/** An address to listen on, and the flags that choose it. */
export interface ListeningAddress {
  readonly host: string;
  readonly port: number;
  readonly hostFlag: string;
  readonly portFlag: string;
}

/**
 * Tries to listen on an address before anything is written: a server that cannot listen leaves no database behind.
 *
 * @throws {CliError} when it cannot be listened on
 */
export function refuseTakenAddress(address: ListeningAddress): void {
  try {
    tryToListen({ hostname: address.host, port: address.port });
  } catch (error) {
    throw listenRefused(address, error);
  }
}

/** The error of an address that cannot be listened on: the reason of the system, and what to do about it. */
export function listenRefused({ host, port, hostFlag, portFlag }: ListeningAddress, cause: unknown): CliError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `the port is taken: stop what uses it, or choose another with ${portFlag}`,
    EADDRNOTAVAIL: `this machine does not have that address: choose another with ${hostFlag}`,
    EACCES: `this user may not use that port: choose 1024 or higher with ${portFlag}`,
  };
  const said = code === undefined ? 'the name is unknown, or the address is not one of this machine' : code;
  const reason = reasons[code ?? ''] ?? `the address cannot be used (${said}): choose another with ${hostFlag}`;
  return new CliError(`cannot listen on ${originOf(host, port)}: ${reason}`, { cause });
}

/** The origin of a server on a host and a port. */
export function originOf(host: string, port: number | undefined): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port ?? 0}`;
}

/** The origin by which this machine reaches its own server, also one that listens on all addresses. */
export function localOrigin(host: string, port: number | undefined): string {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return originOf(local, port);
}

const fileName = 'duebook.address';
// More than all currencies and the longest address.
const bytesMax = 64 * 1024;

const toldSettings = [
  ...(['publicUrl', 'host', 'port', 'basePath', 'currencies'] as const),
  ...(['timezone', 'backupEvery', 'backupDir', 'trustedProxies'] as const),
] as const;

/** The settings that commands learn from a running server. None is a secret. */
export type RunningSettings = Pick<Settings, (typeof toldSettings)[number]>;

/**
 * Writes settings of this server, with the port that it really listens on, into its data directory: for commands that print
 * links, import or look for what is wrong. They cannot ask the lock, which is a file that nobody but SQLite may open.
 *
 * @throws the error of the system when it cannot be written
 */
export function writeRunningSettings(dataDir: string, settings: RunningSettings): void {
  const path = join(dataDir, fileName);
  const draft = `${path}.new`;
  const text = `${JSON.stringify(textsOf(settings))}\n`;
  // Left by a server that was killed. Asked for first, because removing what is not there takes a hundredth of a start.
  if (existsSync(draft)) rmSync(draft);
  // Not synced: after a power cut no server runs at the address.
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
  renameSync(draft, path);
}

/** The settings as a flag would give them. */
function textsOf(settings: RunningSettings) {
  const { host, port, basePath, timezone } = settings;
  return {
    host,
    port,
    basePath,
    timezone,
    publicUrl: settings.publicUrl ?? '',
    currencies: settings.currencies.join(),
    backupEvery: `${settings.backupEvery}s`,
    backupDir: settings.backupDir ?? '',
    trustedProxies: settings.trustedProxies.map(([address, bits]) => `${address.toString()}/${bits}`).join(),
  };
}

/** Removes the address of a server that stops. One that is killed leaves it behind. */
export function removeRunningAddress(dataDir: string): void {
  try {
    rmSync(join(dataDir, fileName), { force: true });
  } catch {
    // The directory is gone or read-only, which must not disturb the stop.
  }
}

/**
 * The settings that the server of a data directory has told; without what is not known.
 *
 * @throws {DatabaseRefused} when root calls this and the directory belongs to another user
 */
export function readRunningSettings(dataDir: string): Partial<RunningSettings> {
  refuseOtherOwner(dataDir);
  const written = textOf(dataDir);
  const given = toldSettings.filter((name) => name in written);
  const known = given.map((name) => [name, settingRules[name].parse(String(written[name]))] as const);
  // No server listens on the port 0.
  return Object.fromEntries(known.filter(([, value]) => value !== undefined && value !== 0));
}

function textOf(dataDir: string): Readonly<Record<string, unknown>> {
  const path = join(dataDir, fileName);
  try {
    const text = lstatSync(path).isFile() ? readRegularFile(path, bytesMax).toString('utf8') : 'null';
    const content: unknown = JSON.parse(text);
    return typeof content === 'object' && content !== null ? { ...content } : {};
  } catch {
    // No server has written it, or it is damaged: then the settings decide.
    return {};
  }
}
