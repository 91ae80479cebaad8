import { currencies, statuses, type Currency, type Status } from './record.ts';

/** What the list can be sorted by. */
export const sortKeys = ['next', 'name', 'amount', 'month'] as const;

/** One of `sortKeys`. */
export type SortKey = (typeof sortKeys)[number];

/** What the list can be restricted to by status. */
export const statusFilters = [...statuses, 'overdue'] as const;

/** What the list shows, and in which order. An empty text restricts nothing. */
export interface ListQuery {
  readonly q: string;
  readonly status: Status | 'overdue' | '';
  readonly category: string;
  readonly currency: Currency | '';
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

/** The query of the list in the query of an address. What it does not know it takes for the default. */
export function readListQuery(given: Readonly<Record<string, string>>): ListQuery {
  const sort = given['sort'] ?? '';
  const isDescending = sort.startsWith('-');
  return {
    q: given['q'] ?? '',
    status: statusFilters.find((known) => known === given['status']) ?? '',
    category: given['category'] ?? '',
    currency: currencies.find((known) => known === given['currency']) ?? '',
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

/** Whether a query of the list hides anything. */
export function isRestricted({ q, status, category, currency, tag }: ListQuery): boolean {
  return [q.trim(), status, category, currency, tag].some((value) => value !== '');
}
