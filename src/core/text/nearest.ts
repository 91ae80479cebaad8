import leven from 'leven';

/**
 * The word nearest to a mistyped one, if at most a quarter of its letters differ; case is ignored. The limit keeps
 * `inactive` apart from `active`, and `USDT` from `USD`.
 */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const tooLongToBeMeant = 100;
  if (typed.length > tooLongToBeMeant) return undefined;
  const measured = words.map((word) => ({ word, distance: distanceBetween(typed.toLowerCase(), word.toLowerCase()) }));
  const best = measured.sort((a, b) => a.distance - b.distance)[0];
  return best !== undefined && best.distance <= Math.floor(best.word.length / 4) ? best.word : undefined;
}

/**
 * The word with the fewest letters to change, of several the one that begins most like the typed one; undefined without words
 * or for a text that is much longer than they are.
 */
export function closest(typed: string, words: readonly string[]): string | undefined {
  const measured = words
    .filter(({ length }) => typed.length <= 2 * length)
    .map((word) => ({ word, distance: distanceBetween(typed, word), alike: lettersAlike(typed, word) }));
  return measured.sort((a, b) => a.distance - b.distance || b.alike - a.alike)[0]?.word;
}

/** How many letters two texts have in common at their beginning. */
function lettersAlike(one: string, other: string): number {
  const place = Array.from(one).findIndex((letter, index) => letter !== other[index]);
  return place === -1 ? one.length : place;
}

/** The number of letters to change; two letters that have swapped places count as one. */
function distanceBetween(typed: string, word: string): number {
  const inOrder = (text: string) => Array.from(text).sort().join('');
  return typed !== word && inOrder(typed) === inOrder(word) ? 1 : leven(typed, word);
}
