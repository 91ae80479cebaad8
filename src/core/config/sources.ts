import { parse, TomlError } from 'smol-toml';
import { nearest } from '../text/nearest.ts';
import { readRegularFile } from '../runtime/boundedReading.ts';
import { reasonOf } from '../runtime/systemErrors.ts';
import type { ValueKind } from './kinds.ts';

/** A setting: its flag, its variable, its kind of value and its meaning. */
export interface SettingRule<Value> extends ValueKind<Value> {
  /** The flag without its dashes, which is also the key in the configuration file. */
  readonly flag: string;
  /** The environment variable. With the suffix `_FILE`, it names a file with the value. */
  readonly variable: string;
  /** A variable of the system that is used when the setting is not given and its value is allowed. */
  readonly systemVariable?: string;
  /** The default, as text. */
  readonly default: string;
  readonly meaning: string;
}

/** Setting rules by their name in code. */
export type SettingRules = Readonly<Record<string, SettingRule<unknown>>>;

/** The flags as text. */
export type GivenFlags = Readonly<Record<string, unknown>>;

/** The environment's variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The source of a value: the kind of place, and its name. */
interface SettingSource {
  readonly kind: 'flag' | 'variable' | 'variable file' | 'config file' | 'default';
  /** The name of the place, in one line; empty for the default. */
  readonly place: string;
}

/** A setting with its value and its source. */
export interface ResolvedSetting {
  /** The name in code. */
  readonly name: string;
  readonly rule: SettingRule<unknown>;
  readonly text: string;
  readonly value: unknown;
  readonly source: SettingSource;
}

/** Why a setting is refused, in one line that names it and says what is allowed. */
export class SettingRefused extends Error {
  override readonly name = 'SettingRefused';
}

/** The prefix of every variable of the program. */
const variablePrefix = 'DUEBOOK_';

/** The variable that names the configuration file; the flag `--config` overrides it. */
export const configVariable = `${variablePrefix}CONFIG`;

const linkName = /^DUEBOOK_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;
const linkAddress = /^(tcp|udp|sctp):\/\/\S+:\d+$/;

/** Whether Kubernetes has set a variable, for a Service whose name begins with `duebook`. */
function isServiceLink(name: string, value: string | undefined): boolean {
  return linkName.test(name) || (/^DUEBOOK_(\w+_)?PORT$/.test(name) && linkAddress.test(value ?? ''));
}

/**
 * The value of each setting: the flag's, else the environment variable's, else that of the file which the variable
 * with `_FILE` names, else the configuration file's, else that of the system's variable, else the default. Unknown
 * variables are ignored.
 *
 * @throws {SettingRefused} for a value that is not allowed, an unknown key of the file, a variable in both forms, and a
 * file that cannot be read
 */
export function resolveRules(rules: SettingRules, flags: GivenFlags, wholeEnvironment: Environment): ResolvedSetting[] {
  const environment = Object.fromEntries(
    Object.entries(wholeEnvironment).filter(([name, value]) => !isServiceLink(name, value)),
  );
  refuseDoubleVariables(rules, environment);
  const configFile = readConfigFile(rules, flags, environment);
  return Object.entries(rules).map(([name, rule]) => {
    const given =
      givenByFlag(flags[name], rule) ??
      givenByVariable(environment, rule) ??
      configFile.get(rule.flag) ??
      givenBySystem(environment, rule);
    const { text, source } = given ?? { text: rule.default, source: { kind: 'default', place: '' } };
    const value = rule.parse(text);
    if (value === undefined) throw refusedValue(rule, text, source);
    return { name, rule, text, value, source };
  });
}

interface Given {
  readonly text: string;
  readonly source: SettingSource;
}

function givenByFlag(text: unknown, { flag }: SettingRule<unknown>): Given | undefined {
  return typeof text === 'string' ? { text, source: { kind: 'flag', place: `--${flag}` } } : undefined;
}

function givenByVariable(environment: Environment, { variable }: SettingRule<unknown>): Given | undefined {
  const text = environment[variable];
  const fileVariable = `${variable}_FILE`;
  const path = environment[fileVariable];
  if (path === undefined) {
    return text === undefined ? undefined : { text, source: { kind: 'variable', place: variable } };
  }
  const content = readText(path, fileVariable).replace(/\r?\n$/, '');
  return { text: content, source: { kind: 'variable file', place: `${fileVariable}=${JSON.stringify(path)}` } };
}

function givenBySystem(
  environment: Environment,
  { systemVariable = '', parse: read }: SettingRule<unknown>,
): Given | undefined {
  const text = environment[systemVariable] ?? '';
  if (text === '' || read(text) === undefined) return undefined;
  return { text, source: { kind: 'variable', place: systemVariable } };
}

function refusedValue({ allowed, isSecret, explain }: SettingRule<unknown>, text: string, source: SettingSource) {
  const place = source.kind === 'default' ? 'the default' : source.place;
  // Files that variables name usually hold secrets.
  if (isSecret === true || source.kind === 'variable file') {
    return new SettingRefused(`${place} has a value that is not allowed: it must be ${allowed}`);
  }
  const reason = explain === undefined ? '' : `: ${explain(text)}`;
  return new SettingRefused(`${place} is ${JSON.stringify(text)}, but must be ${allowed}${reason}`);
}

function refuseDoubleVariables(rules: SettingRules, environment: Environment): void {
  for (const { variable } of Object.values(rules)) {
    const fileVariable = `${variable}_FILE`;
    if (environment[variable] === undefined || environment[fileVariable] === undefined) continue;
    throw new SettingRefused(`${variable} and ${fileVariable} are both set: unset one of them`);
  }
}

function whatIsKnown(unknown: string, known: readonly string[]): string {
  const meant = nearest(unknown, known);
  return `${meant === undefined ? '' : `did you mean ${meant}? `}known are ${known.join(', ')}`;
}

function readConfigFile(rules: SettingRules, flags: GivenFlags, environment: Environment): Map<string, Given> {
  const given = flags['config'];
  const [giver, path] = typeof given === 'string' ? ['--config', given] : [configVariable, environment[configVariable]];
  if (path === undefined) return new Map();
  const entries = Object.entries(parseToml(readText(path, giver), path));
  const known = Object.values(rules).map((rule) => rule.flag);
  return new Map(
    entries.map(([key, value]) => {
      const place = `${JSON.stringify(key)} in ${JSON.stringify(path)}`;
      const rule = Object.values(rules).find(({ flag }) => flag === key);
      if (rule === undefined) throw new SettingRefused(`${place}: unknown setting. ${whatIsKnown(key, known)}`);
      return [key, { text: textInToml(value, rule, place), source: { kind: 'config file', place } }];
    }),
  );
}

function textInToml(value: unknown, { isList = false }: SettingRule<unknown>, place: string): string {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  if (isList && Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  const allowed = isList ? 'a string with commas, or an array of strings' : 'a string, a number, true or false';
  throw new SettingRefused(`${place} must be ${allowed}`);
}

function parseToml(text: string, path: string): object {
  try {
    // Not Bun's own parser, which does not report the position of an error.
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The lines after the first quote the file, which may hold a secret.
    const [reason = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    const place = `${JSON.stringify(path)}, line ${error.line}, column ${error.column}`;
    throw new SettingRefused(`${place} is not valid TOML: ${reason}`, { cause: error });
  }
}

// More than any list of settings or secret needs.
const bytesMax = 1024 ** 2;

function readText(path: string, giver: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readRegularFile(path, bytesMax));
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not a text file in UTF-8' : reasonOf(error, path);
    throw new SettingRefused(`${giver} names ${JSON.stringify(path)}, which cannot be read: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * Variables that make Bun, which is part of the executable, run other code or open a debugger. They act before any code of
 * the program. An empty value disables each one.
 */
export const foreignCodeVariables = [
  'BUN_BE_BUN',
  'BUN_INSPECT',
  'BUN_INSPECT_CONNECT_TO',
  'BUN_INSPECT_NOTIFY',
  'BUN_INSPECT_PRELOAD',
  'BUN_OPTIONS',
] as const;

/** The name of the variable with an API key in the guides, for other programs. Duebook does not read it. */
const keyOfOtherPrograms = `${variablePrefix}KEY`;

/** Warnings about the environment, one line each, without the value of an unknown variable. */
export function warningsAbout(rules: SettingRules, environment: Environment): string[] {
  return [...foreignCode(environment), ...serviceLinks(environment), ...unknownVariables(rules, environment)];
}

function foreignCode(environment: Environment): string[] {
  return foreignCodeVariables
    .filter((name) => (environment[name] ?? '') !== '')
    .map((name) => `${name} is set: it can make this process run other code. Unset it and start again.`);
}

function serviceLinks(environment: Environment): string[] {
  const links = Object.entries(environment).filter(([name, value]) => isServiceLink(name, value));
  const [name, value = ''] = links.find(([, address]) => address?.includes('://')) ?? links[0] ?? [];
  if (name === undefined) return [];
  const others = links.length - 1;
  const subject = others === 0 ? 'is' : `and ${others} other ${others === 1 ? 'variable' : 'variables'} are`;
  return [
    `${name}=${value} ${subject} set by Kubernetes for a Service whose name begins with "duebook", and ignored. ` +
      'Rename the Service, or set "enableServiceLinks: false" in the pod.',
  ];
}

function unknownVariables(rules: SettingRules, environment: Environment): string[] {
  const variables = Object.values(rules).map((rule) => rule.variable);
  const known = [...variables, configVariable, ...variables.map((variable) => `${variable}_FILE`)];
  return Object.entries(environment)
    .filter(([name, value]) => name.startsWith(variablePrefix) && !isServiceLink(name, value))
    .filter(([name]) => !known.includes(name) && name !== keyOfOtherPrograms)
    .map(([name]) => {
      // The value is not shown: it may be a secret under a mistyped name.
      const meant = nearest(withoutPrefix(name), known.map(withoutPrefix));
      const advice =
        meant === undefined ? '"duebook serve --help" lists the variables.' : `Did you mean ${variablePrefix}${meant}?`;
      return `${name}: unknown setting, ignored. ${advice}`;
    });
}

function withoutPrefix(name: string): string {
  return name.slice(variablePrefix.length);
}
