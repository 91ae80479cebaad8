import { folded, searchable } from '../format/text.ts';

export interface PaletteEntry {
  /** Unique among all entries. */
  readonly id: string;
  readonly text: string;
  /** What kind of thing it is, or a fact about it. */
  readonly note: string;
  /** More that a search looks through. */
  readonly words?: string;
  /** Whether it is there before anything is typed. */
  readonly isOffered: boolean;
  readonly run: () => void;
}

interface SearchableEntry {
  readonly entry: PaletteEntry;
  readonly name: string;
  readonly whole: string;
}

/** Prepares entries for the search: by their text, their note and their words. */
export function searchableEntries(entries: readonly PaletteEntry[]): readonly SearchableEntry[] {
  return entries.map((entry) => ({
    entry,
    name: searchable(entry.text),
    whole: searchable(`${entry.text}\n${entry.note}\n${entry.words ?? ''}`),
  }));
}

/**
 * The entries in which every word of a query occurs, without regard to case and accents. First come those whose text begins
 * with the query, then those with a word that does; else they stay in their order. Without a query: what is offered.
 */
export function findEntries(entries: readonly SearchableEntry[], query: string, most: number): readonly PaletteEntry[] {
  const wanted = folded(query).trim();
  if (wanted === '') return entries.flatMap(({ entry }) => (entry.isOffered ? [entry] : [])).slice(0, most);
  const words = wanted.split(/\s+/);
  const found = entries.filter(({ whole }) => words.every((word) => whole.includes(word)));
  // Sorting is stable.
  return found
    .toSorted((a, b) => distance(a, wanted) - distance(b, wanted))
    .slice(0, most)
    .map(({ entry }) => entry);
}

function distance({ name }: SearchableEntry, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  return name.includes(` ${wanted}`) || name.includes(`\n${wanted}`) ? 1 : 2;
}
