import { fstatSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Settings } from '../core/config/settings.ts';
import type { Observation } from '../core/observability/requestEvents.ts';
import { createLog, openLogStream, type Log, type LogFormat } from '../core/observability/log.ts';
import { logAuthenticationFailures, logRequests } from '../core/observability/accessLog.ts';
import type { CommitGroup } from '../core/writer/writeHealth.ts';
import type { Clock } from '../core/runtime/system.ts';
import type { ServerTerminal } from '../core/runtime/terminal.ts';
import { withOwnCommand, version } from '../core/runtime/ownCommand.ts';

/** The log of a server, with its access log. */
export interface ServerLog {
  readonly log: Log;
  /** The observers that write the access log; none when the level excludes it. */
  readonly observation: Observation;
  /** Begins to write. Earlier lines have waited. */
  readonly begin: () => void;
  /** Writes the lines that are left. */
  readonly close: () => Promise<void>;
}

/** Options of the log of a server. */
interface ServerLogOptions {
  readonly settings: Settings;
  readonly terminal: ServerTerminal;
  readonly ownCommand: () => string;
  readonly clock: Clock;
}

/** Opens the log with the level and the format of the settings. */
export async function openServerLog({ settings, terminal, ownCommand, clock }: ServerLogOptions): Promise<ServerLog> {
  const { logLevel: level, logFormat } = settings;
  const format = logFormat === 'auto' ? await formatFor(terminal.logDescriptor) : logFormat;
  const stream = openLogStream({
    descriptor: terminal.logDescriptor,
    after: (milliseconds, action) => clock.after(milliseconds, action),
    onLost: (lines) => log.warn('log lines could not be written in time and were dropped', { lines }),
  });
  const reword = (message: string): string => withOwnCommand(message, ownCommand);
  const log = createLog({ level, format, clock, write: stream.write, reword });
  const requestLog = { format, clock, write: stream.write, includesProbes: log.includes('debug') };
  return {
    log,
    observation: {
      observers: log.includes('info') ? [logRequests(requestLog)] : [],
      onAuthenticationFailure: logAuthenticationFailures(log),
      onQuotaUsedUp: () => undefined,
    },
    begin: () => stream.begin(),
    close: () => stream.close(),
  };
}

/** Writes the first line of a log: the version, the data directory, the time zone and the URL. */
export function logStart(log: Log, { dataDir, timezone }: Settings, url: string): void {
  log.info('started', { version, dataDirectory: resolve(dataDir), timeZone: timezone, url });
}

/** Text on a terminal, else JSON. */
async function formatFor(descriptor: number): Promise<LogFormat> {
  // Loading `node:tty` takes a third of a start, and most logs go to a pipe or a file.
  if (!fstatSync(descriptor).isCharacterDevice()) return 'json';
  const { isatty } = await import('node:tty');
  return isatty(descriptor) ? 'text' : 'json';
}

/** Logs a group commit, if the level includes debug. */
export function logCommit(log: Log, { commands, milliseconds, isFailed }: CommitGroup): void {
  if (!log.includes('debug')) return;
  const message = isFailed ? 'writes failed' : 'writes were committed';
  log.debug(message, { commands, durationMs: Math.round(milliseconds * 100) / 100 });
}
