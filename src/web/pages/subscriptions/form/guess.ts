import { folded } from '../../../format/text.ts';
import { presetsInWords } from '../../overview/start/presets.ts';

/** A name with its category. */
interface Known {
  readonly name: string;
  readonly category: string;
}

/** Words of fewer letters say little: `the`, `pay`. */
const lettersMin = 4;

/**
 * The category that a name suggests: that of the household's subscription with the most words in common, else that of what most
 * households pay for. Undefined if nothing suggests one.
 *
 * @param household the subscriptions that are stored, newest first
 */
export function guessCategory(name: string, household: readonly Known[]): string | undefined {
  const words = wordsOf(name);
  const [best] = household
    .map((known) => ({ known, common: commonWords(words, wordsOf(known.name)) }))
    .toSorted((a, b) => b.common - a.common);
  if (best !== undefined && best.common > 0) return best.known.category;
  const preset = presetsInWords().find((one) => commonWords(words, wordsOf(`${one.fields.name} ${one.words}`)) > 0);
  return preset?.fields.category;
}

function wordsOf(name: string): readonly string[] {
  return folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= lettersMin);
}

function commonWords(a: readonly string[], b: readonly string[]): number {
  return a.filter((word) => b.includes(word)).length;
}
