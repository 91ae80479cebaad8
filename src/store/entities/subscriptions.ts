import type { Database } from 'bun:sqlite';
import { and, asc, desc, eq, lte, sql, type SQL, type InferSelectModel } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { type Period, billingOf } from '../../domain/billing/periodTable.ts';
import { type Status, subscriptionFields } from '../../domain/subscriptions/fields.ts';
import { type Subscription, viewSubscription } from '../../domain/subscriptions/subscription.ts';
import { foldCase, normaliseName } from '../../domain/text/text.ts';
import { type Page, pageOf } from '../sqlite/page.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, guarded, prepareQuery, type Bindings, type PreparedQuery } from '../sqlite/statement.ts';
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
  const isOwners = eq(subscriptions.ownerId, sql.placeholder('ownerId'));
  const isWanted = and(eq(subscriptions.id, sql.placeholder('id')), isOwners);
  const byId = prepareQuery(database, builder.select(columns).from(subscriptions).where(isWanted));
  const viewById = prepareQuery(database, builder.select({ viewJson }).from(subscriptions).where(isWanted));
  // One statement for each combination of filters and sort that is requested: at most 2⁵ × 8.
  const lists = new Map<string, PreparedQuery<{ viewJson: string }>>();

  function listStatement(sort: Sort, filters: readonly (keyof SubscriptionFilters)[]) {
    const key = [sort, ...filters].join(' ');
    let statement = lists.get(key);
    if (statement === undefined) {
      const where = and(isOwners, ...filters.map((filter) => conditions[filter]));
      const query = builder
        .select({ viewJson })
        .from(subscriptions)
        .where(where)
        .orderBy(...orderOf(sort));
      const page = query.limit(sql.placeholder('limit')).offset(sql.placeholder('offset'));
      statement = guarded(() => prepareQuery(database, page));
      lists.set(key, statement);
    }
    return statement;
  }

  return {
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
     */
    list(ownerId: number, filters: SubscriptionFilters, sort: Sort, page: Page) {
      const values = filterBindings(filters);
      const names = filterNames.filter((name) => name in values);
      const statement = listStatement(sort, names);
      return pageOf(page, (limit) =>
        statement.all({ ownerId, ...values, limit, offset: page.offset }).map((row) => row.viewJson),
      );
    },
  };
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

/** The columns of the details on which no date of the record depends. */
const detailColumns = [
  'autoRenew',
  'notes',
  'url',
  'paymentMethod',
  'tags',
  'trialEndsOn',
  'cancelBefore',
  'detailsFolded',
] as const satisfies readonly (keyof WholeRow)[];
type DetailColumn = (typeof detailColumns)[number];

/** The columns of a record, without those details: its writes leave them as they are. */
export function withoutDetails<Columns extends Record<DetailColumn, unknown>>(
  columns: Columns,
): Omit<Columns, DetailColumn> {
  const ofRecord: Partial<Columns> = { ...columns };
  for (const column of detailColumns) delete ofRecord[column];
  return ofRecord as Omit<Columns, DetailColumn>;
}

/** The columns that decide about a record: without sequence number, owner, derived columns and most details. */
export type SubscriptionRow = Omit<
  WholeRow,
  'sequence' | 'ownerId' | 'nameFolded' | 'nameNormalised' | 'viewJson' | DetailColumn
>;

/** The values of the row that a write of a record stores. */
export type RecordRow = Omit<WholeRow, 'sequence' | 'ownerId' | DetailColumn>;

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
