import { codePointLength, normaliseName } from '../text/text.ts';

/**
 * The identity of a user's name: two names that give the same text are one name, and only those. Composed characters (NFC)
 * without their case, one code point for one code point. A letter that has no lower case of one code point, such as `İ`,
 * stays as it is. The final sigma counts as the ordinary one: both have the same capital. Characters that only look alike
 * stay apart (`ａ` and `a`, `ſ` and `s`, `ı` and `i`).
 */
export function foldUserName(name: string): string {
  // Composed again: the lower case of two code points can have a composed form that the upper case does not have.
  return Array.from(name.normalize('NFC'), lowerCaseOf).join('').normalize('NFC');
}

function lowerCaseOf(character: string): string {
  const lower = character.toLowerCase();
  if (codePointLength(lower) !== 1) return character;
  return lower === 'ς' ? 'σ' : lower;
}

/**
 * What a name looks like: two names that give the same text are hard to tell apart. For refusing a new name only, never for
 * finding a user: somebody else may have the name that looks alike. Letters of different scripts stay apart (`а` and `a`).
 */
export function lookOfUserName(name: string): string {
  return normaliseName(name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''));
}
