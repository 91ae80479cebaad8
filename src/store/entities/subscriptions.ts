import type { Database } from 'bun:sqlite';
import { and, asc, desc, eq, lte, sql, type SQL, type InferSelectModel } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { type Period, billingOf } from '../../domain/billing/periodTable.ts';
import { type Status, subscriptionFields } from '../../domain/subscriptions/fields.ts';
import { type Subscription, viewSubscription } from '../../domain/subscriptions/subscription.ts';
import { foldCase, normaliseName } from '../../domain/text/text.ts';
import {
  detailedJson,
  detailsOf,
  detailsSelection,
  readDetails,
  withoutDetails,
  type OwnDetailColumn,
} from './details.ts';
import { type Page, pageOf } from '../sqlite/page.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, guarded, prepareQuery, type Bindings } from '../sqlite/statement.ts';
import { namesOf } from '../../domain/fields/fieldTable.ts';

const sortColumns = {
  createdAt: subscriptions.createdAt,
  nextPaymentDate: subscriptions.nextPaymentDate,
  amount: subscriptions.amountHundredths,
  name: subscriptions.nameFolded,
};

/** A column to sort by; a leading `-` reverses the order exactly. */
export type Sort = keyof typeof sortColumns | `-${keyof typeof sortColumns}`;

/** Filters of an owner's subscriptions; an absent filter does not restrict. */
export interface SubscriptionFilters {
  readonly status?: Status;
  readonly category?: string;
  readonly period?: Period;
  /** A part of the name, literal, in any case. */
  readonly q?: string;
  /** The latest `nextPaymentDate` to include, `YYYY-MM-DD`. */
  readonly expiringBefore?: string;
}

const conditions: Record<keyof SubscriptionFilters, SQL> = {
  status: eq(subscriptions.status, sql.placeholder('status')),
  category: eq(subscriptions.category, sql.placeholder('category')),
  period: eq(subscriptions.period, sql.placeholder('period')),
  q: sql`instr(${subscriptions.nameFolded}, ${sql.placeholder('q')}) > 0`,
  expiringBefore: lte(subscriptions.nextPaymentDate, sql.placeholder('expiringBefore')),
};

/** What a read of subscriptions adds to each record. */
export type Included = 'details';

/** Reads the rows of one page of a list, each as JSON. */
type ReadRows = (bindings: Bindings) => string[];

const isOwners = eq(subscriptions.ownerId, sql.placeholder('ownerId'));
const isInDetails = sql`instr(${subscriptions.detailsFolded}, ${sql.placeholder('q')}) > 0`;
const conditionsWithDetails = { ...conditions, q: sql`(${conditions.q} or ${isInDetails})` };

/** Reads the subscriptions of one owner. */
export function readSubscriptions(database: Database) {
  const builder = drizzle(database);
  const {
    sequence: _sequence,
    ownerId: _ownerId,
    nameFolded: _folded,
    nameNormalised: _normalised,
    viewJson,
    ...wholeColumns
  } = columnsOf(subscriptions);
  const columns = withoutDetails(wholeColumns);
  const isWanted = and(eq(subscriptions.id, sql.placeholder('id')), isOwners);
  const byId = prepareQuery(database, builder.select(columns).from(subscriptions).where(isWanted));
  const viewById = prepareQuery(database, builder.select({ viewJson }).from(subscriptions).where(isWanted));
  // One statement for each combination of filters and sort that is requested: at most 2⁵ × 8, with and without details.
  const lists = new Map<string, ReadRows>();

  function listReader(sort: Sort, filters: readonly (keyof SubscriptionFilters)[], include?: Included): ReadRows {
    const key = [include, sort, ...filters].join(' ');
    let readRows = lists.get(key);
    if (readRows === undefined) {
      const prepare = include === undefined ? prepareList : prepareDetailedList;
      readRows = guarded(() => prepare(database, filters, orderOf(sort)));
      lists.set(key, readRows);
    }
    return readRows;
  }

  return {
    ...readDetails(database),

    /** The owner's subscription with an id (lower case), if there is one. */
    find(ownerId: number, id: string): Subscription | undefined {
      const row = byId.first({ ownerId, id });
      return row && subscriptionOf(row);
    },

    /** The view of that subscription, as JSON. */
    findView(ownerId: number, id: string): string | undefined {
      return viewById.first({ ownerId, id })?.viewJson;
    },

    /**
     * One page of the owner's subscriptions that pass every filter, each as JSON; equal ones in the order of creation.
     *
     * @param include whether each has its details, in which `q` then searches, too
     */
    list(ownerId: number, filters: SubscriptionFilters, sort: Sort, page: Page, include?: Included) {
      const values = filterBindings(filters);
      const names = filterNames.filter((name) => name in values);
      const readRows = listReader(sort, names, include);
      return pageOf(page, (limit) => readRows({ ownerId, ...values, limit, offset: page.offset }));
    },
  };
}

/** Compiles the query of one page of a list. */
function prepareList(database: Database, filters: readonly (keyof SubscriptionFilters)[], order: [SQL, SQL]): ReadRows {
  const { viewJson } = columnsOf(subscriptions);
  const where = and(isOwners, ...filters.map((filter) => conditions[filter]));
  const query = drizzle(database)
    .select({ viewJson })
    .from(subscriptions)
    .where(where)
    .orderBy(...order);
  const rows = prepareQuery(database, query.limit(sql.placeholder('limit')).offset(sql.placeholder('offset')));
  return (bindings) => rows.all(bindings).map((row) => row.viewJson);
}

/** As {@link prepareList}, with the details of each record. */
function prepareDetailedList(
  database: Database,
  filters: readonly (keyof SubscriptionFilters)[],
  order: [SQL, SQL],
): ReadRows {
  const { viewJson } = columnsOf(subscriptions);
  const where = and(isOwners, ...filters.map((filter) => conditionsWithDetails[filter]));
  const query = drizzle(database)
    .select({ viewJson, ...detailsSelection() })
    .from(subscriptions)
    .where(where)
    .orderBy(...order);
  const rows = prepareQuery(database, query.limit(sql.placeholder('limit')).offset(sql.placeholder('offset')));
  return (bindings) => rows.all(bindings).map(({ viewJson: view, ...row }) => detailedJson(view, detailsOf(row)));
}

const filterNames = ['status', 'category', 'period', 'q', 'expiringBefore'] as const;

function filterBindings({ q, ...exact }: SubscriptionFilters): Bindings {
  return q === undefined || q === '' ? { ...exact } : { ...exact, q: foldCase(q) };
}

function orderOf(sort: Sort): [SQL, SQL] {
  const direction = sort.startsWith('-') ? desc : asc;
  const column = sort.startsWith('-') ? sort.slice(1) : sort;
  return [direction(sortColumns[column as keyof typeof sortColumns]), direction(subscriptions.sequence)];
}

/** A complete row of the subscriptions. */
export type WholeRow = InferSelectModel<typeof subscriptions>;

/** The columns that decide about a record: without sequence number, owner, derived columns and most details. */
export type SubscriptionRow = Omit<
  WholeRow,
  'sequence' | 'ownerId' | 'nameFolded' | 'nameNormalised' | 'viewJson' | OwnDetailColumn
>;

/** The values of the row that a write of a record stores. */
export type RecordRow = Omit<WholeRow, 'sequence' | 'ownerId' | OwnDetailColumn>;

/** The subscription that a row holds. */
export function subscriptionOf(row: SubscriptionRow): Subscription {
  const flags: Partial<Record<FlagName, boolean>> = {};
  for (const name of flagNames) flags[name] = row[name] === 1;
  return { ...row, ...billingOf(row), ...(flags as Record<FlagName, boolean>) };
}

/** The values of the row that stores a subscription, with the derived columns for searching, grouping and sending. */
export function rowOf(subscription: Subscription): RecordRow {
  const flags: Partial<Record<FlagName, number>> = {};
  for (const name of flagNames) flags[name] = subscription[name] ? 1 : 0;
  return {
    ...subscription,
    ...(flags as Record<FlagName, number>),
    nameFolded: foldCase(subscription.name),
    nameNormalised: normaliseName(subscription.name),
    viewJson: JSON.stringify(viewSubscription(subscription)),
  };
}

type FlagName = {
  [Name in keyof Subscription]: Subscription[Name] extends boolean ? Name : never;
}[keyof Subscription];

// SQLite has no booleans.
const flagNames = namesOf(subscriptionFields).filter(
  (name): name is FlagName => subscriptionFields[name].kind === 'flag',
);
