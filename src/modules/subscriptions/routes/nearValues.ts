import type { FreeFilters } from '../../../core/http/mcp/toolResult.ts';
import { nearest } from '../../../core/text/nearest.ts';
import { foldCase, normaliseName } from '../../../core/text/text.ts';
import type { FoundValues } from '../store/filterValues.ts';
import type { Store } from '../../store.ts';

// Comparing longer texts takes too long.
const lengthMax = 40;
const categoriesShown = 10;

/** A hint for an empty list: the existing value nearest to that of a filter; undefined without one. */
export function hintFor(filters: FreeFilters, ownerId: number, values: Store['filterValues']): string | undefined {
  const { category, q } = filters;
  const ofCategory = category === undefined ? undefined : hintForCategory(category, ownerId, values);
  if (ofCategory !== undefined || q === undefined) return ofCategory;
  // When `q` is the only filter, the empty list means that no name contains the text.
  return hintForName(q, values.names(ownerId, q), Object.keys(filters).length === 1);
}

function hintForCategory(category: string, ownerId: number, values: Store['filterValues']): string | undefined {
  if (values.hasCategory(ownerId, category)) return undefined;
  const { values: known, isWhole } = values.categories(ownerId, category);
  if (known.length === 0) return undefined;
  const fault = `No subscription has the category ${JSON.stringify(category)}.`;
  const near = nearestOf(category, known);
  if (near !== undefined) return `${fault} Did you mean ${JSON.stringify(near)}?`;
  const shown = known.slice(0, categoriesShown).map((one) => JSON.stringify(one));
  const more = isWhole ? `${known.length - categoriesShown} more` : 'others';
  return `${fault} There are ${shown.join(', ')}${known.length > categoriesShown ? ` and ${more}` : ''}.`;
}

function hintForName(q: string, { values: names, isWhole }: FoundValues, isAlone: boolean): string | undefined {
  const wanted = foldCase(q);
  const isIn = names.some((name) => foldCase(name).includes(wanted));
  if (isIn || !(isWhole || isAlone)) return undefined;
  const words = new Set(names.flatMap((name) => [name, ...name.split(' ')]));
  const near = nearestOf(q, Array.from(words));
  return near === undefined
    ? undefined
    : `No name contains ${JSON.stringify(q)}. Did you mean ${JSON.stringify(near)}?`;
}

function nearestOf(typed: string, words: readonly string[]): string | undefined {
  // Words of a very different length are not near, so they need no comparison by letters.
  const like = words.filter(({ length }) => Math.abs(length - typed.length) <= length / 4);
  const plain = normaliseName(typed);
  const same = like.find((word) => normaliseName(word) === plain);
  return same ?? (typed.length > lengthMax ? undefined : nearest(typed, like));
}
