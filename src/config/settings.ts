import { logLevels } from '../observability/log.ts';
import {
  addressNetworks,
  basePath,
  duration,
  host,
  httpUrl,
  oneOf,
  optionalPort,
  optionalText,
  optionalToken,
  originList,
  requiredText,
  secret,
  timeZone,
  wholeNumber,
  type ValueKind,
} from './kinds.ts';
import { resolveRules, type Environment, type ResolvedSetting, type SettingRule } from './sources.ts';
import { warningsAbout } from './warnings.ts';

function setting<Value>(flag: string, fallback: string, meaning: string, kind: ValueKind<Value>): SettingRule<Value> {
  const variable = `DUEBOOK_${flag.toUpperCase().replaceAll('-', '_')}`;
  return { flag, variable, default: fallback, meaning, ...kind };
}

const logFormats = ['auto', 'json', 'text'] as const;

/** Every setting of the program: the only list of them. The name in code is the flag's, in camel case. */
export const settingRules = {
  host: setting('host', '127.0.0.1', 'the address to listen on; 0.0.0.0 and :: mean all', host()),
  port: setting('port', '8383', 'the port to listen on; 0 takes a free one', wholeNumber(0, 65_535)),
  dataDir: setting('data-dir', './data', 'the directory of the database', requiredText('the path of a directory')),
  quota: setting('quota', '3600', 'how many requests an owner may make in a window', wholeNumber(1, 1_000_000_000)),
  quotaWindow: setting('quota-window', '3600', 'the length of that window in seconds', wholeNumber(1, 31_536_000)),
  invalidKeyLimit: setting(
    'invalid-key-limit',
    '60',
    'how many invalid keys an address may send in a window',
    wholeNumber(1, 1_000_000_000),
  ),
  invalidKeyWindow: setting(
    'invalid-key-window',
    '3600',
    'the length of that window in seconds',
    wholeNumber(1, 31_536_000),
  ),
  trustedProxies: setting('trusted-proxies', '', 'the proxies whose X-Forwarded-For is believed', addressNetworks()),
  basePath: setting('base-path', '', 'the path below which everything is served', basePath()),
  timezone: {
    ...setting('timezone', 'UTC', 'the time zone in which a day begins; TZ counts if it is not given', timeZone()),
    systemVariable: 'TZ',
  },
  backupEvery: setting('backup-every', '0', 'how often to back up, such as 24h; 0 for never', duration('0', '100y')),
  backupKeep: setting('backup-keep', '14', 'how many backups to keep', wholeNumber(1, 999_999)),
  backupDir: setting(
    'backup-dir',
    '',
    'the directory of the backups; else one in the data directory',
    optionalText('the path of a directory'),
  ),
  mcpAllowedOrigins: setting(
    'mcp-allowed-origins',
    '',
    'which other origins have pages that may use MCP',
    originList(),
  ),
  logLevel: setting('log-level', 'info', 'the least level that is logged; requests are info', oneOf(logLevels)),
  logFormat: setting('log-format', 'auto', 'auto means text on a terminal, else json', oneOf(logFormats)),
  metricsPort: setting('metrics-port', '', 'serves /metrics on a port of its own; 0 takes a free one', optionalPort()),
  metricsHost: setting('metrics-host', '127.0.0.1', 'the address that the metrics port listens on', host()),
  metricsToken: setting(
    'metrics-token',
    '',
    'the token for /metrics; without a port of its own, beside the API',
    secret(optionalToken()),
  ),
};

/** The settings of a command that talks to a running server. */
export const clientSettingRules = {
  url: setting('url', 'http://127.0.0.1:8383', 'where the server is', httpUrl()),
  keyFile: setting('key-file', '', 'the file that has an API key', optionalText('the path of a file')),
};

/** The settings of a client with their values; the key file is null when none was given. */
export type ClientSettings = {
  readonly [Name in keyof typeof clientSettingRules]: (typeof clientSettingRules)[Name] extends SettingRule<infer Value>
    ? Value
    : never;
};

/** The name of a setting in code. */
export type SettingName = keyof typeof settingRules;

/** Settings with their values. */
export type Settings = {
  readonly [Name in SettingName]: (typeof settingRules)[Name] extends SettingRule<infer Value> ? Value : never;
};

/** The flags as text; `config` is the path of a configuration file. */
export type GivenSettings = Partial<Record<SettingName | 'config', string>>;

/** The environment of this process: the only place where it is read. */
export function processEnvironment(): Environment {
  return process.env;
}

/** How a service manager such as systemd supervises the service. */
export interface Supervision {
  /** The Unix socket on which it listens: a path, or `@` and an abstract name. */
  readonly notifySocket: string;
  /** The interval of the watchdog, in milliseconds; undefined without a watchdog. */
  readonly watchdogMilliseconds: number | undefined;
}

/** The supervision that the service manager of this process asks for; undefined without one. */
export function supervisionIn(environment: Environment): Supervision | undefined {
  const { NOTIFY_SOCKET: notifySocket, WATCHDOG_USEC: microseconds = '', WATCHDOG_PID: watched } = environment;
  if (notifySocket === undefined || notifySocket === '') return undefined;
  const isWatched = /^[1-9]\d{0,15}$/.test(microseconds) && (watched ?? String(process.pid)) === String(process.pid);
  return { notifySocket, watchdogMilliseconds: isWatched ? Number(microseconds) / 1000 : undefined };
}

/**
 * The value of each setting.
 *
 * @throws {SettingRefused} in the cases of {@link explainSettings}
 */
export function resolveSettings(flags: GivenSettings, environment: Environment): Settings {
  return valuesOf(explainSettings(flags, environment));
}

/** The values of resolved settings. */
export function valuesOf(settings: readonly ResolvedSetting[]): Settings {
  return Object.fromEntries(settings.map(({ name, value }) => [name, value])) as Settings;
}

/**
 * The value of each setting of a client. The settings of a server may be present, as in its container.
 *
 * @throws {SettingRefused} in the cases of {@link explainSettings}
 */
export function resolveClientSettings(
  flags: Partial<Record<keyof ClientSettings, string>>,
  environment: Environment,
): ClientSettings {
  const values = resolveRules({ ...settingRules, ...clientSettingRules }, flags, environment);
  return Object.fromEntries(values.map(({ name, value }) => [name, value])) as unknown as ClientSettings;
}

/**
 * Each setting with its value and its source: the flag, else the variable, else the file that the variable with `_FILE`
 * names, else the configuration file, else `TZ` for the time zone, else the default.
 *
 * @throws {SettingRefused} for a wrong value, a variable in both forms, an unknown key, an unreadable file
 */
export function explainSettings(flags: GivenSettings, environment: Environment): ResolvedSetting[] {
  return resolveRules(settingRules, flags, environment);
}

/**
 * Variables of the environment that are ignored or dangerous, one line each. Every command knows the variables of the others.
 *
 * @param settings the result of {@link explainSettings} for the same environment; none for a command without a time zone
 */
export function environmentWarnings(environment: Environment, settings: readonly ResolvedSetting[] = []): string[] {
  const warnings = warningsAbout({ ...settingRules, ...clientSettingRules }, environment);
  const { TZ: systemZone = '' } = environment;
  const isIgnored = settings.some(({ name, source }) => name === 'timezone' && source.kind === 'default');
  if (systemZone === '' || !isIgnored) return warnings;
  const { default: fallback, variable } = settingRules.timezone;
  const ignored = `TZ is ${JSON.stringify(systemZone)}, which is not the name of a time zone, and is ignored.`;
  return [...warnings, `${ignored} The time zone is ${fallback}: set ${variable} to a name such as Europe/Berlin.`];
}
