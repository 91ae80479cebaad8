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

/** The number of letters to change; two letters that have swapped places count as one. */
function distanceBetween(typed: string, word: string): number {
  const inOrder = (text: string) => Array.from(text).sort().join('');
  return typed !== word && inOrder(typed) === inOrder(word) ? 1 : leven(typed, word);
}
