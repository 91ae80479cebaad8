import { olderEncodings, type EncodingName } from './encodings.ts';
import { foreign, lettersOf, type Letters } from './letters.ts';

// How unlikely characters are, as letters have it.
const unlikeliness = {
  /** One in ASCII that is no digit, space or punctuation: double-byte encodings have it as the second half of others. */
  ascii: 3,
  money: 3,
  dash: 4,
  punctuation: 4.5,
  undefined: 14,
  // What comes on top for a letter.
  alone: 4,
  capital: 1,
  capitalInWord: 5,
  besideLatin: 6,
  rare: 4,
} as const;
// Others have the same letters, and more people write them.
const extraOfLanguage: Readonly<Record<string, number>> = { is: 3 };

// The double-byte characters in daily use, by their bytes.
const frequentForms: Readonly<Partial<Record<EncodingName, RegExp>>> = {
  gbk: /^[\xa1\xa3\xb0-\xd7][\xa1-\xfe]/,
  big5: /^[\xa1-\xc6]/,
  'euc-kr': /^[\xa1\xa3\xb0-\xc8][\xa1-\xfe]/,
  shift_jis: /^(?:[\x81-\x83\x88-\x97].|[\xa1-\xdf][\xa1-\xdf])/,
};

const sampleLength = 2048;
const partLengthMax = 100;

/**
 * The encoding of bytes that are not UTF-8: the one in which they are most likely words of a language that is written with it.
 * Detectors that count pairs and triples of letters need more text than a table of subscriptions has.
 */
export function guessEncoding(bytes: Uint8Array): EncodingName {
  const sample = sampleOf(bytes);
  const readings = olderEncodings.map((one) => ({ name: one.name, cost: one.unlikeliness + costOf(sample, one) }));
  return readings.reduce((best, one) => (one.cost < best.cost ? one : best)).name;
}

/** The different words that have a byte beyond ASCII, each byte as a character. */
function sampleOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const words = new Set<string>();
  let length = 0;
  for (const { 0: found, index } of text.matchAll(/[\x80-\xff][\x40-\xff]*/g)) {
    // A digit beside a word tells the symbol of a currency from a letter.
    const [, digit = '', start = ''] =
      /(\d?) ?([\x40-\x7f]*)$/.exec(text.slice(Math.max(0, index - partLengthMax), index)) ?? [];
    const end = index + found.length;
    const [, nextDigit = ''] = /^ ?(\d?)/.exec(text.slice(end, end + 2)) ?? [];
    const word = `${digit}${start}${found.slice(0, partLengthMax)}${nextDigit}`;
    length += words.has(word) ? 0 : word.length;
    words.add(word);
    if (length > sampleLength) break;
  }
  return `${Array.from(words).join('\n')}\n`;
}

/** How unlikely a sample is in an encoding, in the language of it in which it is least so. */
function costOf(sample: string, { name, languages }: (typeof olderEncodings)[number]): number {
  const characters = Array.from(new TextDecoder(name as 'utf-8').decode(Buffer.from(sample, 'latin1')));
  const costs = languages.map((language) => costIn(characters, language));
  return Math.min(...costs) + rareIn(sample, frequentForms[name]) * unlikeliness.rare;
}

/** How many double-byte characters of a sample are not in daily use. */
function rareIn(sample: string, frequent: RegExp | undefined): number {
  if (frequent === undefined) return 0;
  return (sample.match(/[\x81-\xfe][\x40-\xfe]/g) ?? []).filter((pair) => !frequent.test(pair)).length;
}

function costIn(characters: readonly string[], language: string): number {
  const letters = lettersOf(language);
  return characters.reduce(
    (sum, one, index) => sum + costOfCharacter(one, letters, characters[index - 1], characters[index + 1]),
    extraOfLanguage[language] ?? 0,
  );
}

function costOfCharacter(character: string, letters: Letters, before = '', behind = ''): number {
  if (character < '\u0080') return character < '@' ? 0 : unlikeliness.ascii;
  if (isLetter(character)) return letters.costOf(character) + costOfPlace(character, letters, before, behind);
  if (/[\p{Cc}\p{Co}\ufffd]/u.test(character)) return unlikeliness.undefined;
  if (/[€£¥]/.test(character)) return /\d/.test(before + behind) ? unlikeliness.money : foreign;
  return costOfPunctuation(character, isLetter(behind));
}

function costOfPunctuation(character: string, isBeforeWord: boolean): number {
  if (character === '’' || (character === '–' && !isBeforeWord)) return unlikeliness.dash;
  if (/[„“‘«¿¡\u3000-\u303f\uff00-\uff60]/.test(character)) return unlikeliness.punctuation;
  return /[—”‚…»§°©®™•½\u00a0]/.test(character) && !isBeforeWord ? unlikeliness.punctuation : foreign;
}

/** How unlikely a letter is where it stands: alone, beside one in ASCII of another script, or as a capital within a word. */
function costOfPlace(letter: string, { isLatin }: Letters, before: string, behind: string): number {
  const isMixed = !isLatin && /[a-z]/i.test(before + behind);
  const isInnerCapital = isLetter(before) && letter.toLowerCase() !== letter;
  const capital = /\p{Ll}/u.test(before + behind) ? unlikeliness.capitalInWord : unlikeliness.capital;
  const isAlone = !isLetter(before) && !isLetter(behind);
  return (isMixed ? unlikeliness.besideLatin : 0) + (isInnerCapital ? capital : 0) + (isAlone ? unlikeliness.alone : 0);
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{M}]/u.test(character);
}
