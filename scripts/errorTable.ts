// Writes the table of all errors into docs/api.md.
import { join } from 'node:path';
import { errorCatalogue } from '../src/core/http/errors/errorCatalogue.ts';
import { markdownTable } from './markdownTable.ts';

const tableForm = /^\| Status .*\n(?:\|.*\n)+/m;

/** The table of all errors in Markdown. */
export function errorTable(): string {
  const errors = Object.entries(errorCatalogue).map(([code, { status, when }]) => [
    String(status),
    `\`${code}\``,
    when,
  ]);
  return markdownTable([['Status', 'Code', 'When'], ...errors]);
}

if (import.meta.main) {
  const page = join(import.meta.dir, '../docs/api.md');
  const text = await Bun.file(page).text();
  if (!tableForm.test(text)) throw new Error('docs/api.md has no table of the errors');
  await Bun.write(
    page,
    text.replace(tableForm, () => errorTable()),
  );
}
