import leven from 'leven';

/**
 * The word that is meant by a mistyped one: the nearest, if no more than a quarter of its letters differ; case does not
 * count. Few enough that `inactive` is not taken for `active`, nor `USDT` for `USD`.
 */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const tooLongToBeMeant = 100;
  if (typed.length > tooLongToBeMeant) return undefined;
  const measured = words.map((word) => ({ word, distance: distanceBetween(typed.toLowerCase(), word.toLowerCase()) }));
  const best = measured.sort((a, b) => a.distance - b.distance)[0];
  return best !== undefined && best.distance <= Math.floor(best.word.length / 4) ? best.word : undefined;
}

/** The letters to change; letters that have only changed places count as one. */
function distanceBetween(typed: string, word: string): number {
  const inOrder = (text: string) => Array.from(text).sort().join('');
  return typed !== word && inOrder(typed) === inOrder(word) ? 1 : leven(typed, word);
}
