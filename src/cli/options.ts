import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  environmentWarnings,
  explainSettings,
  settingRules,
  valuesOf,
  type GivenSettings,
  type SettingName,
  type Settings,
} from '../core/config/settings.ts';
import { withoutApiKeys } from '../core/access/apiKey.ts';
import { durationSecondsOf } from '../core/config/kinds.ts';
import { codePointLength, isCleanName, isCleanText } from '../core/text/text.ts';
import { configVariable, type Environment, type ResolvedSetting, type SettingRule } from '../core/config/sources.ts';
import type { StopSignal } from '../core/runtime/gracefulShutdown.ts';
import type { Clock, Randomness } from '../core/runtime/system.ts';
import type { WorkerUrls } from '../server/storage.ts';
import type { ExitCode, ServerTerminal, Streams, Terminal } from '../core/runtime/terminal.ts';

/** Everything that the program takes from its process. */
export interface ProgramOptions {
  /** The arguments after the program's name. */
  readonly words: readonly string[];
  readonly environment: Environment;
  readonly terminal: ServerTerminal;
  /** What to type to run this program again. */
  readonly ownCommand: () => string;
  /** Standard input and output; not opened by commands that do not read. */
  readonly openStreams: () => Streams;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** Handles stop signals from now on, and resolves at the first one. Before, each such signal ends the process. */
  readonly listenForStop: () => Promise<void>;
  /** Registers what to do when a signal requests a backup. */
  readonly onBackupRequest: (action: () => void) => void;
  /** Ends the process as a signal without a handler does, whatever hangs. */
  readonly endImmediately: (signal: StopSignal) => void;
  readonly workerUrls: WorkerUrls;
}

/** Takes the exit code of a command that has done its work, and has not failed by an error. */
export type Finish = (code: ExitCode) => void;

/** The flags of every command on a data directory, as commander parses them. */
export type DataFlags = GivenSettings & { json?: boolean };

/** The settings of a command. Prints a warning about each variable that is ignored or dangerous. */
export function settingsOf(
  flags: GivenSettings,
  { environment, terminal }: Pick<ProgramOptions, 'environment' | 'terminal'>,
): Settings {
  return valuesOf(explainedSettings(flags, { environment, terminal }));
}

/** The settings of a command with their sources. Prints the same warnings. */
export function explainedSettings(
  flags: GivenSettings,
  { environment, terminal }: Pick<ProgramOptions, 'environment' | 'terminal'>,
): ResolvedSetting[] {
  const settings = explainSettings(flags, environment);
  warn(environmentWarnings(environment, settings), terminal);
  return settings;
}

/** Writes warnings on standard error. */
export function warn(lines: readonly string[], terminal: Terminal): void {
  for (const line of lines) terminal.notice(`duebook: warning: ${line}`);
}

/** What every command on a data directory works with. */
export interface DataOptions extends Pick<ProgramOptions, 'clock' | 'randomness' | 'ownCommand'> {
  readonly dataDir: string;
  readonly backupDir: string | null;
  readonly json: boolean;
  readonly terminal: Terminal;
}

/** The {@link DataOptions} of a command with its flags. */
export function dataOptions(flags: DataFlags, options: ProgramOptions): DataOptions {
  const { dataDir, backupDir } = settingsOf(flags, options);
  return { ...options, dataDir, backupDir, json: flags.json === true };
}

/** Prints a result: with `--json` as one line of JSON, otherwise as lines for people. */
export function print(
  { json, terminal }: Pick<DataOptions, 'json' | 'terminal'>,
  value: unknown,
  ...lines: readonly string[]
): void {
  for (const line of json ? [JSON.stringify(value)] : lines) terminal.result(line);
}

/** Adds a command that works on a data directory. */
export function dataCommand(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .addOption(optionOf('dataDir'))
    .addOption(configOption())
    .option('--json', 'print JSON');
}

/** Adds a flag for every setting, and `--config`. */
export function addEverySetting(command: Command): Command {
  for (const name of Object.keys(settingRules) as SettingName[]) command.addOption(optionOf(name));
  return command.addOption(configOption());
}

/** The flag of a setting; `words` says what it means to a command that does not start the server. */
export function optionOf(name: SettingName, words?: FlagWords): Option {
  return optionFor(settingRules[name], words);
}

/** What a flag means, and its default in words. */
interface FlagWords {
  readonly meaning: string;
  readonly default?: string;
}

/** The flag of a setting that a rule describes. */
export function optionFor(rule: SettingRule<unknown>, words: FlagWords = rule): Option {
  const fallback = words.default ?? rule.default;
  const shown = fallback === '' ? 'none' : fallback;
  const meaning = `${words.meaning}; ${rule.allowed} (default: ${shown}, variable: ${rule.variable})`;
  return new Option(`--${rule.flag} <value>`, meaning);
}

/** The flag that names a configuration file. */
export function configOption(): Option {
  return new Option(
    '--config <file>',
    `TOML file with settings; its keys are the flags without the leading -- (variable: ${configVariable})`,
  );
}

/** Reads a duration of one second or more, as seconds. */
export function lifetimeOf(text: string): number {
  const seconds = durationSecondsOf(text) ?? 0;
  if (seconds === 0) throw new InvalidArgumentError('Must be a time such as 90d, 12h or 30m, at most 100 years.');
  return seconds;
}

/** Reads a duration, which may be `0`, as seconds. */
export function graceOf(text: string): number {
  const seconds = durationSecondsOf(text);
  if (seconds === undefined) throw new InvalidArgumentError('Must be 0 or a time such as 24h, at most 100 years.');
  return seconds;
}

/** Reads the name of an owner, a user or a key. */
export function labelOf(text: string): string {
  const label = text.trim();
  if (label === '' || codePointLength(label) > 80 || !isCleanText(label)) {
    throw new InvalidArgumentError('Must be a string of 1 to 80 characters, without control characters.');
  }
  return label;
}

/** Reads the name that an owner, a user or a key is to get. */
export function newLabelOf(text: string): string {
  const label = labelOf(text);
  if (!isCleanName(label)) {
    throw new InvalidArgumentError('Must be a name without control characters and controls of the writing direction.');
  }
  if (withoutApiKeys(label) !== label) throw new InvalidArgumentError('Must be a name, not an API key.');
  return label;
}
