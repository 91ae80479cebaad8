import { compareText } from '../../core/text/text.ts';
import { folded } from './text.ts';

/** How many colours there are for categories; `tokens.css` has them. */
const categoryColours = 8;

/**
 * A colour for each category, from 1 to `categoryColours`. It follows from the names alone: amounts and their order do not
 * change it. Two categories share a colour only if there are more categories than colours, and even then no two of those
 * that are shown together do.
 *
 * @param all the categories of the household
 * @param shown those in one chart, at most as many as there are colours
 */
export function coloursOf(all: readonly string[], shown: readonly string[]): ReadonlyMap<string, number> {
  const colours = new Map<string, number>();
  const names = [...new Set(all)].toSorted((a, b) => compareText(folded(a), folded(b)) || compareText(a, b));
  const taken = new Set<number>();
  for (const name of names) {
    const colour = freeColour(preferredColour(name), taken);
    taken.add(colour);
    colours.set(name, colour);
  }
  const takenInChart = new Set<number>();
  return new Map(
    [...shown]
      .toSorted((a, b) => names.indexOf(a) - names.indexOf(b))
      .map((name) => {
        const colour = freeColour(colours.get(name) ?? preferredColour(name), takenInChart);
        takenInChart.add(colour);
        return [name, colour];
      }),
  );
}

/** The next colour that is not taken; the preferred one if all are. */
function freeColour(preferred: number, taken: ReadonlySet<number>): number {
  for (let step = 0; step < categoryColours; step += 1) {
    const colour = ((preferred - 1 + step) % categoryColours) + 1;
    if (!taken.has(colour)) return colour;
  }
  return preferred;
}

const hashOffset = 0x811c9dc5;
const hashPrime = 0x01000193;

/** The colour that a name would have alone: its FNV-1a hash, so that similar names differ. */
function preferredColour(name: string): number {
  let hash = hashOffset;
  for (const letter of folded(name)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), hashPrime) >>> 0;
  return (hash % categoryColours) + 1;
}
