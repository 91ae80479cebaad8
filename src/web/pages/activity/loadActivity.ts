import { entityTypes, type EntityType } from '../../../core/audit/auditEntry.ts';
import { allPages } from '../../api/answers.ts';
import { api, bodyOf } from '../../api/client.ts';
import { type Actor, actorKey, distinctActors } from './actors.ts';
import type { Filter } from './address.ts';
import { dayOf, newestOf, paymentDays, paymentKey, paymentRecord, undoneEntries, type Entry } from './entries.ts';

const subscriptionTypes: readonly EntityType[] = ['subscription', 'payment', 'deletion'];
const reminderTypes: readonly EntityType[] = ['channel', 'reminder', 'delivery', 'feed'];
const otherTypes = entityTypes.filter((type) => !subscriptionTypes.includes(type) && !reminderTypes.includes(type));

/** The types of entities of each filter. Undefined is every type: the API takes one type or none. */
const typesOf: Readonly<Record<Filter, readonly (EntityType | undefined)[]>> = {
  all: [undefined],
  subscriptions: subscriptionTypes,
  reminders: reminderTypes,
  people: otherTypes,
};

/** Entries, newest first, and what was paid with those that are renewals. */
export interface Activity {
  readonly entries: readonly Entry[];
  readonly hasMore: boolean;
  /** Amounts by {@link paymentKey}. */
  readonly paid: ReadonlyMap<string, number>;
  /** The ids of the entries whose change was undone, also by an entry that does not pass the filter. */
  readonly undone: ReadonlySet<string>;
}

/** What to load. */
export interface Wanted {
  readonly filter: Filter;
  /** Only the entries of this subscription. */
  readonly subscriptionId?: string | undefined;
  /** How many entries. */
  readonly count: number;
  /** Only the entries of this actor, as `actorKey` writes it. */
  readonly by?: string | undefined;
  /** Only the entries of this day `YYYY-MM-DD` of the time zone. */
  readonly day?: string | undefined;
  readonly timeZone?: string | undefined;
}

const pageSize = 100;
/** How many entries the page looks through for each one that it shows, where the API cannot filter. */
const searchedForEach = 20;

/** Loads the newest entries that pass a filter. */
export async function loadActivity(wanted: Wanted, abort: AbortSignal): Promise<Activity> {
  const { filter, subscriptionId, count } = wanted;
  const restrictions =
    subscriptionId === undefined ? typesOf[filter].map((entityType) => ({ entityType })) : ofOne(subscriptionId);
  const lists = await Promise.all(restrictions.map((one) => newest(one, wanted, abort)));
  const all = lists.map(({ entries }) => entries);
  const entries = newestOf(all, count);
  const hasMore = lists.some((list) => list.hasMore) || all.flat().length > entries.length;
  const undone = new Set(lists.flatMap(({ read }) => Array.from(undoneEntries(read))));
  return { entries, hasMore, paid: await paidWith(entries, subscriptionId, abort), undone };
}

interface Restriction {
  readonly entityType: EntityType | undefined;
  readonly entityId?: string;
  /** What the API cannot filter by. */
  readonly isOwn?: (entry: Entry) => boolean;
}

/** The entries of a subscription, and those of its payments, which name it in what they record. */
function ofOne(subscriptionId: string): readonly Restriction[] {
  return [
    { entityType: 'subscription', entityId: subscriptionId },
    { entityType: 'payment', isOwn: (entry) => paymentRecord(entry)?.after.subscriptionId === subscriptionId },
  ];
}

async function newest({ entityType, entityId, isOwn }: Restriction, wanted: Wanted, signal: AbortSignal) {
  const { count } = wanted;
  const search = searchFor(wanted);
  const isSearch = search.isSearch || isOwn !== undefined;
  const passes = (entry: Entry) => search.passes(entry) && isOwn?.(entry) !== false;
  const most = isSearch ? count * searchedForEach : count;
  const read: Entry[] = [];
  const entries: Entry[] = [];
  let offset = 0;
  let hasMore = true;
  while (hasMore && entries.length < count && offset < most) {
    const query = {
      limit: isSearch ? pageSize : Math.min(pageSize, most - offset),
      offset,
      ...(entityType !== undefined && { entityType }),
      ...(entityId !== undefined && { entityId }),
    };
    const { data, pagination } = await bodyOf(api.GET('/api/v1/activity', { params: { query }, signal }));
    read.push(...data);
    entries.push(...data.filter(passes));
    offset += data.length;
    hasMore = pagination.hasMore && data.length > 0 && !search.isPast(data);
  }
  return { read, entries, hasMore };
}

function searchFor({ by, day, timeZone = 'UTC' }: Wanted) {
  const isBy = ({ actor }: Entry) => by === undefined || actorKey(actor) === by;
  const isOn = (entry: Entry) => day === undefined || dayOf(entry, timeZone) === day;
  return {
    isSearch: by !== undefined || day !== undefined,
    passes: (entry: Entry) => isBy(entry) && isOn(entry),
    /** Whether a page ends before the day. */
    isPast: (page: readonly Entry[]) => {
      const last = page.at(-1);
      return day !== undefined && last !== undefined && dayOf(last, timeZone) < day;
    },
  };
}

/** Those who have made one of the last changes, and with `withUsers`, which takes an admin, all users. */
export async function loadActors(withUsers: boolean, signal: AbortSignal): Promise<readonly Actor[]> {
  const [{ data: entries }, users] = await Promise.all([
    bodyOf(api.GET('/api/v1/activity', { params: { query: { limit: pageSize } }, signal })),
    withUsers ? allPages((query) => bodyOf(api.GET('/api/v1/users', { params: { query }, signal }))) : [],
  ]);
  const people = users.map(({ name }) => ({ kind: 'session', name }) as const);
  return distinctActors([...people, ...entries.map(({ actor }) => actor)]);
}

/** What was paid; the entries of renewals do not say it. Without the payments of a very busy time. */
async function paidWith(entries: readonly Entry[], subscriptionId: string | undefined, signal: AbortSignal) {
  const days = paymentDays(entries);
  if (days === undefined) return new Map<string, number>();
  const query = { ...days, limit: pageSize, ...(subscriptionId !== undefined && { subscriptionId }) };
  const { data } = await bodyOf(api.GET('/api/v1/payments', { params: { query }, signal }));
  return new Map(data.map((payment) => [paymentKey(payment.subscriptionId, payment.dueOn), payment.amount]));
}
