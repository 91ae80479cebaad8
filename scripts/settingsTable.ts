// Writes the table of the settings in the README anew, from the settings themselves.
import { join } from 'node:path';
import { settingRules } from '../src/config/settings.ts';
import { markdownTable } from './markdownTable.ts';

const tableForm = /^\| Flag .*\n(?:\|.*\n)+/m;

/** The table of all settings in Markdown, its columns aligned as the formatter does. */
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
  const readme = join(import.meta.dir, '../README.md');
  const text = await Bun.file(readme).text();
  if (!tableForm.test(text)) throw new Error('the README has no table of the settings to write anew');
  await Bun.write(
    readme,
    text.replace(tableForm, () => settingsTable()),
  );
}
