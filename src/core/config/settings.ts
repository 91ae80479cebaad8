import { logLevels } from '../observability/log.ts';
import { currencyList } from './currencies.ts';
import {
  addressNetworks,
  basePath,
  duration,
  host,
  hostList,
  hostsAndNetworks,
  httpUrl,
  mailAddress,
  mailDomains,
  mailServerUrl,
  oneOf,
  optional,
  originList,
  requiredText,
  secret,
  timeZone,
  token,
  trueOrFalse,
  userHeader,
  wholeNumber,
  type ValueKind,
} from './kinds.ts';
import { resolveRules, type Environment, type ResolvedSetting, type SettingRule, warningsAbout } from './sources.ts';

function setting<Value>(flag: string, fallback: string, meaning: string, kind: ValueKind<Value>): SettingRule<Value> {
  const variable = `DUEBOOK_${flag.toUpperCase().replaceAll('-', '_')}`;
  return { flag, variable, default: fallback, meaning, ...kind };
}

const logFormats = ['auto', 'json', 'text'] as const;

/** Every setting of the program: the only list of them. The name in the code is the flag in camel case. */
export const settingRules = {
  host: setting('host', '127.0.0.1', 'address to listen on; 0.0.0.0 or :: for all interfaces', host()),
  port: setting('port', '8383', 'port to listen on; 0 picks a free port', wholeNumber(0, 65_535)),
  dataDir: setting(
    'data-dir',
    './data',
    'data directory: the database and its lock files',
    requiredText('the path of a directory'),
  ),
  quota: setting('quota', '3600', 'requests that an owner may make in a quota window', wholeNumber(1, 1_000_000_000)),
  quotaWindow: setting('quota-window', '3600', 'length of the quota window in seconds', wholeNumber(1, 31_536_000)),
  subscriptionsPerOwner: setting(
    'subscriptions-per-owner',
    '0',
    'subscriptions that an owner may have; 0 for no limit',
    wholeNumber(0, 1_000_000_000),
  ),
  paymentsPerOwner: setting(
    'payments-per-owner',
    '0',
    'payments made that an owner may have; 0 for no limit',
    wholeNumber(0, 1_000_000_000),
  ),
  auditEntriesPerOwner: setting(
    'audit-entries-per-owner',
    '0',
    'audit entries that an owner may have; 0 for no limit',
    wholeNumber(0, 1_000_000_000),
  ),
  invalidKeyLimit: setting(
    'invalid-key-limit',
    '60',
    'invalid API keys that an address may send in a window',
    wholeNumber(1, 1_000_000_000),
  ),
  invalidKeyWindow: setting(
    'invalid-key-window',
    '3600',
    'length of the window for invalid API keys in seconds',
    wholeNumber(1, 31_536_000),
  ),
  trustedProxies: setting('trusted-proxies', '', 'addresses or networks of your reverse proxies', addressNetworks()),
  basePath: setting('base-path', '', 'path of Duebook, if several services share the host name', basePath()),
  publicUrl: setting('public-url', '', 'address that users open in the browser', optional(httpUrl())),
  allowedHosts: setting('allowed-hosts', '', 'other host names at which people may sign in', hostList()),
  authHeader: setting('auth-header', '', 'header with the user name, from a trusted proxy', optional(userHeader())),
  authHeaderCreate: setting(
    'auth-header-create',
    '',
    'owner of all users who sign in by the proxy; unknown users are created',
    optional(requiredText('the name of an owner')),
  ),
  timezone: {
    ...setting(
      'timezone',
      'UTC',
      'time zone for all dates; by default TZ, if that is a name such as Europe/Berlin',
      timeZone(),
    ),
    systemVariable: 'TZ',
  },
  currencies: setting('currencies', '', 'further currencies, in the order of choices', currencyList()),
  exchangeRates: setting(
    'exchange-rates',
    'none',
    'exchange rates that are fetched each working day; ecb: those of the European Central Bank',
    oneOf(['none', 'ecb']),
  ),
  exchangeRatesUrl: setting(
    'exchange-rates-url',
    'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    'address of the document with these rates, or of a copy',
    httpUrl(),
  ),
  backupEvery: setting('backup-every', '0', 'time between automatic backups; 0 turns them off', duration('0', '100y')),
  backupKeep: setting('backup-keep', '14', 'number of automatic backups to keep', wholeNumber(1, 999_999)),
  backupDir: setting(
    'backup-dir',
    '',
    'directory for backups; by default, the folder backups in the data directory',
    optional(requiredText('the path of a directory')),
  ),
  smtpUrl: setting('smtp-url', '', 'mail server that sends reminders', secret(optional(mailServerUrl()))),
  smtpFrom: setting('smtp-from', '', 'sender of these mails', optional(mailAddress())),
  mailAllow: setting('mail-allow', '', 'only domains to which mails are sent; if empty, all', mailDomains()),
  outgoingAllow: setting(
    'outgoing-allow',
    '',
    'only hosts and networks to which requests are sent; if empty, all',
    hostsAndNetworks(),
  ),
  mcpAllowedOrigins: setting(
    'mcp-allowed-origins',
    '',
    'addresses of other web sites whose pages may call /mcp',
    originList(),
  ),
  logLevel: setting('log-level', 'info', 'lowest level that is logged; requests have level info', oneOf(logLevels)),
  logFormat: setting('log-format', 'auto', 'log format; auto is text on a terminal, json otherwise', oneOf(logFormats)),
  metricsPort: setting(
    'metrics-port',
    '',
    'separate port that serves /metrics; 0 picks a free port',
    optional(wholeNumber(0, 65_535)),
  ),
  metricsHost: setting('metrics-host', '127.0.0.1', 'address that the metrics port listens on', host()),
  metricsToken: setting(
    'metrics-token',
    '',
    'bearer token for /metrics; without --metrics-port, /metrics is on the API port',
    secret(optional(token())),
  ),
  metricsPerOwner: setting('metrics-per-owner', 'false', 'add the owner to metrics of payments', trueOrFalse()),
};

/** The settings of a command that connects to a running server. */
export const clientSettingRules = {
  url: setting('url', 'http://127.0.0.1:8383', 'address of the server', httpUrl()),
  keyFile: setting('key-file', '', 'file that contains an API key', optional(requiredText('the path of a file'))),
  toolsets: setting(
    'toolsets',
    '',
    'further toolsets to list, separated by commas, or all',
    optional(requiredText('names of toolsets, such as settings')),
  ),
};

/** The settings of a client with their values; the key file is null when none is given. */
export type ClientSettings = {
  readonly [Name in keyof typeof clientSettingRules]: (typeof clientSettingRules)[Name] extends SettingRule<infer Value>
    ? Value
    : never;
};

/** The name of a setting in the code. */
export type SettingName = keyof typeof settingRules;

/** Settings with their values. */
export type Settings = {
  readonly [Name in SettingName]: (typeof settingRules)[Name] extends SettingRule<infer Value> ? Value : never;
};

/** The flags of a command line, as text; `config` is the path of a configuration file. */
export type GivenSettings = Partial<Record<SettingName | 'config', string>>;

/** The environment of this process. No other file reads it. */
export function processEnvironment(): Environment {
  return process.env;
}

/** The address at which the service manager that started this process wants to be notified, if it does. */
export function notifySocketIn({ NOTIFY_SOCKET: notifySocket = '' }: Environment): string | undefined {
  return notifySocket === '' ? undefined : notifySocket;
}

/**
 * The value of each setting.
 *
 * @throws {SettingRefused} for the same reasons as {@link explainSettings}
 */
export function resolveSettings(flags: GivenSettings, environment: Environment): Settings {
  return valuesOf(explainSettings(flags, environment));
}

/** The values of the settings that {@link explainSettings} returns. */
export function valuesOf(settings: readonly ResolvedSetting[]): Settings {
  return Object.fromEntries(settings.map(({ name, value }) => [name, value])) as Settings;
}

/**
 * The value of each setting of a client. The environment may also hold the settings of a server, as in its container.
 *
 * @throws {SettingRefused} for the same reasons as {@link explainSettings}
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
 * @throws {SettingRefused} for a wrong value, a variable that is set with and without `_FILE`, an unknown key, and a file
 * that cannot be read
 */
export function explainSettings(flags: GivenSettings, environment: Environment): ResolvedSetting[] {
  return resolveRules(settingRules, flags, environment);
}

/** What is superfluous in the values of settings. */
function warningsIn(settings: readonly ResolvedSetting[]): string[] {
  return settings.flatMap(({ rule, text, source }) =>
    (rule.warnings?.(text) ?? []).map((warning) => `${source.place} ${warning}.`),
  );
}

/**
 * Warnings about variables that are ignored or dangerous, and about what is superfluous in settings, one line each. Every command knows the variables of the others.
 *
 * @param settings the settings that {@link explainSettings} returns for the same environment; none for a command that
 * uses no time zone
 */
export function environmentWarnings(environment: Environment, settings: readonly ResolvedSetting[] = []): string[] {
  const warnings = [...warningsAbout({ ...settingRules, ...clientSettingRules }, environment), ...warningsIn(settings)];
  const { TZ: systemZone = '' } = environment;
  const isIgnored = settings.some(({ name, source }) => name === 'timezone' && source.kind === 'default');
  if (systemZone === '' || !isIgnored) return warnings;
  const { default: fallback, variable } = settingRules.timezone;
  const ignored = `TZ is ${JSON.stringify(systemZone)}, which is not the name of a time zone, and is ignored.`;
  return [...warnings, `${ignored} The time zone is ${fallback}: set ${variable} to a name such as Europe/Berlin.`];
}
