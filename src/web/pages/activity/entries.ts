import { compareText } from '../../../domain/text/text.ts';
import type { components } from '../../api/apiTypes.d.ts';
import { kept } from '../../format/kept.ts';

/** An entry of the activity, as the API has it. */
export type Entry = components['schemas']['ActivityEntry'];

type Details = components['schemas']['Details'];
type Subscription = components['schemas']['Subscription'];

/** What the entry of a subscription records. */
export interface SubscriptionRecord {
  /** Absent for a creation. */
  readonly before?: Subscription;
  readonly after: Subscription;
  readonly details?: { readonly before?: Details; readonly after: Details };
  readonly renewal?: components['schemas']['RenewalRecord'];
  /** The id of the entry that this one undid. */
  readonly reverts?: string;
}

/** What an entry records of a subscription; undefined for entries of anything else. */
export function subscriptionRecord({ entityType, metadata }: Entry): SubscriptionRecord | undefined {
  const isRecord = entityType === 'subscription' && typeof metadata['after'] === 'object';
  return isRecord ? (metadata as unknown as SubscriptionRecord) : undefined;
}

/**
 * The ids of the entries whose change was undone and not brought back.
 *
 * @param entries newest first
 */
export function undoneEntries(entries: readonly Entry[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const entry of entries) {
    const { reverts } = entry.metadata;
    if (typeof reverts === 'string' && !undone.has(entry.id)) undone.add(reverts);
  }
  return undone;
}

const dayFormat = kept(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
);

/** The entries of one day `YYYY-MM-DD` of the service. */
export interface EntriesOfDay {
  readonly day: string;
  readonly entries: readonly Entry[];
}

/** The entries by the day of a time zone on which they were made, in their order. */
export function byDay(entries: readonly Entry[], timeZone: string): readonly EntriesOfDay[] {
  // This locale writes days as the API does.
  const format = dayFormat('sv-SE', timeZone);
  const days = Map.groupBy(entries, ({ createdAt }) => format.format(new Date(createdAt)));
  return Array.from(days, ([day, of]) => ({ day, entries: of }));
}

/** The newest entries of several lists that are newest first, as one such list. */
export function newestOf(lists: readonly (readonly Entry[])[], count: number): readonly Entry[] {
  // One list keeps its order, which is that of the writes, even where a clock was set back.
  if (lists.length === 1) return lists[0]?.slice(0, count) ?? [];
  return lists
    .flat()
    .toSorted((a, b) => compareText(b.createdAt, a.createdAt) || compareText(b.id, a.id))
    .slice(0, count);
}

/** The due date of a renewal, as the key of its payment. */
export function paymentKey(subscriptionId: string, dueOn: string): string {
  return `${subscriptionId} ${dueOn}`;
}

/** The first and the last day on which payments of these entries were made; undefined when there are none. */
export function paymentDays(entries: readonly Entry[]): { readonly from: string; readonly to: string } | undefined {
  const days = entries.flatMap((entry) => subscriptionRecord(entry)?.renewal?.paidOn ?? []).toSorted(compareText);
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}
