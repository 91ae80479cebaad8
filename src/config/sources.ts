import { readFileSync } from 'node:fs';
import { parse, TomlError } from 'smol-toml';
import { nearest } from '../domain/text/nearest.ts';
import { reasonOf } from '../runtime/systemErrors.ts';
import type { ValueKind } from './kinds.ts';

/** One setting: how it is given, what it may be, and what it means. */
export interface SettingRule<Value> extends ValueKind<Value> {
  /** The flag, without its dashes; also the key in the configuration file. */
  readonly flag: string;
  /** The environment variable. With `_FILE` after its name, it gives a file that the value is read from. */
  readonly variable: string;
  /** A variable of the system that counts when the setting is not given, if its value is allowed; else it is ignored. */
  readonly systemVariable?: string;
  /** The text that counts when the setting is not given. */
  readonly default: string;
  readonly meaning: string;
}

/** Settings under their names in code. */
export type SettingRules = Readonly<Record<string, SettingRule<unknown>>>;

/** What was given by flags, as text. */
export type GivenFlags = Readonly<Record<string, unknown>>;

/** The environment's variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a setting's value comes from: the kind of place, and its name. */
interface SettingSource {
  readonly kind: 'flag' | 'variable' | 'variable file' | 'config file' | 'default';
  /** How a person finds the place, in one line; empty for the default. */
  readonly place: string;
}

/** A setting with its value, and where that comes from. */
export interface ResolvedSetting {
  /** The name in code. */
  readonly name: string;
  readonly rule: SettingRule<unknown>;
  readonly text: string;
  readonly value: unknown;
  readonly source: SettingSource;
}

/** A setting that cannot be used, in one line that names it and says what is allowed. */
export class SettingRefused extends Error {
  override readonly name = 'SettingRefused';
}

/** How the name of each of the program's variables begins. */
export const variablePrefix = 'DUEBOOK_';

/** The variable that names the configuration file; the flag `--config` beats it. */
export const configVariable = `${variablePrefix}CONFIG`;

const linkName = /^DUEBOOK_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;
const linkAddress = /^(tcp|udp|sctp):\/\/\S+:\d+$/;

/** Whether Kubernetes has set a variable, for a Service whose name begins with `duebook`. */
export function isServiceLink(name: string, value: string | undefined): boolean {
  return linkName.test(name) || (/^DUEBOOK_(\w+_)?PORT$/.test(name) && linkAddress.test(value ?? ''));
}

/**
 * The value of each setting: the flag's, else the environment variable's, else that of the file which the variable
 * with `_FILE` names, else the configuration file's, else that of the system's variable, else the default. Variables
 * that are no setting are ignored.
 *
 * @throws {SettingRefused} for a value that is not allowed, a key of the file that is no setting, a variable given in
 * both forms, and a file that cannot be read
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

function refusedValue({ allowed, isSecret }: SettingRule<unknown>, text: string, source: SettingSource) {
  const place = source.kind === 'default' ? 'the default' : source.place;
  // Files that variables name hold secrets as a rule, whatever the setting.
  if (isSecret === true || source.kind === 'variable file') {
    return new SettingRefused(`${place} gives a value that is not allowed: it must be ${allowed}`);
  }
  return new SettingRefused(`${place} is ${JSON.stringify(text)}, but must be ${allowed}`);
}

function refuseDoubleVariables(rules: SettingRules, environment: Environment): void {
  for (const { variable } of Object.values(rules)) {
    const fileVariable = `${variable}_FILE`;
    if (environment[variable] === undefined || environment[fileVariable] === undefined) continue;
    throw new SettingRefused(`${variable} and ${fileVariable} are both set: take one of them away`);
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
      if (rule === undefined) throw new SettingRefused(`${place} is no setting: ${whatIsKnown(key, known)}`);
      return [key, { text: textInToml(value, rule, place), source: { kind: 'config file', place } }];
    }),
  );
}

function textInToml(value: unknown, { isList = false }: SettingRule<unknown>, place: string): string {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  if (isList && Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  const allowed = isList ? 'a text with commas, or an array of texts' : 'a text, a number, true or false';
  throw new SettingRefused(`${place} must be ${allowed}`);
}

function parseToml(text: string, path: string): object {
  try {
    // Not Bun's own parser: it does not tell the place of a mistake.
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The lines after the first show the place by a copy of it, which may hold a secret.
    const [reason = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    const place = `${JSON.stringify(path)}, line ${error.line}, column ${error.column}`;
    throw new SettingRefused(`${place} is no valid TOML: ${reason}`, { cause: error });
  }
}

function readText(path: string, giver: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not a text file in UTF-8' : reasonOf(error, path);
    throw new SettingRefused(`${giver} names ${JSON.stringify(path)}, which cannot be read: ${reason}`, {
      cause: error,
    });
  }
}
