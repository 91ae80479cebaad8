import ipaddr from 'ipaddr.js';
import { nearest } from './domain/nearest.ts';

/** One setting: how it is given, what it may be, and what it means. */
export interface SettingRule<Value> {
  /** The flag, without its dashes. */
  readonly flag: string;
  /** The environment variable; a flag beats it. */
  readonly variable: string;
  readonly default: string;
  readonly meaning: string;
  /** What is allowed, to stand after "must be". */
  readonly allowed: string;
  /** The value that a text stands for; undefined when it is not allowed. */
  readonly parse: (text: string) => Value | undefined;
}

function setting<Value>(
  flag: string,
  fallback: string,
  meaning: string,
  { allowed, parse }: Pick<SettingRule<Value>, 'allowed' | 'parse'>,
): SettingRule<Value> {
  const variable = `DUEBOOK_${flag.toUpperCase().replaceAll('-', '_')}`;
  return { flag, variable, default: fallback, meaning, allowed, parse };
}

/** Every setting of the program: the only list of them. */
export const settingRules = {
  host: setting('host', '127.0.0.1', 'the address to listen on; 0.0.0.0 and :: mean all', host()),
  port: setting('port', '8383', 'the port to listen on; 0 takes a free one', wholeNumber(0, 65_535)),
  dataDir: setting('data-dir', './data', 'the directory of the database', nonEmpty()),
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
  timezone: setting('timezone', 'UTC', 'the time zone in which a day begins', timeZone()),
};

/** The name of a setting in code. */
export type SettingName = keyof typeof settingRules;

/** Settings with their values. */
export type Settings = {
  readonly [Name in SettingName]: (typeof settingRules)[Name] extends SettingRule<infer Value> ? Value : never;
};

/** What was given for settings, as text. */
export type GivenSettings = Partial<Record<SettingName, string>>;

/** The environment's variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used, in one line that names it, its value and what is allowed. */
export class SettingRefused extends Error {
  override readonly name = 'SettingRefused';
}

/** The environment of this process: the only place where it is read. */
export function processEnvironment(): Environment {
  return process.env;
}

/**
 * The value of each setting: the flag's, else the environment variable's, else the default.
 *
 * @throws {SettingRefused} for a value that is not allowed, and for a variable `DUEBOOK_…` that is no setting
 */
export function resolveSettings(flags: GivenSettings, environment: Environment): Settings {
  refuseUnknownVariables(environment);
  const resolve = <Value>(rule: SettingRule<Value>, flag: string | undefined): Value => {
    const variable = environment[rule.variable];
    const [source, text] = flag !== undefined ? [`--${rule.flag}`, flag] : [rule.variable, variable ?? rule.default];
    const value = rule.parse(text);
    if (value === undefined) {
      throw new SettingRefused(`${source} is ${JSON.stringify(text)}, but must be ${rule.allowed}`);
    }
    return value;
  };
  return {
    host: resolve(settingRules.host, flags.host),
    port: resolve(settingRules.port, flags.port),
    dataDir: resolve(settingRules.dataDir, flags.dataDir),
    quota: resolve(settingRules.quota, flags.quota),
    quotaWindow: resolve(settingRules.quotaWindow, flags.quotaWindow),
    invalidKeyLimit: resolve(settingRules.invalidKeyLimit, flags.invalidKeyLimit),
    invalidKeyWindow: resolve(settingRules.invalidKeyWindow, flags.invalidKeyWindow),
    timezone: resolve(settingRules.timezone, flags.timezone),
  };
}

function refuseUnknownVariables(environment: Environment): void {
  const known = Object.values(settingRules).map((rule) => rule.variable);
  const unknown = Object.keys(environment).find((name) => name.startsWith('DUEBOOK_') && !known.includes(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  const hint = meant === undefined ? '' : `did you mean ${meant}? `;
  throw new SettingRefused(
    `${unknown} is ${JSON.stringify(environment[unknown])}, but is no setting: ${hint}known are ${known.join(', ')}`,
  );
}

function wholeNumber(minimum: number, maximum: number) {
  return {
    allowed: `a whole number from ${minimum} to ${maximum}`,
    parse(text: string): number | undefined {
      const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

function nonEmpty() {
  return { allowed: 'the path of a directory', parse: (text: string) => (text.trim() === '' ? undefined : text) };
}

function host() {
  const hostName = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;
  const looksLikeAddress = /^[\d.]+$/;
  return {
    allowed: 'an IP address or a host name',
    parse(text: string): string | undefined {
      if (ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)) return text;
      return hostName.test(text) && !looksLikeAddress.test(text) ? text : undefined;
    },
  };
}

function timeZone() {
  return {
    allowed: 'a time zone such as UTC or Europe/Berlin',
    parse(text: string): string | undefined {
      try {
        const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
        // Temporal takes the zone out of a whole date and time, too.
        return timeZoneId.toLowerCase() === text.toLowerCase() ? timeZoneId : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
