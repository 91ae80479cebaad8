import { and, asc, desc, eq, lte, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { once, type Db } from '../../../core/database/db.ts';
import { type Period, billingOf } from '../../../core/billing/periodTable.ts';
import { plainRows } from '../../../core/database/plainRows.ts';
import { type Page, pageOf } from '../../../core/database/page.ts';
import { foldCase, normaliseName } from '../../../core/text/text.ts';
import type { Status } from '../model.ts';
import { type Subscription, viewSubscription } from '../rules/subscription.ts';
import { subscriptions as s } from '../table.ts';
import { detailedJson, detailsOf, ofRecord, readDetails, shownColumns, type WholeRow } from './details.ts';
import { findForms } from './textForms.ts';

const sortColumns = {
  createdAt: s.createdAt,
  nextPaymentDate: s.nextPaymentDate,
  amount: s.amountHundredths,
  name: s.nameFolded,
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
  /** The ids of those to leave out. */
  readonly without?: readonly string[];
}

type Condition = keyof SubscriptionFilters | 'categories';

const contains = (text: SQLiteColumn) => sql`instr(${text}, ${sql.placeholder('q')}) > 0`;
const conditions: Readonly<Record<Condition, SQL>> = {
  status: eq(s.status, sql.placeholder('status')),
  category: eq(s.category, sql.placeholder('category')),
  // Of one that is stored in several forms.
  categories: sql`${s.category} in (select value from json_each(${sql.placeholder('categories')}))`,
  period: eq(s.period, sql.placeholder('period')),
  q: contains(s.nameFolded),
  expiringBefore: lte(s.nextPaymentDate, sql.placeholder('expiringBefore')),
  without: sql`${s.id} not in (select value from json_each(${sql.placeholder('without')}))`,
};
const filterNames = Object.keys(conditions) as readonly Condition[];
const conditionsWithDetails = { ...conditions, q: sql`(${contains(s.nameFolded)} or ${contains(s.detailsFolded)})` };

/** What a read of subscriptions adds to each record. */
export interface Included {
  /** Its details, as they are on the current day, `YYYY-MM-DD`. */
  readonly detailsOn: string;
}

/** The columns that decide about a record: without sequence number, revision, owner, derived columns and most details. */
const decisive = {
  id: s.id,
  name: s.name,
  category: s.category,
  amountHundredths: s.amountHundredths,
  currency: s.currency,
  period: s.period,
  customDays: s.customDays,
  everyMonths: s.everyMonths,
  anchorDay: s.anchorDay,
  lastPaymentDate: s.lastPaymentDate,
  nextPaymentDate: s.nextPaymentDate,
  endsOn: s.endsOn,
  notificationEnabled: s.notificationEnabled,
  status: s.status,
  createdAt: s.createdAt,
  updatedAt: s.updatedAt,
};

/** The columns of what a write of a record stores, each as SQLite has it. */
export const recordColumns = {
  ...decisive,
  nameFolded: s.nameFolded,
  nameNormalised: s.nameNormalised,
  viewJson: s.viewJson,
};

/** Reads the subscriptions of one owner. */
export function readSubscriptions(db: Db) {
  const byId = once(() => db.select(recordColumns).from(s).where(ofRecord).prepare());
  const viewById = once(() => db.select({ viewJson: s.viewJson }).from(s).where(ofRecord).prepare());
  // One statement for each combination of filters and sort that is requested: at most 2⁶ × 8, with and without details.
  const lists = new Map<string, ReadRows>();
  const { formsOfCategory } = findForms(db);

  function listReader(list: List): ReadRows {
    const key = [list.hasDetails, list.sort, ...list.filters].join(' ');
    const readRows = lists.get(key) ?? prepareList(db, list);
    lists.set(key, readRows);
    return readRows;
  }

  /** The row of that subscription. */
  function findRow(ownerId: number, id: string): RecordRow | undefined {
    return plainRows(byId(), recordColumns, { ownerId, id })[0];
  }

  return {
    ...readDetails(db),

    /** The owner's subscription with an id (lower case), if there is one. */
    find(ownerId: number, id: string): Subscription | undefined {
      const row = findRow(ownerId, id);
      return row && subscriptionOf(row);
    },

    findRow,

    /** The view of that subscription, as JSON. */
    findView(ownerId: number, id: string): string | undefined {
      return viewById().values({ ownerId, id })[0]?.[0] as string | undefined;
    },

    /**
     * One page of the owner's subscriptions that pass every filter, each as JSON; equal ones in the order of creation.
     *
     * @param include whether each has its details, in which `q` then searches, too
     */
    list(ownerId: number, filters: SubscriptionFilters, sort: Sort, page: Page, include?: Included) {
      const values = filterValues(filters, (category) => formsOfCategory(ownerId, category));
      const names = filterNames.filter((name) => name in values);
      const readRows = listReader({ filters: names, sort, hasDetails: include !== undefined });
      const today = include?.detailsOn ?? '';
      return pageOf(page, (limit) => readRows({ ownerId, ...values, limit, offset: page.offset }, today));
    },
  };
}

interface List {
  readonly filters: readonly Condition[];
  readonly sort: Sort;
  readonly hasDetails: boolean;
}

/** The values of a list's conditions, with its owner and page. */
type Values = Readonly<Record<string, string | number>>;

/** Reads the rows of one page of a list, each as JSON; with details as they are on a day. */
type ReadRows = (values: Values, today: string) => string[];

/** Prepares the query of one page of a list. */
function prepareList(db: Db, { filters, sort, hasDetails }: List): ReadRows {
  const known = hasDetails ? conditionsWithDetails : conditions;
  const direction = sort.startsWith('-') ? desc : asc;
  const column = sortColumns[sort.replace('-', '') as keyof typeof sortColumns];
  const where = and(eq(s.ownerId, sql.placeholder('ownerId')), ...filters.map((filter) => known[filter]));
  const order = [direction(column), direction(s.sequence)];
  const [limit, offset] = [sql.placeholder('limit'), sql.placeholder('offset')];
  const { viewJson } = s;
  if (!hasDetails) {
    const views = db
      .select({ viewJson })
      .from(s)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
      .prepare();
    // Drizzle would decide for each value how to convert it.
    return (values) => views.values(values).map(([view]) => view as string);
  }
  const selected = { viewJson, ...shownColumns };
  const rows = db
    .select(selected)
    .from(s)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
    .prepare();
  return (values, today) =>
    rows
      .all(values)
      .map(({ viewJson: view, earlierPrices, ...details }) =>
        detailedJson(view, detailsOf(details), today, earlierPrices),
      );
}

function filterValues(
  { q, category, without, ...exact }: SubscriptionFilters,
  formsOf: (category: string) => readonly string[],
): Values {
  const forms = category === undefined ? [] : formsOf(category);
  const [only] = forms.length === 1 ? forms : [];
  return {
    ...exact,
    ...(only !== undefined && { category: only }),
    ...(forms.length > 1 && { categories: JSON.stringify(forms) }),
    ...(q !== undefined && q !== '' && { q: foldCase(q) }),
    ...(without !== undefined && { without: JSON.stringify(without) }),
  };
}

/** A row of the columns that decide about a record. */
export type SubscriptionRow = Pick<WholeRow, keyof typeof decisive>;

/** The values of the row that a write of a record stores. */
export type RecordRow = SubscriptionRow & Pick<WholeRow, 'nameFolded' | 'nameNormalised' | 'viewJson'>;

/** The subscription that a row holds. */
export function subscriptionOf(row: SubscriptionRow): Subscription {
  return { ...row, ...billingOf(row), notificationEnabled: row.notificationEnabled === 1 };
}

/** The values of the row that stores a subscription, with the derived columns for searching, grouping and sending. */
export function rowOf(subscription: Subscription): RecordRow {
  return {
    ...subscription,
    notificationEnabled: Number(subscription.notificationEnabled),
    nameFolded: foldCase(subscription.name),
    nameNormalised: normaliseName(subscription.name),
    viewJson: JSON.stringify(viewSubscription(subscription)),
  };
}
