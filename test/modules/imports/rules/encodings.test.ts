import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { encodingLabelled, encodingNames } from '../../../../src/modules/imports/rules/files/encodings.ts';
import { decodeText } from '../../../../src/modules/imports/rules/files/decodeText.ts';
import type { ImportOptions } from '../../../../src/modules/imports/rules/importTypes.ts';
import { readImport } from '../../../../src/modules/imports/rules/readImport.ts';
import { households } from '../../../support/households.ts';
import { sentenceOf } from '../../../../src/modules/imports/rules/values/remarks.ts';

const options: ImportOptions = { format: 'auto', currencies: ['EUR', 'GBP'], today: '2026-11-23' };

/** A table whose names are bytes, a line each. */
function tableOf(names: Uint8Array, price = '9,99'): Uint8Array {
  const list = Buffer.from(names).toString('latin1').split('\n');
  const rows = list.map((name) => `${name};${price};EUR;monthly;2027-01-31\n`);
  return Buffer.from(`Name;Price;Currency;Cycle;Next payment\n${rows.join('')}`, 'latin1');
}

function read(bytes: Uint8Array, more: Partial<ImportOptions> = {}) {
  const reading = readImport(bytes, { ...options, ...more });
  if ('unreadable' in reading) throw new Error(reading.unreadable.message);
  return reading;
}

describe('a table that is not UTF-8', () => {
  test.each(households)(
    '%s (%s): the names %p are read as they are, and the report says how',
    (encoding, _, names, hex) => {
      const reading = read(tableOf(Buffer.from(hex, 'hex')));
      expect(reading.rows.map(({ name }) => name)).toEqual([...names]);
      expect(reading.rows.flatMap(({ faults }) => faults)).toEqual([]);
      expect(reading.encoding).toBe(encoding);
      expect(reading.notes.map(sentenceOf)).toEqual([
        `The file is not UTF-8: it was read as ${encoding}. If letters are wrong, state the encoding that it has.`,
      ]);
    },
  );

  test.each(households)('%s (%s): stated, the names %p are read, and nothing is guessed', (encoding, _, names, hex) => {
    const reading = read(tableOf(Buffer.from(hex, 'hex')), { encoding });
    expect(reading.rows.map(({ name }) => name)).toEqual([...names]);
    expect([reading.encoding, reading.notes]).toEqual([encoding, []]);
  });

  test.each([
    ['80', 'windows-1252'],
    ['a3', 'windows-1252'],
    ['a4', 'iso-8859-15'],
    ['db', 'macintosh'],
  ])('a currency with the byte %s beside prices is read as %s', (symbol, encoding) => {
    const price = `9,99 ${Buffer.from(symbol, 'hex').toString('latin1')}`;
    const reading = read(Buffer.from(`Name;Price;Cycle;Next payment\nA;${price};monthly;2027-01-31\n`, 'latin1'));
    expect(reading.encoding).toBe(encoding as 'macintosh');
    expect(reading.rows[0]?.draft['currency']).toBe(symbol === 'a3' ? 'GBP' : 'EUR');
  });

  test('what the bytes leave open is taken for Western European', () => {
    expect(read(tableOf(Buffer.from([0xe9]))).encoding).toBe('windows-1252');
  });

  test('the words far behind in a large file decide as well', () => {
    const names = Array.from({ length: 9000 }, () => 'Rent').join('\n');
    const reading = read(tableOf(Buffer.from(`${names}\nPr\u00b9d\n\u00afywno\u009c\u00e6`, 'latin1')));
    expect(reading.encoding).toBe('windows-1250');
    expect(reading.rows.slice(9000, 9002).map(({ name }) => name)).toEqual(['Prąd', 'Żywność']);
  });
});

describe('a text in UTF-8', () => {
  const isUtf8 = (text: string) => ({ value: { text, encoding: 'utf-8', isGuessed: false } });

  // Zero bytes tell UTF-16, and others begin a file of another kind.
  const isPlain = (text: string) =>
    !text.includes('\u0000') && !['\ufeff', 'PK', '%PDF', 'SQLite', '\u001f'].some((start) => text.startsWith(start));

  test('of ASCII characters only is never changed, and nothing is guessed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 200 }), (text) => {
        fc.pre(isPlain(text));
        expect(decodeText(Buffer.from(text))).toEqual(isUtf8(text) as never);
      }),
    );
  });

  test('of any characters is read as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
        fc.pre(isPlain(text));
        expect(decodeText(Buffer.from(text))).toEqual(isUtf8(text) as never);
      }),
    );
  });

  test('with some bytes that are not is refused, with the line', () => {
    const good = 'Name;Price\nCafé;1\nMünze;2\nÖl;3\n';
    const bytes = Buffer.concat([Buffer.from(good), Buffer.from([0x41, 0xe4, 0x3b, 0x34])]);
    expect(readImport(bytes, options)).toMatchObject({
      unreadable: { field: 'file', message: 'Line 5 of the file has bytes that are not utf-8.' },
    });
  });
});

describe('a stated encoding', () => {
  test('is any name of the Encoding Standard that stands for text, or one of its labels', () => {
    expect(encodingNames.map(encodingLabelled)).toEqual([...encodingNames]);
    expect(['latin1', 'CP1250', ' iso-8859-1 ', 'Shift-JIS', 'utf8', 'koi8'].map(encodingLabelled)).toEqual([
      'windows-1252',
      'windows-1250',
      'windows-1252',
      'shift_jis',
      'utf-8',
      'koi8-r',
    ]);
    expect(['', 'cp850', 'replacement', 'x-user-defined', 'utf-7', 'constructor'].map(encodingLabelled)).toEqual(
      Array.from({ length: 6 }, () => undefined),
    );
  });

  test('is taken although the bytes look like another one', () => {
    expect(read(tableOf(Buffer.from('Prąd')), { encoding: 'windows-1250' }).rows[0]?.name).toBe('PrÄ…d');
  });

  test.each([
    ['windows-1253', 'A;1\r\nB;2\rC\u00ff;3\n', 3],
    ['utf-8', 'A;1\nB\u00fc;2\n', 2],
    ['gbk', '\u00b5\u00e7;1\n\u00ff;2\n', 2],
    ['utf-16le', 'A\u0000\n\u0000B', 2],
  ] as const)('%s: bytes that it does not have are refused, with the line', (encoding, text, line) => {
    expect(readImport(Buffer.from(text, 'latin1'), { ...options, encoding })).toMatchObject({
      unreadable: {
        code: 'unreadable_import',
        field: 'encoding',
        message: `Line ${line} of the file has bytes that are not ${encoding}.`,
        reason: { code: 'undecodable', values: { encoding, line: String(line) } },
      },
    });
  });

  test.each([
    ['utf-8', Buffer.from('\ufeffPrąd;1\n')],
    ['utf-16le', Buffer.from('\ufeffPrąd;1\n', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffPrąd;1\n', 'utf16le').swap16()],
  ])('a byte order mark of %s wins', (encoding, bytes) => {
    expect(decodeText(bytes, 'windows-1250')).toEqual({
      value: { text: 'Prąd;1\n', encoding: encoding as 'utf-8', isGuessed: false },
    });
  });
});
