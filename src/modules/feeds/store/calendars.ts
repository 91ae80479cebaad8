import { and, eq, inArray, sql } from 'drizzle-orm';
import { readRevisionsOfData } from '../../../core/audit/revisions.ts';
import type { EndingAnchor } from '../../../core/billing/occurrences.ts';
import { withPrices, type Prices } from '../../../core/billing/prices.ts';
import type { Db } from '../../../core/database/db.ts';
import { plainRows } from '../../../core/database/plainRows.ts';
import { scheduleColumns } from '../../analytics/store/conditions.ts';
import type { Currency, Status } from '../../subscriptions/model.ts';
import { findForms } from '../../subscriptions/store/textForms.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import type { FeedRecord } from '../model.ts';
import { daysWithin, type CalendarDays, type CalendarPayments } from '../rules/events.ts';
import { findPayments, numbersOf, paymentsAhead, type PaidRow } from './calendarPayments.ts';

// Bounds the memory: the whole text of a calendar is made before it is sent.
const bytesMax = 8 * 1024 * 1024;
const bytesOfPaymentsMax = bytesMax / 2;

/** A subscription, as a calendar shows it. */
export interface CalendarRow extends EndingAnchor, Prices {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly status: Status;
  readonly updatedAt: string;
  readonly revision: number;
  readonly currency: Currency;
}

/** What the calendar of a feed has. */
interface CalendarSnapshot {
  /** The revision of the owner, without deliveries. */
  readonly revision: number;
  /** The days of the feed, without the last ones if the calendar would be too large. */
  readonly days: CalendarDays;
  readonly records: readonly CalendarRow[];
  readonly paymentsOf: (subscriptionId: string) => CalendarPayments;
}

type Filters = Pick<FeedRecord, 'status' | 'category' | 'tag' | 'alarmDaysBefore'>;

/** Reads what calendars of an owner have. */
export function readCalendars(db: Db) {
  const revisionOf = readRevisionsOfData(db);
  const filtersOf = prepareFilters(db);

  return {
    /** The revision of an owner: each write raises it, except deliveries. */
    revisionOf,

    /** Makes something of what the calendar of a feed has, all from one snapshot. */
    use<Made>(ownerId: number, feed: Filters, days: CalendarDays, make: (snapshot: CalendarSnapshot) => Made): Made {
      const sizeOf = (record: CalendarRow) => eventBytes(record, feed.alarmDaysBefore !== null);
      return db.transaction(() => {
        const filters = filtersOf(ownerId, feed);
        const records = findRecords(db, filters);
        const paid = paymentsIn(db, ownerId, filters, days);
        const aheadOf = paymentsAhead(db, ownerId, filters);
        return make({
          revision: revisionOf(ownerId),
          days: daysWithin(records, days, { sizeMax: bytesMax - paid.bytes, sizeOf }),
          records,
          paymentsOf: (id) => ({ made: paid.of.get(id) ?? [], ofDueDays: aheadOf(id) }),
        });
      });
    },
  };
}

/** Creates a function that gives the condition of a feed: as the filters of the list; a tag is one of the labels, whole. */
function prepareFilters(db: Db) {
  const { formsOfCategory, formsOfTag } = findForms(db);
  return (ownerId: number, { status, category, tag }: Filters) =>
    and(
      eq(subscriptions.ownerId, ownerId),
      eq(subscriptions.status, status),
      category === null ? undefined : inArray(subscriptions.category, [...formsOfCategory(ownerId, category)]),
      tag === null
        ? undefined
        : sql`exists (select 1 from json_each(${subscriptions.tags}) where value in ${formsOfTag(ownerId, tag)})`,
    );
}

type Condition = ReturnType<ReturnType<typeof prepareFilters>>;

function findRecords(db: Db, filters: Condition): readonly CalendarRow[] {
  const { id, name, category, status, updatedAt, revision, createdAt, sequence } = subscriptions;
  const columns = { id, name, category, status, updatedAt, revision, ...scheduleColumns };
  return plainRows(
    db.select(columns).from(subscriptions).where(filters).orderBy(createdAt, sequence).prepare(),
    columns,
  ).map(withPrices);
}

/** The newest payments between two days that are within the limits, by subscription; and the bytes of their events. */
function paymentsIn(db: Db, ownerId: number, filters: Condition, days: CalendarDays) {
  const newest: PaidRow[] = [];
  let bytes = 0;
  for (const payment of findPayments(db, ownerId, filters, days)) {
    const size = eventBytes(payment);
    if (bytes + size > bytesOfPaymentsMax) break;
    bytes += size;
    newest.push(payment);
  }
  const numberIn = numbersOf(db, ownerId);
  const numbered = newest.toReversed().map((payment) => ({ ...payment, number: numberIn(payment) }));
  return { bytes, of: Map.groupBy(numbered, ({ subscriptionId }) => subscriptionId) };
}

// Those of an event and of its alarm, without the texts of its subscription.
const fixedBytes = { event: 350, alarm: 120 };
// Lines are folded.
const bytesPerByte = 1.05;

/** About how many bytes an event takes, rather too many than too few. */
function eventBytes({ name, category }: Pick<CalendarRow, 'name' | 'category'>, hasAlarm = false): number {
  const nameBytes = textBytes(name);
  return fixedBytes.event + nameBytes + textBytes(category) + (hasAlarm ? fixedBytes.alarm + nameBytes : 0);
}

function textBytes(text: string): number {
  const escaped = text.match(/[\\;,\n]/g)?.length ?? 0;
  return (Buffer.byteLength(text) + escaped) * bytesPerByte;
}
