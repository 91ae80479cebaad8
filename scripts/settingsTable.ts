// Writes the table of all settings into docs/configuration.md.
import { join } from 'node:path';
import { settingRules } from '../src/core/config/settings.ts';
import { markdownTable } from './markdownTable.ts';

const tableForm = /^\| Flag .*\n(?:\|.*\n)+/m;

/** The table of all settings in Markdown, with its columns aligned as the formatter aligns them. */
export function settingsTable(): string {
  const code = (text: string) => (text === '' ? '(none)' : `\`${text}\``);
  const rows = [
    ['Flag', 'Variable', 'Default', 'Meaning'],
    ...Object.values(settingRules).map((rule) => [
      code(`--${rule.flag}`),
      code(rule.variable),
      code(rule.default),
      rule.meaning,
    ]),
  ];
  return markdownTable(rows);
}

if (import.meta.main) {
  const page = join(import.meta.dir, '../docs/configuration.md');
  const text = await Bun.file(page).text();
  if (!tableForm.test(text)) throw new Error('docs/configuration.md has no table of the settings');
  await Bun.write(
    page,
    text.replace(tableForm, () => settingsTable()),
  );
}
