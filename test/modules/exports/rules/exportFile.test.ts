import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import Papa from 'papaparse';
import {
  beginExport,
  endExport,
  exportColumns,
  exportRecord,
  type ExportedSubscription,
  type ExportStyle,
} from '../../../../src/modules/exports/rules/exportFile.ts';
import { withoutGuards } from '../../../../src/modules/exports/rules/formulaGuards.ts';
import { noDetails } from '../../../../src/modules/subscriptions/rules/details.ts';
import { anyDetailedDraft } from '../../../support/exports.ts';

const at = '2026-06-16T12:00:00.000Z';

const record: ExportedSubscription = {
  id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
  name: 'Netflix',
  category: 'Streaming',
  amount: 15.99,
  currency: 'USD',
  period: 'monthly',
  lastPaymentDate: '2026-06-15',
  nextPaymentDate: '2026-07-15',
  notificationEnabled: true,
  status: 'active',
  createdAt: at,
  updatedAt: at,
  details: noDetails,
  payments: [],
};

function written(style: ExportStyle, records: readonly ExportedSubscription[]): string {
  const lines = records.map((one, place) => exportRecord(style, one, place === 0));
  return [beginExport(style, at), ...lines, endExport(style, 'r-1')].join('');
}

const csv = (records: readonly ExportedSubscription[], isSafe = false) => written({ format: 'csv', isSafe }, records);

/** The rows of a CSV text, read by a library, by column. */
function rowsOf(text: string): Readonly<Record<string, string>>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), {
    header: true,
    newline: '\r\n',
    delimiter: ',',
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

const anyExported = anyDetailedDraft.map(({ subscription, details }): ExportedSubscription => {
  const { customDate, ...fields } = subscription;
  const tags = details['tags'] ?? [];
  return {
    ...record,
    ...fields,
    ...(typeof customDate === 'string' && customDate !== '' && { customDate }),
    details: { ...noDetails, ...details, tags } as ExportedSubscription['details'],
    payments: [{ dueOn: '2026-06-15', paidOn: '2026-06-16', amount: 1.1, currency: 'USD', source: 'manual' }],
  };
});

describe('§20.1: a JSON export', () => {
  const json = (records: readonly ExportedSubscription[]) => written({ format: 'json', isSafe: false }, records);

  test('has all records as they are, each in a line', () => {
    const whole = json([record, { ...record, name: 'Second' }]);
    expect(JSON.parse(whole)).toEqual({
      format: 'duebook',
      version: 1,
      exportedAt: at,
      subscriptions: [record, { ...record, name: 'Second' }],
      requestId: 'r-1',
    });
    expect(whole.split('\n')).toHaveLength(5);
    expect(JSON.parse(json([]))).toMatchObject({ subscriptions: [] });
  });

  test('§20.4: is not valid while any part of its end is missing', () => {
    const whole = json([record]).trimEnd();
    for (let length = 0; length < whole.length; length += 1) expect(() => JSON.parse(whole.slice(0, length))).toThrow();
  });
});

describe('§20.1: a CSV export', () => {
  test('has a byte order mark, a line with the names of all columns, and CRLF', () => {
    const [first, ...lines] = csv([record]).split('\r\n');
    expect(first).toBe(`\ufeff${exportColumns.join(',')}`);
    expect(exportColumns).toHaveLength(30);
    expect(lines).toEqual([
      `${record.id},Netflix,Streaming,15.99,USD,monthly,,2026-06-15,2026-07-15,true,active,${at},${at}${','.repeat(17)}`,
      '',
    ]);
  });

  // Apostrophes before something like a formula get one more.
  const asRead = (cell = '') => (/'[=+\-@＝＋－＠\t\r\n]/.test(cell) ? withoutGuards(cell) : cell);

  test('is read by a library as it was, cell by cell', () => {
    fc.assert(
      fc.property(anyExported, (one) => {
        const [row = {}] = rowsOf(csv([one]));
        const { details, payments, ...fields } = one;
        const texts = { ...fields, url: details.url, anchorDay: details.anchorDay, endsOn: details.endsOn };
        for (const [name, value] of Object.entries(texts)) {
          expect(asRead(row[name])).toBe(String(value ?? ''));
        }
        expect(JSON.parse(row['payments'] ?? '')).toEqual(payments);
        expect(row['tags'] === '' ? [] : JSON.parse(asRead(row['tags']))).toEqual(details.tags);
      }),
    );
  });

  test.each([' x', 'x ', '\tx'])(
    'has %j in quotation marks, for programs that remove spaces at the ends of others',
    (name) => {
      expect(csv([{ ...record, name }])).toContain(`,"${name}",`);
      expect(csv([record])).toContain(',Netflix,');
    },
  );
});

describe('§20.2: in a CSV export', () => {
  const nameIn = (name: string, isSafe: boolean) => rowsOf(csv([{ ...record, name }], isSafe))[0]?.['name'];

  test.each(['=1+1', '+1', '-1', '@x', '\tx', '＝1', '＋1', '－1', '＠x'])(
    'that is safe, an apostrophe is before %j',
    (name) => {
      expect([nameIn(name, true), nameIn(name, false)]).toEqual([`'${name}`, name]);
      // One more before those that were there, so that an import can remove one from both kinds of files.
      expect([nameIn(`'${name}`, true), nameIn(`'${name}`, false)]).toEqual([`''${name}`, `''${name}`]);
    },
  );

  test.each([
    ['x;=1+2;y', "x;'=1+2;y"],
    ['a\n=1', "a\n'=1"],
    ['\n=1', "'\n'=1"],
    ["a;'@x", "a;''@x"],
    ['a\t-1\r+2', "a\t'-1\r'+2"],
    ['a;"=1+1;b', `a;"'=1+1;b`],
    ['a\n"=1+1', `a\n"'=1+1`],
    ['"""=1', `"""'=1`],
    [`;"'=1`, `;"''=1`],
    ['x,=1|@y\u2028-1', "x,'=1|'@y\u2028'-1"],
  ])('that is safe, %j has one wherever a spreadsheet could begin a cell', (name, shown) => {
    expect([nameIn(name, true), withoutGuards(shown)]).toEqual([shown, name]);
  });

  test.each(["it's", "'quoted'", 'a=b', '1-2', ' =1', '', '5'])('%j stays as it is', (name) => {
    expect([nameIn(name, true), nameIn(name, false)]).toEqual([name, name]);
  });

  /** What a text is made of that tries to begin a formula somewhere. */
  const anyHostile = fc
    .array(fc.constantFrom('"', ';', ',', '\t', '|', '\n', '\r\n', "'", '=1+1', '@x', '-2', '+3', '＝1', 'a', ' '))
    .map((parts) => parts.join(''));

  test('that is safe, no reader finds a formula, at whatever sign it splits and however it takes quotation marks', () => {
    fc.assert(
      fc.property(anyExported, anyHostile, anyHostile, (one, name, notes) => {
        const hostile = { ...one, name, category: notes, details: { ...one.details, notes, tags: [name, 'a'] } };
        const text = csv([hostile, hostile], true);
        const cells = rowsOf(text).flatMap((row) => Object.values(row));
        expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([]);
        const file = text.slice(1);
        for (const delimiter of [',', ';', '\t', '|'])
          for (const areQuotesRead of [true, false])
            expect(cellsOf(file, delimiter, areQuotesRead).filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
        // Nor one that takes away all quotation marks.
        expect(file).not.toMatch(/(^|[,;\t|\r\n])"*[=+\-@＝＋－＠]/);
      }),
    );
  });

  test('removing one apostrophe restores each text, whether the file is safe or not', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyHostile,
          anyExported.map(({ details }) => details.notes ?? ''),
        ),
        fc.boolean(),
        (text, isSafe) => {
          const [row = {}] = rowsOf(csv([{ ...record, details: { ...noDetails, notes: text } }], isSafe));
          expect(withoutGuards(row['notes'] ?? '')).toBe(text);
        },
      ),
    );
  });
});

/** The cells of a file as a simple reader finds them. Quotation marks count at the beginning of a cell only, if at all. */
function cellsOf(file: string, delimiter: string, areQuotesRead: boolean): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (let place = 0; place <= file.length; place += 1) {
    const character = file[place];
    if (isQuoted && character === '"' && file[place + 1] === '"') {
      cell += '"';
      place += 1;
    } else if (isQuoted && character === '"') isQuoted = false;
    else if (character === undefined || (!isQuoted && [delimiter, '\r', '\n'].includes(character))) {
      cells.push(cell);
      cell = '';
      isQuoted = areQuotesRead && file[place + 1] === '"';
      if (isQuoted) place += 1;
    } else cell += character;
  }
  return cells;
}
