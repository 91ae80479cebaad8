import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, test } from 'bun:test';
import { words } from '../../../support/expectations.ts';
import { fixFor, ruleOf } from '../../../../src/core/fields/define.ts';
import { DayOrInstant, Instant, WholeNumber } from '../../../../src/core/fields/fieldTypes.ts';
import { labelItems, LabelList, MultilineText, WebAddress } from '../../../../src/core/fields/textTypes.ts';

interface TypeTable {
  readonly type: string;
  readonly schema: TSchema;
  readonly rule: RegExp;
  readonly accepted: readonly unknown[];
  readonly refused: readonly unknown[];
  /** The fix that is suggested for each of them: it repeats no value, which may be a secret in the wrong place. */
  readonly fix: RegExp;
}

const longAddress = `https://example.com/${'x'.repeat(1980)}`;

const tables: readonly TypeTable[] = [
  {
    type: 'MultilineText',
    schema: MultilineText({ maxLength: 5 }),
    rule: /^a string of 1 to 5 characters/,
    fix: /^Send a string of 1 to 5 characters, .+ tabs\.$/,
    accepted: ['a', 'a\nb\r\t', '😀'.repeat(5), ' a  ', '\u0085'],
    refused: ['', 'abcdef', '😀'.repeat(6), 'a\u0000', 'a\u000b', 'a\u001b', 'a\u007f', 'a\ud800', 5, null],
  },
  {
    type: 'MultilineText that may be null',
    schema: { ...MultilineText({ maxLength: 5 }), type: ['string', 'null'] },
    rule: /^a string/,
    fix: /, or null for none\.$/,
    accepted: [null, 'a'],
    refused: [''],
  },
  {
    type: 'WebAddress',
    schema: WebAddress(),
    rule: /^an address that begins with https:\/\/ or http:\/\/, of at most 2000 characters/,
    fix: /^Send an address that begins with https:.+ a password\.$/,
    accepted: [
      ...words(`https://example.com http://nas.local:8080/a?b=c#d HTTPS://EXAMPLE.COM/ http://[::1]:3000/
        https://bücher.example/ü https://example.com/a@b`),
      longAddress,
    ],
    refused: [
      `${longAddress}x`,
      'example.com/account',
      ' https://example.com\n',
      'https://user:secret@example.com',
      'https://user@example.com',
      'https://@example.com',
      'https://example.com\\@evil.example',
      'https://example.com\\path',
      'user:secret@example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'http:example.com',
      'https://',
      'https://exa mple.com',
      'https://example.com/a b',
      'https://example.com/\u0007',
      'https://example.com/\ud800',
      `${'x'.repeat(300)}.com`,
      '',
      5,
    ],
  },
  {
    type: 'WebAddress that may be null',
    schema: { ...WebAddress(), type: ['string', 'null'] },
    rule: /^an address/,
    fix: /, or null for none\.$/,
    accepted: [null],
    refused: [''],
  },
  {
    type: 'LabelList',
    schema: LabelList({ maxItems: 3, items: labelItems(4), examples: [['home']] }),
    rule: /^a list of at most 3 different strings of 1 to 4 characters/,
    fix: /^Send a list of at most 3 different strings .+, such as \["home"\]\.$/,
    accepted: [[], ['a'], ['a', 'b', 'cd'], ['  home  '], ['😀😀😀😀']],
    refused: [
      'home',
      'home, tv',
      'a,A',
      'a,b,c,d',
      'a long text',
      null,
      { 0: 'a' },
      ['a', 'b', 'c', 'd'],
      ['a', 5],
      ['a', ' \u00a0'],
      ['a\n'],
      ['a', 'homes'],
      ['a', 'b', ' A '],
      ['ß', 'SS'],
    ],
  },
  {
    type: 'WholeNumber',
    schema: WholeNumber({ minimum: 2, maximum: 60 }),
    rule: /^a whole number from 2 to 60$/,
    fix: /^Send a number without quotes, from 2 to 60\.$/,
    accepted: [2, 3, 60],
    refused: ['3', 1, 61, 2.5, '61', '2.5', '0x3', '', true, null, [3]],
  },
  {
    type: 'DayOrInstant',
    schema: DayOrInstant(),
    rule: /^a calendar day, or a date-time with Z or an offset from UTC/,
    fix: /^Send a day or a date-time such as 2026-06-15T08:00:00Z, with the plus sign of an offset as %2B\.$/,
    accepted: ['2026-06-15', '2024-02-29', '2026-06-15T08:00:00Z', '2026-06-15T08:00:00+02:00'],
    refused: ['2026-02-30', '2026-06', '2026-06-15T08:00:00'],
  },
  {
    type: 'Instant',
    schema: Instant(),
    rule: /^a date-time with Z or an offset from UTC/,
    fix: /^Send a date-time with Z or an offset from UTC, such as 2026-06-15T08:00:00Z\.$/,
    accepted: words(`2026-06-15T08:00:00Z 2026-06-15t08:00:00z 2024-02-29T23:59:59.999Z 2026-06-15T08:00:00+02:00
        2026-06-15T08:00:00.123456789-05:30`),
    refused: [
      '2026-06-15',
      '2026-06-15T08:00:00',
      '2026-06-15T08:00:00 02:00',
      '2026-02-30',
      '2026-02-30T08:00:00Z',
      '2026-06-15T24:00:00Z',
      '2026-06-15T08:60:00Z',
      '2026-06-15T08:00:00+24:00',
      '2026-06-15T08:00Z',
      '2026-06-15 08:00:00Z',
      '2026-06-15T08:00:00Z\n',
      '1781510400',
      '',
      Symbol('given twice'),
    ],
  },
];

const shown = (value: unknown) => {
  const text = typeof value === 'symbol' ? String(value) : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length} characters)` : text;
};

describe.each(tables)('$type', ({ schema, rule, accepted, refused, fix }) => {
  test.each(accepted.map((value) => ({ value, shown: shown(value) })))('accepts $shown', ({ value }) => {
    expect(Value.Check(schema, value)).toBe(true);
  });

  test.each(refused.map((value) => ({ value, shown: shown(value) })))('refuses $shown with a fix', ({ value }) => {
    expect(Value.Check(schema, value)).toBe(false);
    expect(fixFor(schema, value)).toMatch(fix);
  });

  test('has a rule in words', () => {
    expect(ruleOf(schema)).toMatch(rule);
  });
});
