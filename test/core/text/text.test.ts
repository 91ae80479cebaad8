import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { codePointLength, foldCase, isCleanText, normaliseName } from '../../../src/core/text/text.ts';

// Every character of the planes that have letters at all; the surrogates are none.
const characters = Array.from({ length: 0x3_0000 }, (_, codePoint) => String.fromCodePoint(codePoint)).filter((one) =>
  one.isWellFormed(),
);

function charactersWhere(isWrong: (character: string) => boolean): string[] {
  return characters.filter(isWrong);
}

const anyText = fc.string({ unit: 'binary' });
/** The letters whose case, width or composition is peculiar. */
const peculiarLetters = fc.constantFrom(...Array.from('aAiIıİßẞsSſςσΣκϗKkÅåÅﬀﬃʼnŉǰJαᾳᾼΐ \u00a0\u3000ＡａｱﾞⅣ①Ω'));
const combiningMarks = fc.constantFrom(...Array.from('\u0307\u030a\u030c\u0345\u0308\u0301'));

describe('folding case', () => {
  test.each([
    ['Straße', 'STRASSE'],
    ['Straße', 'STRAẞE'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['Σ', 'ς'],
    ['k', '\u212a'],
    ['å', '\u212b'],
    ['ﬃ', 'ffi'],
    ['İ', 'i\u0307'],
    ['İ', 'I\u0307'],
    ['ЖЁЛТЫЙ', 'жёлтый'],
    ['Caf\u00e9', 'CAFE\u0301'],
    ['\u01f0', 'J\u030c'],
    ['Vi\u1ec7t', 'VIE\u0302\u0323T'],
  ])('§1.5: %j and %j differ in case only', (left, right) => {
    expect(foldCase(left)).toBe(foldCase(right));
  });

  test.each([
    ['a', 'ä'],
    ['é', 'e'],
    ['i', 'İ'],
    ['i', 'ı'],
    ['I', 'ı'],
    ['ısı', 'ISI'],
    ['ss', 's'],
    ['o', 'ο'],
    ['Ａ', 'A'],
    ['が', 'か'],
  ])('§1.5: %j and %j differ in more than case', (left, right) => {
    expect(foldCase(left)).not.toBe(foldCase(right));
  });

  test('§1.5: each character is the same as its upper and its lower form', () => {
    // The dotless i is left out: its upper form is the upper form of another letter.
    const wrong = charactersWhere(
      (one) =>
        one !== 'ı' && (foldCase(one) !== foldCase(one.toUpperCase()) || foldCase(one) !== foldCase(one.toLowerCase())),
    );
    expect(wrong).toEqual([]);
  });

  test('§1.5: folding twice is folding once, for every character and for any text', () => {
    expect(charactersWhere((one) => foldCase(foldCase(one)) !== foldCase(one))).toEqual([]);
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: fc.oneof(peculiarLetters, combiningMarks) })), (text) => {
        expect(foldCase(foldCase(text))).toBe(foldCase(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('§1.5: a part of a text is found in it, in any case', () => {
    // Without the dotless i: in upper case it is the letter I, so that its case cannot be ignored.
    const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const withoutDotlessI = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('ı', 'i'));
    fc.assert(
      fc.property(withoutDotlessI, fc.nat(20), fc.nat(20), (text, from, length) => {
        // A letter without its accent is another letter, in whatever form the text has them.
        const piece = Array.from(letters.segment(text), ({ segment }) => segment)
          .slice(from, from + length)
          .join('');
        expect(foldCase(text)).toContain(foldCase(piece));
        expect(foldCase(text.toUpperCase())).toContain(foldCase(piece.toLowerCase()));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('normalising a name', () => {
  test.each([
    ['  Netflix ', 'netflix'],
    ['Net  flix', 'net flix'],
    ['Net\u00a0flix', 'net flix'],
    ['Net \u2003\u3000 flix', 'net flix'],
    ['\ufeffNetflix\u2028', 'netflix'],
    ['Ｎｅｔｆｌｉｘ', 'netflix'],
    ['ﬁtness', 'fitness'],
    ['①', '1'],
    ['Ⅳ', 'iv'],
    ['ｶﾞ', 'ガ'],
    ['Cafe\u0301', 'café'],
    ['\u212bngström', 'ångström'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['ΟΔΟΣ ΟΔΟΣ', 'οδοσ οδοσ'],
    ['Disney+', 'disney+'],
    ['½', '1⁄2'],
  ])('§5.5: %j becomes %j', (name, normalised) => {
    expect(normaliseName(name)).toBe(normalised);
  });

  test.each([
    ['Net flix', 'Netflix'],
    ['Disney', 'Disney+'],
    ['ısı', 'isi'],
    ['Cafe', 'Café'],
  ])('§5.5: %j and %j are different names', (left, right) => {
    expect(normaliseName(left)).not.toBe(normaliseName(right));
  });

  test('§5.5: normalising twice is normalising once, for every character and for any text that folding leaves composed', () => {
    expect(charactersWhere((one) => normaliseName(normaliseName(one)) !== normaliseName(one))).toEqual([]);
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: peculiarLetters })), (name) => {
        const folded = foldCase(name.normalize('NFKC'));
        fc.pre(folded === folded.normalize('NFKC'));
        expect(normaliseName(normaliseName(name))).toBe(normaliseName(name));
      }),
      { numRuns: 3000 },
    );
  });

  test('§5.5: case, composition and white space around and between words make no difference', () => {
    const words = fc.array(fc.constantFrom('Net', 'ÉTÉ', 'straße', 'Κόσμος', 'ヨガ', 'x'), { minLength: 1 });
    const space = fc.constantFrom(' ', '  ', '\u00a0', '\u2009\u3000', '\u202f ');
    fc.assert(
      fc.property(words, space, space, (parts, between, around) => {
        const plain = normaliseName(parts.join(' '));
        expect(normaliseName(around + parts.join(between).toUpperCase() + around)).toBe(plain);
        expect(normaliseName(parts.join(between).normalize('NFD'))).toBe(plain);
      }),
    );
  });
});

describe('clean text', () => {
  test('§1.2: a text with any control character, wherever it stands, is not clean', () => {
    const controls = [...Array.from({ length: 0x20 }, (_, code) => code), 0x7f];
    for (const code of controls) {
      const control = String.fromCodePoint(code);
      for (const text of [control, `${control}a`, `a${control}`, `a${control}b`]) expect(isCleanText(text)).toBe(false);
    }
  });

  test('§1.2: exactly the control characters of C0 and DEL make a single character unclean', () => {
    expect(charactersWhere((one) => !isCleanText(one)).map((one) => one.codePointAt(0))).toEqual([
      ...Array.from({ length: 0x20 }, (_, code) => code),
      0x7f,
    ]);
  });

  test.each(['\ud800', '\udc00', 'a\ud83d', '\ude00a', '\ude00\ud83d', '🎉\ud83c'])(
    '§1.2: a lone surrogate makes a text unclean (%#)',
    (text) => {
      expect(isCleanText(text)).toBe(false);
    },
  );
});

describe('length', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['🎉', 1],
    ['e\u0301', 2],
    ['👨‍👩‍👧', 5],
    ['日本', 2],
    ['𝒳'.repeat(120), 120],
  ])('§2.1: %j has %p code points', (text, length) => {
    expect(codePointLength(text)).toBe(length);
  });
});
