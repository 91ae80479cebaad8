import { describe, expect, test } from 'bun:test';
import type { ImportOptions } from '../../../../src/modules/imports/rules/importTypes.ts';
import { readImport } from '../../../../src/modules/imports/rules/readImport.ts';
import { sentenceOf } from '../../../../src/modules/imports/rules/values/remarks.ts';
import { contractCurrencies as currencies } from '../../../../src/core/billing/currencies.ts';

const options: ImportOptions = { format: 'auto', currencies, today: '2026-11-23' };

function read(content: string | Uint8Array, more: Partial<ImportOptions> = {}) {
  const reading = readImport(typeof content === 'string' ? Buffer.from(content) : content, { ...options, ...more });
  if ('unreadable' in reading) throw new Error(reading.unreadable.message);
  return reading;
}

function refusal(content: string | Uint8Array, more: Partial<ImportOptions> = {}) {
  const reading = readImport(typeof content === 'string' ? Buffer.from(content) : content, { ...options, ...more });
  if ('rows' in reading) throw new Error('the file was read');
  return reading.unreadable;
}

const german =
  'Bezeichnung;Kosten;Währung;Turnus;Nächste Zahlung;Kündigung bis;Farbe\nStrom;1.234,50 €;;vierteljährlich;31.01.2027;15.12.2026;blau\n';
const strom = {
  draft: {
    name: 'Strom',
    category: 'Other',
    amount: 1234.5,
    currency: 'EUR',
    period: 'custom',
    customDate: '91',
    lastPaymentDate: '2026-10-31',
  },
  details: { cancelBefore: '2026-12-15', everyMonths: 3 },
};

describe('the encoding of a table', () => {
  const latin = Uint8Array.from(german.replaceAll('€', '\u0080'), (character) => character.charCodeAt(0));
  const wide = (text: string) => Buffer.from(text, 'utf16le');
  test.each([
    ['UTF-8', Buffer.from(german)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${german}`)],
    ['Windows-1252', latin],
    ['UTF-16 with a byte order mark', wide(`\ufeff${german}`)],
    ['UTF-16 without one', wide(german)],
    ['UTF-16, big-endian', wide(`\ufeff${german}`).swap16()],
    ['carriage returns', Buffer.from(german.replaceAll('\n', '\r'))],
    ['carriage returns and line feeds', Buffer.from(german.replaceAll('\n', '\r\n'))],
    ['tabs', Buffer.from(german.replaceAll(';', '\t'))],
    ['bars', Buffer.from(german.replaceAll(';', '|'))],
    ['a stated delimiter', Buffer.from(`sep=;\r\n${german.replaceAll('\n', '\r\n')}`)],
    ['a title above the header', Buffer.from(`Meine Abos;;;;;;\n\n${german}`)],
    [
      'quotation marks',
      Buffer.from(
        german
          .replaceAll('\n', '"\n')
          .replaceAll(';', '";"')
          .replaceAll(/^(?=.)/gm, '"'),
      ),
    ],
  ])('%s: the same record is read', (_, bytes) => {
    const { format, rows } = read(bytes);
    expect(format).toBe('csv');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject(strom);
    expect(rows[0]?.faults).toEqual([]);
  });
});

describe('the columns of a table', () => {
  test('those that are not recognised are reported, and the request may name their fields', () => {
    expect(read(german).columns).toEqual([
      { header: 'Bezeichnung', field: 'name', example: 'Strom' },
      { header: 'Kosten', field: 'amount', example: '1.234,50 €' },
      { header: 'Währung', field: 'currency', example: '' },
      { header: 'Turnus', field: 'period', example: 'vierteljährlich' },
      { header: 'Nächste Zahlung', field: 'nextPaymentDate', example: '31.01.2027' },
      { header: 'Kündigung bis', field: 'cancelBefore', example: '15.12.2026' },
      { header: 'Farbe', field: '', example: 'blau' },
    ]);
    const mapped = read(german, { mapping: { farbe: 'tags', 'Kündigung bis': '' } });
    expect(mapped.rows[0]?.details).toEqual({ tags: ['blau'], everyMonths: 3 });
    expect(refusal(german, { mapping: { Colour: 'tags' } })).toMatchObject({
      code: 'unreadable_import',
      field: 'mapping',
      message: 'The file has no column "Colour".',
      suggestedFix:
        'Name one of its columns: "Bezeichnung", "Kosten", "Währung", "Turnus", "Nächste Zahlung", "Kündigung bis", "Farbe".',
    });
  });

  test('a file without a header row is read by the numbers of its columns', () => {
    const file = 'Netflix,9.99,EUR,monthly,2026-12-01\nSpotify,10.99,EUR,monthly,2026-12-05\n';
    const mapping = {
      '#1': 'name',
      '#2': 'amount',
      '#3': 'currency',
      '#4': 'period',
      '#5': 'nextPaymentDate',
    } as const;
    const { rows, columns } = read(file, { mapping });
    expect(rows.map(({ name, faults }) => [name, faults.length])).toEqual([
      ['Netflix', 0],
      ['Spotify', 0],
    ]);
    expect(columns?.[1]).toEqual({ header: '#2', field: 'amount', example: '9.99' });
    // Without the mapping the page can offer the columns.
    const unmapped = read(file);
    expect(unmapped.columns?.map(({ header, field }) => `${header}:${field}`)).toEqual([
      '#1:',
      '#2:',
      '#3:',
      '#4:',
      '#5:',
    ]);
    expect(unmapped.rows).toHaveLength(2);
    expect(
      read('Nazwa;Cena 2026\nPrąd;9,99 €\n', { mapping: { Nazwa: 'name', 'Cena 2026': 'amount' } }).rows,
    ).toHaveLength(1);
    expect(unmapped.rows[0]?.faults.map(({ field }) => field)).toEqual([
      'name',
      'amount',
      'currency',
      'period',
      'lastPaymentDate',
    ]);
    expect(unmapped.rows[0]?.faults[1]?.suggestedFix).toBe('Say which column has it, such as mapping=%231:amount.');
  });

  test('two columns are enough', () => {
    const { rows } = read('Was es ist;Was es kostet\nStrom;9,99 €\n', {
      mapping: { 'was es ist': 'name', '#2': 'amount' },
    });
    expect(rows[0]?.draft).toMatchObject({ name: 'Strom', amount: 9.99, currency: 'EUR' });
  });

  test('a header may state the currency of its amounts', () => {
    const { rows } = read('Name,Price (USD),Cycle,Next payment\nNetflix,9.99,monthly,2026-12-01\n');
    expect(rows[0]?.draft).toMatchObject({ amount: 9.99, currency: 'USD' });
  });

  test('an amount that cannot be read still names its currency', () => {
    const [row] = read('Name,Price,Cycle,Next payment\nNetflix,"€1,234",monthly,2026-12-01\n').rows;
    expect(row?.faults.map(({ field }) => field)).toEqual(['amount']);
    expect(row?.draft).toMatchObject({ currency: 'EUR', lastPaymentDate: '2026-11-01' });
  });

  test('amounts without a currency take the one that the request names', () => {
    const file = 'Name,Price,Cycle,Next payment\nNetflix,9.99,monthly,2026-12-01\n';
    expect(read(file).rows[0]?.faults).toMatchObject([
      {
        code: 'invalid_subscription',
        field: 'currency',
        message: 'currency is missing.',
        suggestedFix: 'Name the currency of amounts without one, such as currencyFor=*:EUR.',
        value: '*',
      },
    ]);
    expect(read(file, { currencyFor: { '*': 'CHF' } }).rows[0]?.draft).toMatchObject({ currency: 'CHF' });
  });

  test('a currency that the server does not use is an error of its row, which names the setting', () => {
    const file =
      'Name,Price,Currency,Cycle,Next payment\nAllegro,9.99,PLN,monthly,2026-12-01\nX,1,ABC,monthly,2026-12-01\n';
    const { rows } = read(file, { currencies: [...currencies, 'SEK'] });
    expect(rows[0]?.faults).toEqual([
      {
        code: 'invalid_subscription',
        field: 'currency',
        message: 'The currency PLN is not in use on this server.',
        suggestedFix: 'Start the server with --currencies SEK,PLN, or write another currency.',
        reason: { code: 'currencyUnused', values: { currency: 'PLN', codes: 'SEK,PLN' } },
      },
    ]);
    expect(rows[0]?.draft).toMatchObject({ name: 'Allegro', amount: 9.99, lastPaymentDate: '2026-11-01' });
    expect(rows[1]?.faults[0]?.message).toBe('ABC is not the code of a currency.');
  });
});

describe('the dates of a table', () => {
  const table = (...dates: readonly string[]) =>
    `Name,Price,Currency,Cycle,Next payment\n${dates.map((date) => `A,1,EUR,monthly,"${date}"`).join('\n')}\n`;

  test('one date of the file decides on all: the day or the month comes first', () => {
    const lastDays = (...dates: readonly string[]) =>
      read(table(...dates)).rows.map(({ draft }) => draft['lastPaymentDate']);
    expect(lastDays('05/12/2026', '31/12/2026')).toEqual(['2026-11-05', '2026-11-30']);
    expect(lastDays('05/12/2026', '12/31/2026')).toEqual(['2026-04-12', '2026-11-30']);
  });

  test('without such a date they are refused', () => {
    const [row] = read(table('05/12/2026', '06/12/2026')).rows;
    expect(row?.faults).toEqual([
      {
        code: 'invalid_subscription',
        field: 'nextPaymentDate',
        message: 'The date "05/12/2026" has the day or the month first, and no date of the file shows which.',
        suggestedFix: 'Write the date as YYYY-MM-DD, such as 2026-12-31.',
        reason: { code: 'dayOrMonthFirst', values: { value: '05/12/2026' } },
      },
    ]);
  });
});

describe('what a record says of its end', () => {
  const table = (status: string, end: string, interval = 'monthly') =>
    read(`Name,Price,Currency,Cycle,Start,Status,Ends\nA,1,EUR,${interval},2026-01-31,${status},${end}\n`).rows[0];

  test('cancelled as of a day to come: it stays active until then', () => {
    const row = table('cancelled', '2026-12-31');
    expect(row?.draft).toMatchObject({ status: 'active', lastPaymentDate: '2026-10-31' });
    expect(row?.details).toEqual({ endsOn: '2026-12-31' });
    expect(row?.notes.map(sentenceOf)).toContain('It is cancelled, and stays active until 2026-12-31.');
  });

  test('cancelled in the past: its last payment was made before', () => {
    const row = table('gekündigt', '2026-06-15');
    expect(row?.draft).toMatchObject({ status: 'cancelled', lastPaymentDate: '2026-05-31' });
  });

  test('what is paid once is left out', () => {
    expect(table('active', '', 'lifetime')).toMatchObject({ skip: { code: 'paidOnce' }, faults: [] });
  });

  test('a first payment to come is the next one', () => {
    const { rows } = read('Name,Price,Currency,Cycle,Start\nA,1,EUR,yearly,2027-02-28\n');
    expect(rows[0]?.draft).toMatchObject({ lastPaymentDate: '2026-02-28' });
  });
});

describe('a file that cannot be read', () => {
  test.each([
    ['nothing', '', 'The file is empty.'],
    ['blank lines', '\n'.repeat(1000), 'The file is empty.'],
    ['1,000,000 blank lines', `a,b\n${'\n'.repeat(1_000_000)}`, 'The file has more than 200000 lines.'],
    [
      'a text',
      'Dear sir or madam\nthis is no table\n',
      'The file is neither JSON nor a table with a row of column names.',
    ],
    ['a workbook', 'PK\u0003\u0004rest', 'The file is a ZIP archive or a workbook (.xlsx, .ods).'],
    [
      'UTF-8 with a broken byte',
      Buffer.concat([Buffer.from('Name,Preis\nMüllabfuhr für Höfe,5\n'), Buffer.from([0xff])]),
      'Line 3 of the file has bytes that are not utf-8.',
    ],
    ['half a JSON file', '{"subscriptions": [', 'The file begins like JSON, but is not JSON.'],
    ['deep JSON', '['.repeat(1_000_000), 'The file is nested too deeply.'],
    ['unknown JSON', '{"a": 1}', 'The JSON is no export that Duebook knows.'],
    ['a list', '[1, 2]', 'The JSON is no export that Duebook knows.'],
    [
      'a newer version',
      '{"format": "duebook", "version": 2, "subscriptions": []}',
      'The export has the version "2", and this server reads version 1.',
    ],
    [
      'a name twice',
      '{"format": "duebook", "version": 1, "subscriptions": [{"name": "A"}, {"name": "B", "n\\u0061me": "C"}]}',
      'Record 2 has "name" twice.',
    ],
  ])('%s', (_, content, message) => {
    expect(refusal(content)).toMatchObject({ code: 'unreadable_import', field: 'file', message });
  });

  test('more than 10,000 records are refused whole', () => {
    const rows = 'A,1,EUR,monthly,2026-12-01\n'.repeat(10_001);
    expect(refusal(`Name,Price,Currency,Cycle,Next payment\n${rows}`)).toEqual({
      code: 'unreadable_import',
      field: 'file',
      message: 'The file has 10001 records; at most 10000 can be imported at once.',
      suggestedFix: 'Split it into files of at most 10000 records, each with the row of column names if it has one.',
      reason: { code: 'tooManyRecords', values: { count: '10001', max: '10000' } },
    });
  });
});

describe('a record that cannot be read', () => {
  const header = 'Name,Price,Currency,Cycle,Next payment,Notes\n';

  test('a quotation mark without a second one, and more cells than the header', () => {
    const { rows } = read(`${header}A,1,EUR,monthly,2026-12-01,a,b\nB,1,EUR,monthly,2026-12-01,"open\n`);
    expect(rows.map(({ faults }) => faults.map(({ field, message }) => [field, message]))).toEqual([
      [['', 'The row has 7 cells, and the header 6.']],
      [['', 'The row has a quotation mark without a second one.']],
    ]);
  });

  test('a row of 5 MiB has a fault and does not come back', () => {
    const { rows } = read(`${header}A,1,EUR,monthly,2026-12-01,${'x'.repeat(5 * 1024 * 1024)}\n`);
    expect(rows[0]?.faults).toMatchObject([{ code: 'invalid_field', field: 'notes' }]);
    expect(JSON.stringify(rows[0]).length).toBeLessThan(1000);
  });

  test('formulas are texts, and NUL stays for the check of the field', () => {
    const { rows } = read(`${header}=1+1,1,EUR,monthly,2026-12-01,"a\u0000b"\n`);
    expect(rows[0]?.draft['name']).toBe('=1+1');
    expect(rows[0]?.details?.['notes']).toBe('a\u0000b');
  });
});
