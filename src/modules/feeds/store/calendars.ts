import type { Db } from '../../../core/database/db.ts';
import { daysWithin, type CalendarDays, type CalendarPayment, type CalendarPayments } from '../rules/events.ts';
import { dayOfNumber, numberOfDay } from '../../../core/billing/days.ts';
import type { EndingAnchor } from '../../../core/billing/occurrences.ts';
import type { FeedRecord } from '../model.ts';
import type { Currency, Status } from '../../subscriptions/model.ts';
import { readRevisionsOfData } from '../../../core/audit/revisions.ts';
import { findForms } from '../../subscriptions/store/textForms.ts';
import { columns } from '../../../core/database/columns.ts';
import { inTransaction, prepareQuery } from '../../../core/database/statement.ts';
import { scheduleColumns } from '../../analytics/store/conditions.ts';

// Bounds the memory: the whole text of a calendar is made before it is sent.
const bytesMax = 8 * 1024 * 1024;
const bytesOfPaymentsMax = bytesMax / 2;
const paymentsMax = 10_000;

/** A subscription, as a calendar shows it. */
export interface CalendarRow extends EndingAnchor {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly status: Status;
  readonly updatedAt: string;
  readonly revision: number;
  readonly currency: Currency;
  readonly amountHundredths: number;
}

/** What the calendar of a feed has. */
interface CalendarSnapshot {
  /** The revision of the owner, without deliveries. */
  readonly revision: number;
  /** The days of the feed, without the last ones if the calendar would be too large. */
  readonly days: CalendarDays;
  /** The subscriptions, read one by one. */
  readonly records: Iterable<CalendarRow>;
  readonly paymentsOf: (subscriptionId: string) => CalendarPayments;
}

type Filters = Pick<FeedRecord, 'status' | 'category' | 'tag' | 'alarmDaysBefore'>;

// As the filters of the list; a tag is one of the labels, whole.
const passesFilters = `subscriptions.owner_id = $ownerId AND status = $status
  AND ($categories IS NULL OR category IN (SELECT value FROM json_each($categories)))
  AND ($tags IS NULL OR EXISTS (SELECT 1 FROM json_each(subscriptions.tags)
    WHERE value IN (SELECT value FROM json_each($tags))))`;

type FilterBindings = ReturnType<ReturnType<typeof bindFilters>>;

/** Creates a function that gives the values of {@link passesFilters}: categories and tags in each form that is stored. */
function bindFilters(database: Db) {
  const { formsOfCategory, formsOfTag } = findForms(database);
  return (ownerId: number, { status, category, tag }: Filters) => ({
    ownerId,
    status,
    categories: category === null ? null : JSON.stringify(formsOfCategory(ownerId, category)),
    tags: tag === null ? null : JSON.stringify(formsOfTag(ownerId, tag)),
  });
}

/** Reads what calendars of an owner have. */
export function readCalendars(database: Db) {
  const revisionOf = readRevisionsOfData(database);
  const shown = columns('subscriptions', ['id', 'name', 'category', 'status', 'updatedAt', 'revision']);
  const records = prepareQuery<CalendarRow>(
    database,
    `SELECT ${shown}, ${scheduleColumns} FROM subscriptions WHERE ${passesFilters} ORDER BY created_at, sequence`,
  );
  const payments = preparePayments(database);
  const numberOf = numbersOf(database);
  const ahead = preparePaymentsAhead(database);
  const bindingsOf = bindFilters(database);

  /** The newest payments between two days that are within the limits, by subscription; and the bytes of their events. */
  function paymentsIn(filters: FilterBindings, { first, last }: CalendarDays) {
    const { ownerId } = filters;
    const bindings = { ...filters, from: dayOfNumber(first), to: dayOfNumber(last) };
    const newest: PaidRow[] = [];
    let bytes = 0;
    for (const payment of payments.each(bindings)) {
      const size = eventBytes(payment);
      if (bytes + size > bytesOfPaymentsMax) break;
      bytes += size;
      newest.push(payment);
    }
    const numberIn = numberOf(ownerId);
    const numbered = newest.toReversed().map((payment) => ({ ...payment, number: numberIn(payment) }));
    return { bytes, of: Map.groupBy(numbered, ({ subscriptionId }) => subscriptionId) };
  }

  function paymentsAhead(filters: FilterBindings) {
    const found = Map.groupBy(ahead.all(filters), ({ subscriptionId }) => subscriptionId);
    return (id: string) => new Map(found.get(id)?.map(({ dueOn, payments: count }) => [numberOfDay(dueOn), count]));
  }

  return {
    /** The revision of an owner: each write raises it, except deliveries. */
    revisionOf,

    /** Makes something of what the calendar of a feed has, all from one snapshot. */
    use<Made>(ownerId: number, feed: Filters, days: CalendarDays, make: (snapshot: CalendarSnapshot) => Made): Made {
      const sizeOf = (record: CalendarRow) => eventBytes(record, feed.alarmDaysBefore !== null);
      return inTransaction(database, 'deferred', () => {
        const filters = bindingsOf(ownerId, feed);
        const each = () => records.each(filters);
        const paid = paymentsIn(filters, days);
        const aheadOf = paymentsAhead(filters);
        return make({
          revision: revisionOf(ownerId),
          days: daysWithin(each(), days, { sizeMax: bytesMax - paid.bytes, sizeOf }),
          records: each(),
          paymentsOf: (id) => ({ made: paid.of.get(id) ?? [], ofDueDays: aheadOf(id) }),
        });
      });
    },
  };
}

interface PaidRow extends Omit<CalendarPayment, 'number'>, Pick<CalendarRow, 'name' | 'category'> {
  readonly sequence: number;
  readonly subscriptionId: string;
  /** 1 if a payment with the same due date was recorded before it. */
  readonly isRepeated: number;
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

// Neither removed nor of a reverted renewal.
const counts = (payment: string) => `${payment}.reverted_at IS NULL AND ${payment}.removed_at IS NULL`;
const hasDueDate = (payment: string, { id, dueOn }: { readonly id: string; readonly dueOn: string }) =>
  `${payment}.subscription_id = ${id} AND ${payment}.owner_id = $ownerId AND ${payment}.due_on = ${dueOn} AND ${counts(payment)}`;

function preparePayments(database: Db) {
  const sameDueDate = hasDueDate('earlier', { id: 'payments.subscription_id', dueOn: 'payments.due_on' });
  // Those recorded later come first, and are put back in order.
  return prepareQuery<PaidRow>(
    database,
    `SELECT payments.sequence, subscription_id AS subscriptionId, due_on AS dueOn, paid_on AS paidOn,
       payments.amount_hundredths AS amountHundredths, payments.currency, subscriptions.name, category,
       EXISTS (SELECT 1 FROM payments AS earlier
         WHERE ${sameDueDate} AND earlier.sequence < payments.sequence) AS isRepeated
     FROM payments JOIN subscriptions ON subscriptions.id = payments.subscription_id
     WHERE payments.owner_id = $ownerId AND paid_on BETWEEN $from AND $to AND ${counts('payments')} AND ${passesFilters}
     ORDER BY paid_on DESC, payments.sequence DESC LIMIT ${paymentsMax}`,
  );
}

/** Gives functions that number the payments of an owner among those with the same due date. */
function numbersOf(database: Db) {
  const all = prepareQuery<{ sequence: number }>(
    database,
    `SELECT sequence FROM payments
     WHERE ${hasDueDate('payments', { id: '$id', dueOn: '$dueOn' })} ORDER BY sequence`,
  );
  return (ownerId: number) => {
    const known = new Map<string, ReadonlyMap<number, number>>();
    return function numberOf({ sequence, subscriptionId: id, dueOn, isRepeated }: PaidRow): number {
      if (isRepeated === 0) return 1;
      const key = `${id} ${dueOn}`;
      const numbers =
        known.get(key) ?? new Map(all.all({ ownerId, id, dueOn }).map((row, at) => [row.sequence, at + 1]));
      known.set(key, numbers);
      return numbers.get(sequence) ?? 1;
    };
  };
}

/** The numbers of payments with due dates that are still due: a payment has moved the schedule back. */
function preparePaymentsAhead(database: Db) {
  return prepareQuery<{ subscriptionId: string; dueOn: string; payments: number }>(
    database,
    `SELECT subscription_id AS subscriptionId, due_on AS dueOn, count(*) AS payments
     FROM subscriptions CROSS JOIN payments
       ON subscription_id = subscriptions.id AND payments.owner_id = $ownerId AND due_on > last_payment_date
     WHERE ${counts('payments')} AND ${passesFilters} GROUP BY subscription_id, due_on`,
  );
}
