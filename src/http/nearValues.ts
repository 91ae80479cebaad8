import { nearest } from '../domain/nearest.ts';
import { foldCase, normaliseName } from '../domain/text.ts';
import type { Store } from '../store/store.ts';

/** The filters of a list whose values people make up. */
export interface FreeFilters {
  readonly category?: string;
  readonly q?: string;
}

// Comparing longer texts takes too long, and nobody mistypes one that is copied.
const lengthMax = 40;
const categoriesShown = 10;

/** What to say of a list that is empty: which value, near that of a filter, there is; undefined when there is none. */
export function hintFor(
  { category, q }: FreeFilters,
  ownerId: number,
  values: Store['filterValues'],
): string | undefined {
  const ofCategory = category === undefined ? undefined : hintForCategory(category, values.categories(ownerId));
  return ofCategory ?? (q === undefined ? undefined : hintForName(q, values.names(ownerId)));
}

function hintForCategory(category: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || known.includes(category)) return undefined;
  const fault = `No subscription has the category ${JSON.stringify(category)}.`;
  const near = nearestOf(category, known);
  if (near !== undefined) return `${fault} Did you mean ${JSON.stringify(near)}?`;
  const shown = known.slice(0, categoriesShown).map((one) => JSON.stringify(one));
  const others = known.length > categoriesShown ? ` and ${known.length - categoriesShown} more` : '';
  return `${fault} There are ${shown.join(', ')}${others}.`;
}

function hintForName(q: string, names: readonly string[]): string | undefined {
  const wanted = foldCase(q);
  if (names.some((name) => foldCase(name).includes(wanted))) return undefined;
  const words = new Set(names.flatMap((name) => [name, ...name.split(' ')]));
  const near = nearestOf(q, Array.from(words));
  return near === undefined
    ? undefined
    : `No name contains ${JSON.stringify(q)}. Did you mean ${JSON.stringify(near)}?`;
}

function nearestOf(typed: string, words: readonly string[]): string | undefined {
  // Words of quite another length are not near, and need not be compared letter by letter.
  const like = words.filter(({ length }) => Math.abs(length - typed.length) <= length / 4);
  const plain = normaliseName(typed);
  const same = like.find((word) => normaliseName(word) === plain);
  return same ?? (typed.length > lengthMax ? undefined : nearest(typed, like));
}
