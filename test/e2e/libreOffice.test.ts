import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportColumns } from '../../src/modules/exports/rules/exportFile.ts';
import { run, runProgram } from '../support/binary.ts';
import { isNightly } from '../support/nightly.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { openTestStore, storedId } from '../support/testStore.ts';

const soffice = Bun.which('soffice');

/** A cell as LibreOffice has it: its type, its value, and its formula if it is one. */
interface Cell {
  readonly type: string | undefined;
  readonly value: string | undefined;
  readonly formula: string | undefined;
}

const attribute = (text: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(text)?.[1];

/** The cells of the second row of a flat spreadsheet, by the names of the columns. */
function cellsOf(spreadsheet: string): ReadonlyMap<string, Cell> {
  const [, row = ''] = spreadsheet.match(/<table:table-row.*?<\/table:table-row>/gs) ?? [];
  const cells = Array.from(row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)).flatMap(
    ([, head = '', content = '']) => {
      const text = content.replaceAll(/<[^>]+>/g, '').trim();
      const value = attribute(head, 'office:date-value') ?? attribute(head, 'office:value') ?? text;
      const cell = { type: attribute(head, 'office:value-type'), value, formula: attribute(head, 'table:formula') };
      return Array.from({ length: Number(attribute(head, 'table:number-columns-repeated') ?? 1) }, () => cell);
    },
  );
  return new Map(exportColumns.map((column, place) => [column, cells[place] ?? { type: '', value: '', formula: '' }]));
}

describe.if(isNightly && soffice !== null)('LibreOffice', () => {
  test('reads amounts of a CSV export as numbers, dates as dates, and a safe name as no formula', async () => {
    const { directory, create } = openTestStore();
    await storedId(create({ name: '=SUM(1,2)', category: 'Öl, Gas', amount: 1234.5, lastPaymentDate: '2026-05-31' }));
    const folder = temporaryDirectory();
    const path = join(folder, 'book.csv');
    await run(['export', '--owner', 'first', '--data-dir', directory, '--output', path, '--safe']);
    // Comma, double quotes, UTF-8: what its dialog proposes for this file.
    const words = ['--headless', '--infilter=CSV:44,34,76', '--convert-to', 'fods', '--outdir', folder, path];
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await runProgram([soffice ?? '', profile, ...words], { env: { PATH: '/usr/bin:/bin', HOME: folder } });
    const cells = cellsOf(readFileSync(join(folder, 'book.fods'), 'utf8'));
    expect(cells.get('amount')).toEqual({ type: 'float', value: '1234.5', formula: undefined });
    expect(cells.get('lastPaymentDate')).toEqual({ type: 'date', value: '2026-05-31', formula: undefined });
    expect(cells.get('nextPaymentDate')).toMatchObject({ type: 'date', value: '2026-06-30' });
    expect(cells.get('category')).toMatchObject({ type: 'string', value: 'Öl, Gas' });
    expect(cells.get('name')).toEqual({ type: 'string', value: '&apos;=SUM(1,2)', formula: undefined });
  }, 60_000);
});
