import { SettingRefused } from '../config/sources.ts';
import { CliError } from '../runtime/terminal.ts';

/** An address to listen on, and the flags that choose it. */
export interface ListeningAddress {
  readonly host: string;
  readonly port: number;
  readonly hostFlag: string;
  readonly portFlag: string;
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
 * Tries to listen on an address before anything is written: a server that cannot listen leaves no database behind.
 *
 * @throws {CliError} when it cannot be listened on
 */
export function refuseTakenAddress(address: ListeningAddress): void {
  try {
    const ignored = { data: () => undefined };
    Bun.listen({ hostname: address.host, port: address.port, exclusive: true, socket: ignored }).stop(true);
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
    EACCES: `this user may not use that port: choose one from 1024 up with ${portFlag}`,
  };
  const said = code === undefined ? 'its name is not known, or it is not of this machine' : code;
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
