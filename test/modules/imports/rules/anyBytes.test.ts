import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { Glob } from 'bun';
import { join } from 'node:path';
import type { ImportOptions, ImportReading } from '../../../../src/modules/imports/rules/importTypes.ts';
import { readImport } from '../../../../src/modules/imports/rules/readImport.ts';
import { contractCurrencies as currencies } from '../../../../src/core/billing/currencies.ts';

// At night 100,000.
const files = Number(Bun.env['IMPORT_FILES'] ?? 200);
const folder = join(import.meta.dir, '../../../fixtures/imports');
const names = Array.from(new Glob('*').scanSync(folder)).sort();
const samples = await Promise.all(names.map((name) => Bun.file(join(folder, name)).bytes()));
const options: ImportOptions = { format: 'auto', currencies, today: '2026-11-23', currencyFor: { $: 'USD' } };

/** Every reading has a fault for the file, or rows that can be sent as JSON. */
function check(reading: ImportReading): void {
  if ('unreadable' in reading) {
    expect(reading.unreadable.code).toBe('unreadable_import');
    return;
  }
  for (const { row, name, draft, details = {}, faults, skip } of reading.rows) {
    expect(row).toBeGreaterThan(0);
    expect(name.isWellFormed() && name.length <= 240).toBe(true);
    for (const { code, message, suggestedFix } of faults) {
      expect(['invalid_subscription', 'invalid_field']).toContain(code);
      expect(message.length + suggestedFix.length).toBeLessThan(1000);
    }
    expect(new Set(faults.map(({ field }) => field)).size).toBe(faults.length);
    const isWhole = ['name', 'category', 'amount', 'currency', 'period', 'lastPaymentDate'].every(
      (field) => field in draft,
    );
    expect(isWhole || faults.length > 0 || skip !== undefined).toBe(true);
    JSON.stringify([draft, details]);
  }
}

const anyPiece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 20 }),
  fc
    .constantFrom(
      '"',
      ',',
      ';',
      '\n',
      '{',
      '[',
      ']',
      '}',
      ':',
      '\\',
      '\u0000',
      '\ufeff',
      '\ud800',
      "'",
      '31',
      '-',
      '1e400',
      '99999999999',
      'null',
      '"name":',
      '=1+1',
      '2026-02-30',
    )
    .map((text) => Buffer.from(text)),
);

const anyMutation = fc.record({ at: fc.nat(), removed: fc.nat({ max: 40 }), piece: anyPiece });
const anyMutated = fc
  .tuple(fc.constantFrom(...samples), fc.array(anyMutation, { minLength: 1, maxLength: 8 }))
  .map(([sample, mutations]) =>
    mutations.reduce((bytes: Uint8Array, { at, removed, piece }) => {
      const start = at % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, start), piece, bytes.subarray(start + removed)]);
    }, sample),
  );
const anyCell = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    'Netflix',
    '9,99 €',
    '$5',
    '1,234',
    'EUR',
    'PLN',
    'monthly',
    'alle 0 Tage',
    'every 99999 months',
    '2026-11-30',
    '31/12/2026',
    '9999-12-31',
    '0000-01-01',
    'Trial',
    'cancelled',
    '[1]',
    '{"count":1}',
    '"',
    'custom',
    '1',
    '0',
    '61',
  ),
);
const anyTable = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        'name',
        'amount',
        'currency',
        'period',
        'customDate',
        'everyMonths',
        'anchorDay',
        'lastPaymentDate',
        'nextPaymentDate',
        'startDate',
        'endsOn',
        'status',
        'tags',
        'noticePeriod',
        'termMonths',
        'url',
        'constructor',
        '__proto__',
      ),
      { minLength: 1, maxLength: 12 },
    ),
    fc.array(fc.array(anyCell, { maxLength: 13 }), { maxLength: 8 }),
    fc.constantFrom(',', ';', '\t'),
  )
  .map(([header, rows, delimiter]) => Buffer.from([header, ...rows].map((cells) => cells.join(delimiter)).join('\n')));

describe('any bytes', () => {
  test.each([
    ['samples with pieces removed and others put in', anyMutated],
    ['tables of any cells', anyTable],
    ['random bytes', fc.uint8Array({ maxLength: 300 })],
    ['any JSON', fc.json().map((text) => Buffer.from(text))],
    [
      "any JSON as Duebook's records",
      fc
        .array(fc.jsonValue())
        .map((subscriptions) => Buffer.from(JSON.stringify({ format: 'duebook', version: 1, subscriptions }))),
    ],
  ])(
    '%s: are read or refused',
    (_, anyFile) => {
      fc.assert(
        fc.property(anyFile, (bytes) => check(readImport(bytes, options))),
        { numRuns: Math.ceil(files / 5) },
      );
    },
    // At most 20 ms a file.
    5000 + files * 4,
  );

  // A bound, not a measurement: the machine may be busy.
  test.each([
    [
      '10,000 records',
      `Name,Price,Currency,Cycle,Next payment\n${'Netflix,"9,99 €",,monthly,30.11.2026\n'.repeat(10_000)}`,
      10_000,
    ],
    ['a row of 10 MiB', `Name,Price\n${'x'.repeat(10 * 1024 * 1024)},1\n`, 1],
    ['10 MiB of quotation marks', `Name,Price\n${'"a'.repeat(5 * 1024 * 1024)}`, 0],
    ['10 MiB of delimiters', `Name,Price\n${','.repeat(10 * 1024 * 1024)}`, 0],
    ['2,000,000 columns', `Name,Price${',x'.repeat(1_999_990)}\nA,1\n`, 0],
    ['1,000,000 quotation marks', `Name,Price\n"${'"a'.repeat(999_990)}`, 1],
    ['5 MiB of tags', `Name,Tags,Notes\nA,"${Array.from({ length: 700_000 }, (_, index) => index).join()}",\n`, 1],
    ['10 MiB of white space', `[${' '.repeat(10 * 1024 * 1024)}`, 0],
    ['10 MiB of empty lists', `[${'[],'.repeat(3 * 1024 * 1024)}`, 0],
    ['10 MiB of backslashes', `["${'\\'.repeat(10 * 1024 * 1024)}`, 0],
    ['10 MiB of digits', `[${'1'.repeat(10 * 1024 * 1024)}]`, 0],
    ['10 MiB of different names', `[{${Array.from({ length: 800_000 }, (_, index) => `"n${index}":1`).join()}}]`, 0],
  ])(
    '%s take a bounded time',
    (_, content, rows) => {
      const bytes = Buffer.from(content);
      const started = performance.now();
      const reading = readImport(bytes, options);
      expect(performance.now() - started).toBeLessThan(15_000);
      expect('rows' in reading ? reading.rows.length : 0).toBe(rows);
      check(reading);
    },
    60_000,
  );
});
