import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { foldUserName, lookOfUserName } from '../../../src/core/access/userNames.ts';
import { areOneName, peculiarNames } from '../../support/userNames.ts';

const isOne = (one: string, other: string): boolean => foldUserName(one) === foldUserName(other);
const looksAlike = (one: string, other: string): boolean => lookOfUserName(one) === lookOfUserName(other);

describe('§15.8: two names are one', () => {
  test.each([
    ['case', 'Alex', 'aLEX'],
    ['composition', 'Nicolà', 'NICOLA\u0300'],
    ['case of letters with marks', 'MARKOŠ', 'markoš'],
    ['composition that only the lower case has', 'J\u030c', 'ǰ'],
    ['the capital ß', 'STRAẞE', 'straße'],
    ['the final sigma', 'ΝΙΚΟΣ', 'νικος'],
    ['the place of the sigma', 'νικοσ', 'νικος'],
    ['the Kelvin sign, which is composed of K', '\u212aim', 'kim'],
    ['the capital dotted İ', 'İlker', 'I\u0307lker'],
    ['Cyrillic case', 'АЛЕКС', 'алекс'],
  ])('for %s: %s and %s', (_, one, other) => expect(isOne(one, other)).toBe(true));

  test.each([
    ['full width', 'ａｄｍｉｎ', 'admin', true],
    ['an ordinal', 'ªdmin', 'admin', true],
    ['a circle', 'ⓐdmin', 'admin', true],
    ['superscripts', 'ᵃᵈᵐⁱⁿ', 'admin', true],
    ['a byte order mark', '\ufeffadmin', 'admin', true],
    ['a zero-width space', 'ad\u200bmin', 'admin', true],
    ['a no-break space', 'ad\u00a0min', 'ad min', true],
    ['a long s', 'boſs', 'boss', true],
    ['ß and ss', 'Straße', 'STRASSE', true],
    ['the ligature', 'ﬁlip', 'filip', true],
    ['the dotless ı', 'ılker', 'ilker', false],
    ['the dotted İ', 'İlker', 'ilker', false],
    ['the dot beside the i', 'i\u0307lker', 'ilker', false],
    ['an accent', 'Nicolà', 'nicola', false],
    ['a Cyrillic letter', 'аdmin', 'admin', false],
    ['a Greek letter', 'αdmin', 'admin', false],
  ])('but not for %s: %s and %s; whether such a name is refused for the other: %p', (...given) => {
    const [, one, other, isRefused] = given;
    expect([isOne(one, other), looksAlike(one, other)]).toEqual([false, isRefused]);
  });

  test('only if they are equal but for composition and case', () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(peculiarNames, peculiarNames, (one, other) => {
        seen.add(one !== other && isOne(one, other));
        return !isOne(one, other) || areOneName(one, other);
      }),
      // A capital ß beside a sigma that ends only one of the names.
      { numRuns: 20_000, examples: [['ẞσ', 'ßΣ']] },
    );
    expect(seen.size).toBe(2);
  });

  test('of each letter: the identity is its own identity, and looks like the character', () => {
    const wrong: string[] = [];
    // The planes that have letters at all.
    for (let codePoint = 0; codePoint < 0x3_0000; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      if (!character.isWellFormed()) continue;
      const folded = foldUserName(character);
      if (!isOne(folded, character) || !areOneName(folded, character) || !looksAlike(folded, character))
        wrong.push(codePoint.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});
