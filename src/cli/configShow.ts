import { withoutApiKeys } from '../domain/keys/apiKey.ts';
import type { ResolvedSetting } from '../config/sources.ts';
import type { Command } from 'commander';
import { addEverySetting, explainedSettings, type DataFlags, type Finish, type ProgramOptions } from './options.ts';
import { alignedColumns, exitCode, type ExitCode, type Terminal } from '../runtime/terminal.ts';

const redacted = '(secret)';

/** Adds `config show`. */
export function addConfig(program: Command, { environment, terminal }: ProgramOptions, finish: Finish): void {
  const config = program.command('config').description('show the configuration');
  const show = config.command('show').description('print the value and the source of each setting');
  addEverySetting(show)
    .option('--json', 'print JSON')
    .action((flags: DataFlags) =>
      finish(showSettings(explainedSettings(flags, { environment, terminal }), flags.json === true, terminal)),
    );
}

/** Prints the effective value of each setting and its source; for a secret, only whether it is set. */
export function showSettings(settings: readonly ResolvedSetting[], json: boolean, terminal: Terminal): ExitCode {
  if (json) {
    terminal.result(JSON.stringify(settings.map(shownAsJson)));
    return exitCode.done;
  }
  const rows = settings.map((setting) => [
    setting.rule.flag,
    shownText(setting) ?? '(none)',
    [setting.source.kind, setting.source.place].join(' ').trim(),
  ]);
  for (const line of alignedColumns([['SETTING', 'VALUE', 'SOURCE'], ...rows])) terminal.result(line);
  return exitCode.done;
}

function shownAsJson(setting: ResolvedSetting) {
  const { rule, value, source } = setting;
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  return {
    setting: rule.flag,
    value: isPlain && rule.isSecret !== true ? value : shownText(setting),
    source: source.kind,
    place: source.place === '' ? null : source.place,
  };
}

function shownText({ rule, value, text }: ResolvedSetting): string | null {
  if (text === '') return null;
  if (rule.isSecret === true) return redacted;
  // A value with a structure is shown as it was written.
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return withoutApiKeys(isPlain ? String(value) : text);
}
