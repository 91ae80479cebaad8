import { withoutApiKeys } from '../core/access/apiKey.ts';
import type { ResolvedSetting } from '../core/config/sources.ts';
import type { Command } from 'commander';
import {
  addEverySetting,
  explainedSettings,
  print,
  type DataFlags,
  type DataOptions,
  type ProgramOptions,
} from './options.ts';
import { alignedColumns } from '../core/runtime/terminal.ts';

const redacted = '(secret)';

/** Adds `config show`. */
export function addConfig(program: Command, options: ProgramOptions): void {
  const config = program.command('config').description('show the configuration');
  const show = config.command('show').description('print the value and the source of each setting');
  addEverySetting(show)
    .option('--json', 'print JSON')
    .action((flags: DataFlags) =>
      showSettings(explainedSettings(flags, options), { json: flags.json === true, terminal: options.terminal }),
    );
}

/** Prints the effective value of each setting and its source; for a secret, only whether it is set. */
export function showSettings(
  settings: readonly ResolvedSetting[],
  output: Pick<DataOptions, 'json' | 'terminal'>,
): void {
  const rows = settings.map((setting) => [
    setting.rule.flag,
    shownText(setting) ?? '(none)',
    [setting.source.kind, setting.source.place].join(' ').trim(),
  ]);
  print(output, settings.map(shownAsJson), ...alignedColumns([['SETTING', 'VALUE', 'SOURCE'], ...rows]));
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
