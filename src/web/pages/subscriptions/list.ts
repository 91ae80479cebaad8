import { type ReadonlySignal, signal } from '@preact/signals';
import { monthlyHundredths, spendOfCurrencies } from '../../../modules/analytics/rules/equivalents.ts';
import { amountOf, roundHalfUp } from '../../../core/billing/money.ts';
import { compareText, composed } from '../../../core/text/text.ts';
import { byCurrency } from '../../format/currencyOrder.ts';
import { perMonth, pricedOf } from '../../format/intervals.ts';
import { folded, searchable } from '../../format/text.ts';
import {
  type Currency,
  isEnding,
  isOverdue,
  type Status,
  statuses,
  type Subscription,
} from '../../subscriptions/fields.ts';

/** What the list can be sorted by, in words. */
export const sortTexts = {
  next: 'activity.field.nextPaymentDate',
  name: 'subscriptions.form.name',
  amount: 'subscriptions.form.amount',
  month: 'subscriptions.sort.month',
} as const;

export type SortKey = keyof typeof sortTexts;

export const sortKeys = Object.keys(sortTexts) as readonly SortKey[];

/** What the list can be restricted to by status. */
export const statusFilters = [...statuses, 'overdue'] as const;

/** What the list shows, and in which order. An empty text restricts nothing. */
export interface ListQuery {
  readonly q: string;
  readonly status: Status | 'overdue' | '';
  readonly category: string;
  readonly currency: string;
  readonly tag: string;
  readonly sort: SortKey;
  readonly isDescending: boolean;
}

/** Everything, by the next payment. */
export const everything: ListQuery = {
  q: '',
  status: '',
  category: '',
  currency: '',
  tag: '',
  sort: 'next',
  isDescending: false,
};

// Also of one that was taken off the list of the service: some subscriptions may have it.
const currencyCode = /^[A-Z]{3}$/;

/** The query of the list in the query of an address. What it does not know it takes for the default. */
export function readListQuery(given: Readonly<Record<string, string>>): ListQuery {
  const sort = given['sort'] ?? '';
  const isDescending = sort.startsWith('-');
  return {
    q: given['q'] ?? '',
    status: statusFilters.find((known) => known === given['status']) ?? '',
    category: given['category'] ?? '',
    currency: currencyCode.exec(given['currency'] ?? '')?.[0] ?? '',
    tag: given['tag'] ?? '',
    sort: sortKeys.find((known) => known === (isDescending ? sort.slice(1) : sort)) ?? everything.sort,
    isDescending,
  };
}

/** The query of an address for a query of the list, such as `?status=paused&sort=-amount`; empty for the default. */
export function writeListQuery(query: ListQuery, id?: string): string {
  const sort = `${query.isDescending ? '-' : ''}${query.sort}`;
  const members = {
    q: query.q,
    status: query.status,
    category: query.category,
    currency: query.currency,
    tag: query.tag,
    sort: sort === everything.sort ? '' : sort,
    id: id ?? '',
  };
  const text = new URLSearchParams(Object.entries(members).filter(([, value]) => value !== '')).toString();
  return text === '' ? '' : `?${text}`;
}

export type FilterName = 'status' | 'category' | 'currency' | 'tag';

const filterNames: readonly FilterName[] = ['status', 'category', 'currency', 'tag'];

/** The filters that a query sets, in the order of the form. */
export function setFilters(query: ListQuery): readonly FilterName[] {
  return filterNames.filter((name) => query[name] !== '');
}

/** Whether a query of the list hides anything. */
export function isRestricted({ q, status, category, currency, tag }: ListQuery): boolean {
  return [q.trim(), status, category, currency, tag].some((value) => value !== '');
}

/** A subscription with what the list searches and sorts by. */
export interface Entry {
  readonly record: Subscription;
  /** What a search looks through. */
  readonly text: string;
  /** Undefined when the page cannot tell. */
  readonly monthlyCost: number | undefined;
}

/** What the filters offer: what some subscription has. */
export interface Choices {
  readonly categories: readonly string[];
  readonly currencies: readonly Currency[];
  readonly tags: readonly string[];
  readonly paymentMethods: readonly string[];
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
  // What is not active has no payment to come, and amounts of different currencies cannot be compared, in both directions.
  const compareGroups = ({ record: a }: Entry, { record: b }: Entry) =>
    query.sort === 'next' ? statuses.indexOf(a.status) - statuses.indexOf(b.status) : byCurrency(a, b);
  const sign = query.isDescending ? -1 : 1;
  // Sorting is stable: what is equal stays in the order of names.
  return shown.sort((a, b) => compareGroups(a, b) || sign * compare(a, b));
}

/** What the filters offer for these subscriptions, in alphabetical order. */
export function choicesOf(records: readonly Subscription[]): Choices {
  return {
    categories: sortedTexts(records.map(({ category }) => category)),
    currencies: sortedTexts(records.map(({ currency }) => currency)),
    tags: sortedTexts(records.flatMap(({ details }) => details?.tags ?? [])),
    paymentMethods: sortedTexts(records.flatMap(({ details }) => details?.paymentMethod ?? [])),
  };
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

const comparators: Readonly<Record<Exclude<SortKey, 'name'>, (a: Entry, b: Entry) => number>> = {
  amount: (a, b) => a.record.amount - b.record.amount,
  month: (a, b) => (a.monthlyCost ?? 0) - (b.monthlyCost ?? 0),
  next: (a, b) => compareText(a.record.nextPaymentDate, b.record.nextPaymentDate),
};

function passesFilters(record: Subscription, query: ListQuery, today: string): boolean {
  const { status, category, currency, tag } = query;
  if (!hasStatus(record, status, today)) return false;
  // The reports take canonically equal texts for the same category, too.
  if (category !== '' && composed(record.category) !== composed(category)) return false;
  if (currency !== '' && record.currency !== currency) return false;
  return tag === '' || (record.details?.tags.includes(tag) ?? false);
}

/** What is cancelled and still runs is among the active ones and among the cancelled ones. */
function hasStatus(record: Subscription, status: ListQuery['status'], today: string): boolean {
  if (status === '' || record.status === status) return true;
  if (status === 'overdue') return isOverdue(record, today);
  return status === 'cancelled' && isEnding(record);
}

function sortedTexts<Text extends string>(texts: readonly Text[]): readonly Text[] {
  return Array.from(new Set(texts)).sort(collator.compare);
}

// More than a screen has; and so few that a slow processor is not busy for long with one piece.
const itemsAtFirst = 40;
const itemsOfOtherPieces = 20;

/** A list in pieces: a larger one for the first view, then smaller ones. */
export function piecesOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const others = Math.max(0, Math.ceil((items.length - itemsAtFirst) / itemsOfOtherPieces));
  const starts = Array.from({ length: others }, (_, piece) => itemsAtFirst + piece * itemsOfOtherPieces);
  return [items.slice(0, itemsAtFirst), ...starts.map((start) => items.slice(start, start + itemsOfOtherPieces))];
}

/** Which subscriptions are selected, by id. */
export interface Selection {
  readonly ids: ReadonlySignal<ReadonlySet<string>>;
  readonly set: (ids: readonly string[], isSelected: boolean) => void;
  readonly clear: () => void;
}

/** A selection of nothing. */
export function createSelection(): Selection {
  const ids = signal<ReadonlySet<string>>(new Set());
  return {
    ids,
    set: (changed, isSelected) => {
      const next = new Set(ids.peek());
      for (const id of changed) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      ids.value = next;
    },
    clear: () => (ids.value = new Set()),
  };
}

/** What the active ones of some subscriptions cost in one currency. */
export interface Total {
  readonly currency: Currency;
  readonly monthly: number;
  readonly yearly: number;
}

/**
 * The sums of the active subscriptions by currency: exact, and rounded once, as the reports of the API are.
 */
export function totalsOf(subscriptions: readonly Subscription[]): readonly Total[] {
  const active = subscriptions.filter(({ status }) => status === 'active');
  const groups = active.flatMap((one) => {
    const priced = pricedOf(one.amount, one);
    return priced ? [{ ...priced, currency: one.currency, subscriptions: 1 }] : [];
  });
  return Array.from(spendOfCurrencies(groups), ([currency, { yearly }]) => ({
    currency,
    monthly: amountOf(monthlyHundredths(yearly)),
    yearly: amountOf(roundHalfUp(yearly)),
  })).sort(byCurrency);
}
