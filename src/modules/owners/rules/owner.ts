import { nearest } from '../../../core/text/nearest.ts';

/** The first name that equals a name when case is ignored; undefined when there is none. */
export function sameButForCase(name: string, others: readonly string[]): string | undefined {
  const folded = (text: string) => text.normalize('NFKC').toLowerCase();
  return others.find((other) => folded(other) === folded(name));
}

/**
 * The name that a name is probably a mistyped form of; undefined when there is none. Words are compared one by one, and
 * numbers must be equal. Names that differ in their last letter alone are meant, such as `panel a` and `panel b`.
 */
export function mistypedOf(name: string, others: readonly string[]): string | undefined {
  const words = wordsOf(name);
  return others.find((other) => {
    const known = wordsOf(other);
    const isNear = words.length === known.length && words.every((word, place) => isNearWord(word, known[place] ?? ''));
    return isNear && !(name.length === other.length && name.slice(0, -1) === other.slice(0, -1));
  });
}

function wordsOf(name: string): readonly string[] {
  // Words begin at a capital, a digit or behind a sign.
  return name.match(/\p{Lu}*[^\P{L}\p{Lu}]+|\p{Lu}+|\p{N}+/gu) ?? [];
}

function isNearWord(word: string, known: string): boolean {
  return /^\p{N}/u.test(word) ? word === known : nearest(word, [known]) !== undefined;
}
