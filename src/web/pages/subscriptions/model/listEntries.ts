import { compareText } from '../../../../domain/text/text.ts';
import { folded, searchable } from '../../../format/folded.ts';
import { perMonth } from '../../../format/intervals.ts';
import type { ListQuery, SortKey } from './listQuery.ts';
import { isOverdue, statuses, type Currency, type Subscription } from './record.ts';

/** A subscription with what the list searches and sorts by. */
export interface Entry {
  readonly record: Subscription;
  /** What a search looks through. */
  readonly text: string;
  readonly monthlyCost: number;
}

/** What the filters offer: what some subscription has. */
export interface Choices {
  readonly categories: readonly string[];
  readonly currencies: readonly Currency[];
  readonly tags: readonly string[];
}

/**
 * Prepares subscriptions for the list, by name. A search looks through names, categories, notes, tags and means of payment.
 */
export function entriesOf(records: readonly Subscription[]): readonly Entry[] {
  const byName = records.toSorted((a, b) => collator.compare(a.name, b.name));
  return byName.map((record) => {
    const { notes, tags = [], paymentMethod } = record.details ?? {};
    const text = searchable([record.name, record.category, notes, paymentMethod, ...tags].filter(Boolean).join('\n'));
    return { record, text, monthlyCost: perMonth(record.amount, record) };
  });
}

/** The entries that a query shows, in its order, out of those that are sorted by name. Every word of the search must occur. `today` is a day `YYYY-MM-DD`. */
export function selectEntries(entries: readonly Entry[], query: ListQuery, today: string): readonly Entry[] {
  const words = folded(query.q).split(/\s+/).filter(Boolean);
  const shown = entries.filter(
    ({ record, text }) => words.every((word) => text.includes(word)) && passesFilters(record, query, today),
  );
  if (query.sort === 'name') return query.isDescending ? shown.toReversed() : shown;
  const compare = comparators[query.sort];
  const groupOf = query.sort === 'next' ? byStatus : byCurrency(entries);
  const sign = query.isDescending ? -1 : 1;
  // Sorting is stable: what is equal stays in the order of names.
  return shown.sort((a, b) => groupOf(a) - groupOf(b) || sign * compare(a, b));
}

/** What the filters offer for these subscriptions, in alphabetical order. */
export function choicesOf(records: readonly Subscription[]): Choices {
  return {
    categories: sortedTexts(records.map(({ category }) => category)),
    currencies: sortedTexts(records.map(({ currency }) => currency)),
    tags: sortedTexts(records.flatMap(({ details }) => details?.tags ?? [])),
  };
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

const comparators: Readonly<Record<Exclude<SortKey, 'name'>, (a: Entry, b: Entry) => number>> = {
  amount: (a, b) => a.record.amount - b.record.amount,
  month: (a, b) => a.monthlyCost - b.monthlyCost,
  next: (a, b) => compareText(a.record.nextPaymentDate, b.record.nextPaymentDate),
};

// Entries of a later group come after those of an earlier one, in both directions.

/** What is not active has no payment to come. */
function byStatus({ record }: Entry): number {
  return statuses.indexOf(record.status);
}

/** Amounts of different currencies cannot be compared. The currency of most subscriptions is first. */
function byCurrency(entries: readonly Entry[]): (entry: Entry) => number {
  const counts = Map.groupBy(entries, ({ record }) => record.currency);
  const ranked = Array.from(counts.keys()).sort((a, b) => sizeOf(counts, b) - sizeOf(counts, a));
  return ({ record }) => ranked.indexOf(record.currency);
}

function sizeOf<Key>(groups: ReadonlyMap<Key, readonly unknown[]>, key: Key): number {
  return groups.get(key)?.length ?? 0;
}

function passesFilters(record: Subscription, query: ListQuery, today: string): boolean {
  const { status, category, currency, tag } = query;
  if (status === 'overdue' ? !isOverdue(record, today) : status !== '' && record.status !== status) return false;
  if (category !== '' && record.category !== category) return false;
  if (currency !== '' && record.currency !== currency) return false;
  return tag === '' || (record.details?.tags.includes(tag) ?? false);
}

function sortedTexts<Text extends string>(texts: readonly Text[]): readonly Text[] {
  return Array.from(new Set(texts)).sort(collator.compare);
}
