import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, test } from 'bun:test';
import { words } from '../../support/expectations.ts';
import { fixFor, ruleOf, WholeNumber } from '../../../src/http/validation/fieldTypes.ts';
import { DayOrInstant, Instant } from '../../../src/http/validation/instants.ts';
import { labelItems, LabelList, MultilineText, WebAddress } from '../../../src/http/validation/textTypes.ts';

interface TypeTable {
  readonly type: string;
  readonly schema: TSchema;
  readonly rule: RegExp;
  readonly accepted: readonly unknown[];
  /** Values with the fix that is suggested for them. */
  readonly refused: readonly (readonly [value: unknown, fix: string])[];
}

const completeAddress = 'Send the complete address, such as "https://example.com/account".';
const dateTime = 'Send a date-time such as 2026-06-15T08:00:00Z.';
const removeControls = 'Remove the control characters and the broken characters from the text.';
const removePassword = 'Remove the user name and the password from the address.';
const longAddress = `https://example.com/${'x'.repeat(1980)}`;

const tables: readonly TypeTable[] = [
  {
    type: 'MultilineText',
    schema: MultilineText({ maxLength: 5 }),
    rule: /^a string of 1 to 5 characters/,
    accepted: ['a', 'a\nb\r\t', '😀'.repeat(5), ' a  ', '\u0085'],
    refused: [
      ['', 'Send at least one character.'],
      ['abcdef', 'Shorten the text to at most 5 characters.'],
      ['😀'.repeat(6), 'Shorten the text to at most 5 characters.'],
      ['a\u0000', removeControls],
      ['a\u000b', removeControls],
      ['a\u001b', removeControls],
      ['a\u007f', removeControls],
      ['a\ud800', removeControls],
      [5, 'Send a string in quotes.'],
      [null, 'Send a string in quotes.'],
    ],
  },
  {
    type: 'MultilineText that may be null',
    schema: { ...MultilineText({ maxLength: 5 }), type: ['string', 'null'] },
    rule: /^a string/,
    accepted: [null, 'a'],
    refused: [['', 'Send null to clear it.']],
  },
  {
    type: 'WebAddress',
    schema: WebAddress(),
    rule: /^an address that begins with https:\/\/ or http:\/\/, of at most 2000 characters/,
    accepted: [
      ...words(`https://example.com http://nas.local:8080/a?b=c#d HTTPS://EXAMPLE.COM/ http://[::1]:3000/
        https://bücher.example/ü https://example.com/a@b`),
      longAddress,
    ],
    refused: [
      [`${longAddress}x`, 'Send an address of at most 2000 characters.'],
      ['example.com/account', 'Send "https://example.com/account".'],
      [' https://example.com\n', 'Send "https://example.com".'],
      ['https://user:secret@example.com', removePassword],
      ['https://user@example.com', removePassword],
      ['https://@example.com', removePassword],
      ['https://example.com\\@evil.example', removePassword],
      ['https://example.com\\path', completeAddress],
      ['user:secret@example.com', completeAddress],
      ['ftp://example.com', completeAddress],
      ['javascript:alert(1)', completeAddress],
      ['http:example.com', completeAddress],
      ['https://', completeAddress],
      ['https://exa mple.com', completeAddress],
      ['https://example.com/a b', completeAddress],
      ['https://example.com/\u0007', completeAddress],
      ['https://example.com/\ud800', completeAddress],
      [`${'x'.repeat(300)}.com`, completeAddress],
      ['', completeAddress],
      [5, 'Send the address in quotes, such as "https://example.com/account".'],
    ],
  },
  {
    type: 'WebAddress that may be null',
    schema: { ...WebAddress(), type: ['string', 'null'] },
    rule: /^an address/,
    accepted: [null],
    refused: [['', 'Send null to clear it.']],
  },
  {
    type: 'LabelList',
    schema: LabelList({ maxItems: 3, items: labelItems(4), examples: [['home']] }),
    rule: /^a list of at most 3 different strings of 1 to 4 characters/,
    accepted: [[], ['a'], ['a', 'b', 'cd'], ['  home  '], ['😀😀😀😀']],
    refused: [
      ['home', 'Send a list: ["home"].'],
      ['home, tv', 'Send a list: ["home","tv"].'],
      ['a,A', 'Send a list of strings, such as ["home"].'],
      ['a,b,c,d', 'Send a list of strings, such as ["home"].'],
      ['a long text', 'Send a list of strings, such as ["home"].'],
      [null, 'Send a list of strings, such as ["home"].'],
      [{ 0: 'a' }, 'Send a list of strings, such as ["home"].'],
      [['a', 'b', 'c', 'd'], 'Send at most 3 of them.'],
      [['a', 5], 'Send each of them as a string in quotes.'],
      [['a', ' \u00a0'], 'Remove the blank one from the list.'],
      [['a\n'], removeControls],
      [['a', 'homes'], 'Shorten "homes" to at most 4 characters.'],
      [['a', 'b', ' A '], 'Remove " A ", which repeats another one of the list; case makes no difference.'],
      [['ß', 'SS'], 'Remove "SS", which repeats another one of the list; case makes no difference.'],
    ],
  },
  {
    type: 'WholeNumber',
    schema: WholeNumber({ minimum: 2, maximum: 60 }),
    rule: /^a whole number from 2 to 60$/,
    accepted: [2, 3, 60],
    refused: [
      ['3', 'Send the number without quotes: 3.'],
      ...[1, 61, 2.5, '61', '2.5', '0x3', '', true, null, [3]].map(
        (value) => [value, 'Send a whole number from 2 to 60, without quotes.'] as const,
      ),
    ],
  },
  {
    type: 'DayOrInstant',
    schema: DayOrInstant(),
    rule: /^a calendar day, or a date-time with Z or an offset from UTC/,
    accepted: ['2026-06-15', '2024-02-29', '2026-06-15T08:00:00Z', '2026-06-15T08:00:00+02:00'],
    refused: [
      ['2026-02-30', 'Send a date-time such as 2026-06-15T08:00:00Z.'],
      ['2026-06', 'Send a date-time such as 2026-06-15T08:00:00Z.'],
      ['2026-06-15T08:00:00', 'Add Z for UTC, or the offset: 2026-06-15T08:00:00Z.'],
    ],
  },
  {
    type: 'Instant',
    schema: Instant(),
    rule: /^a date-time with Z or an offset from UTC/,
    accepted: words(`2026-06-15T08:00:00Z 2026-06-15t08:00:00z 2024-02-29T23:59:59.999Z 2026-06-15T08:00:00+02:00
        2026-06-15T08:00:00.123456789-05:30`),
    refused: [
      ['2026-06-15', 'Send 2026-06-15T00:00:00Z.'],
      ['2026-06-15T08:00:00', 'Add Z for UTC, or the offset: 2026-06-15T08:00:00Z.'],
      ['2026-06-15T08:00:00 02:00', 'Send the plus sign as %2B: 2026-06-15T08:00:00%2B02:00.'],
      ['2026-02-30', dateTime],
      ['2026-02-30T08:00:00Z', dateTime],
      ['2026-06-15T24:00:00Z', dateTime],
      ['2026-06-15T08:60:00Z', dateTime],
      ['2026-06-15T08:00:00+24:00', dateTime],
      ['2026-06-15T08:00Z', dateTime],
      ['2026-06-15 08:00:00Z', dateTime],
      ['2026-06-15T08:00:00Z\n', dateTime],
      ['1781510400', dateTime],
      ['', dateTime],
      [Symbol('given twice'), dateTime],
    ],
  },
];

const shown = (value: unknown) => {
  const text = typeof value === 'symbol' ? String(value) : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length} characters)` : text;
};

describe.each(tables)('$type', ({ schema, rule, accepted, refused }) => {
  test.each(accepted.map((value) => ({ value, shown: shown(value) })))('accepts $shown', ({ value }) => {
    expect(Value.Check(schema, value)).toBe(true);
  });

  test.each(refused.map(([value, fix]) => ({ value, fix, shown: shown(value) })))(
    'refuses $shown with a fix',
    ({ value, fix }) => {
      expect(Value.Check(schema, value)).toBe(false);
      expect(fixFor(schema, value)).toBe(fix);
    },
  );

  test('has a rule in words', () => {
    expect(ruleOf(schema)).toMatch(rule);
  });
});
