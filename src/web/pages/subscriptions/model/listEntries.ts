import type { ListQuery, SortKey } from './listQuery.ts';
import { isOverdue, type Currency, type Subscription } from './record.ts';
import { monthlyCostOf, totalsOf } from './totals.ts';

/** A subscription with what the list searches and sorts by. */
export interface Entry {
  readonly record: Subscription;
  /** What a search looks through, folded. */
  readonly text: string;
  readonly monthlyCost: number;
}

/** What the filters offer: what some subscription has. */
export interface Choices {
  readonly categories: readonly string[];
  readonly currencies: readonly Currency[];
  readonly tags: readonly string[];
}

/** Prepares subscriptions for the list. A search looks through names, categories, notes, tags and means of payment. */
export function entriesOf(records: readonly Subscription[]): readonly Entry[] {
  return records.map((record) => {
    const { notes, tags = [], paymentMethod } = record.details ?? {};
    const text = folded([record.name, record.category, notes, paymentMethod, ...tags].filter(Boolean).join('\n'));
    return { record, text, monthlyCost: monthlyCostOf(record) };
  });
}

/** The entries that a query shows, in its order. Every word of the search must occur. `today` is a day `YYYY-MM-DD`. */
export function selectEntries(entries: readonly Entry[], query: ListQuery, today: string): readonly Entry[] {
  const words = folded(query.q).split(/\s+/).filter(Boolean);
  const shown = entries.filter(
    ({ record, text }) => words.every((word) => text.includes(word)) && passesFilters(record, query, today),
  );
  const compare = comparators[query.sort];
  const ranks = new Map(totalsOf(entries.map(({ record }) => record)).map(({ currency }, rank) => [currency, rank]));
  const sign = query.isDescending ? -1 : 1;
  return shown.sort((a, b) => groupOf(a, query, ranks) - groupOf(b, query, ranks) || sign * compare(a, b));
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

const byName = (a: Entry, b: Entry) => collator.compare(a.record.name, b.record.name);

const comparators: Readonly<Record<SortKey, (a: Entry, b: Entry) => number>> = {
  name: byName,
  amount: (a, b) => a.record.amount - b.record.amount || byName(a, b),
  month: (a, b) => a.monthlyCost - b.monthlyCost || byName(a, b),
  next: (a, b) => compareTexts(a.record.nextPaymentDate, b.record.nextPaymentDate) || byName(a, b),
};

/**
 * Entries of a later group come after those of an earlier one, in both directions: amounts of different currencies cannot be
 * compared, and what is not active has no payment to come.
 */
function groupOf({ record }: Entry, { sort }: ListQuery, ranks: ReadonlyMap<string, number>): number {
  if (sort === 'next') return ['active', 'paused', 'cancelled'].indexOf(record.status);
  if (sort === 'name') return 0;
  return ranks.get(record.currency) ?? ranks.size;
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

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
