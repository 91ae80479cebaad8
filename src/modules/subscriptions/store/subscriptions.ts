import type { Db } from '../../../core/database/db.ts';
import { type Period, billingOf } from '../../../core/billing/periodTable.ts';
import { type Status, SubscriptionFields } from '../model.ts';
import { scheduleDetails } from '../rules/details.ts';
import { type Subscription, viewSubscription } from '../rules/subscription.ts';
import { foldCase, normaliseName } from '../../../core/text/text.ts';
import { findForms } from './textForms.ts';
import {
  detailColumns,
  detailedJson,
  detailsOf,
  readDetails,
  type DetailsRow,
  type OwnDetailColumn,
  type WholeRow,
} from './details.ts';
import { type Page, pageOf } from '../../../core/database/page.ts';
import { columns } from '../../../core/database/columns.ts';
import { type Bindings, prepareQuery } from '../../../core/database/statement.ts';

const sortColumns = {
  createdAt: 'created_at',
  nextPaymentDate: 'next_payment_date',
  amount: 'amount_hundredths',
  name: 'name_folded',
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

type Condition = keyof SubscriptionFilters | 'categories';

const conditions: Record<Condition, string> = {
  status: 'status = $status',
  category: 'category = $category',
  // Of one that is stored in several forms.
  categories: 'category IN (SELECT value FROM json_each($categories))',
  period: 'period = $period',
  q: 'instr(name_folded, $q) > 0',
  expiringBefore: 'next_payment_date <= $expiringBefore',
};

/** What a read of subscriptions adds to each record. */
export interface Included {
  /** Its details, as they are on the current day, `YYYY-MM-DD`. */
  readonly detailsOn: string;
}

/** Reads the rows of one page of a list, each as JSON; with details as they are on a day. */
type ReadRows = (bindings: Bindings, today: string) => string[];

const conditionsWithDetails = { ...conditions, q: `(${conditions.q} OR instr(details_folded, $q) > 0)` };

// The columns of most fields have their names.
const columnNames: Readonly<Partial<Record<string, keyof WholeRow>>> = {
  amount: 'amountHundredths',
  customDate: 'customDays',
};
const fieldColumns = [
  ...Object.keys(SubscriptionFields.properties).map((field) => (columnNames[field] ?? field) as keyof SubscriptionRow),
  ...scheduleDetails,
];

/** The columns that a write of a record stores, besides its owner. */
export const recordColumns: readonly (keyof RecordRow)[] = [
  ...fieldColumns,
  ...(['nameFolded', 'nameNormalised', 'viewJson'] as const),
];

/** Reads the subscriptions of one owner. */
export function readSubscriptions(database: Db) {
  const ofRecord = 'FROM subscriptions WHERE id = $id AND owner_id = $ownerId';
  const byId = prepareQuery<SubscriptionRow>(database, `SELECT ${columns('subscriptions', fieldColumns)} ${ofRecord}`);
  const viewById = prepareQuery<{ viewJson: string }>(database, `SELECT view_json AS viewJson ${ofRecord}`);
  // One statement for each combination of filters and sort that is requested: at most 2⁵ × 8, with and without details.
  const lists = new Map<string, ReadRows>();
  const { formsOfCategory } = findForms(database);

  function listReader(list: List): ReadRows {
    const key = [list.hasDetails, list.sort, ...list.filters].join(' ');
    let readRows = lists.get(key);
    if (readRows === undefined) {
      readRows = prepareList(database, list);
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
      const values = filterBindings(filters, (category) => formsOfCategory(ownerId, category));
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

/** Compiles the query of one page of a list. */
function prepareList(database: Db, { filters, sort, hasDetails }: List): ReadRows {
  const known = hasDetails ? conditionsWithDetails : conditions;
  const where = ['owner_id = $ownerId', ...filters.map((filter) => known[filter])].join(' AND ');
  const page = `FROM subscriptions WHERE ${where} ORDER BY ${orderOf(sort)} LIMIT $limit OFFSET $offset`;
  if (!hasDetails) {
    const rows = prepareQuery<{ viewJson: string }>(database, `SELECT view_json AS viewJson ${page}`);
    return (bindings) => rows.all(bindings).map((row) => row.viewJson);
  }
  const rows = prepareQuery<DetailsRow & { viewJson: string }>(
    database,
    `SELECT view_json AS viewJson, ${detailColumns} ${page}`,
  );
  return (bindings, today) =>
    rows.all(bindings).map(({ viewJson, ...row }) => detailedJson(viewJson, detailsOf(row), today));
}

const filterNames = ['status', 'category', 'categories', 'period', 'q', 'expiringBefore'] as const;

function filterBindings(
  { q, category, ...exact }: SubscriptionFilters,
  formsOf: (category: string) => readonly string[],
): Bindings {
  const forms = category === undefined ? [] : formsOf(category);
  const [only] = forms.length === 1 ? forms : [];
  return {
    ...exact,
    ...(only !== undefined && { category: only }),
    ...(forms.length > 1 && { categories: JSON.stringify(forms) }),
    ...(q !== undefined && q !== '' && { q: foldCase(q) }),
  };
}

function orderOf(sort: Sort): string {
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
  const name = sort.startsWith('-') ? sort.slice(1) : sort;
  return `${sortColumns[name as keyof typeof sortColumns]} ${direction}, sequence ${direction}`;
}

/** The columns that decide about a record: without sequence number, revision, owner, derived columns and most details. */
export type SubscriptionRow = Omit<
  WholeRow,
  'sequence' | 'ownerId' | 'nameFolded' | 'nameNormalised' | 'viewJson' | 'revision' | OwnDetailColumn
>;

/** The values of the row that a write of a record stores. */
export type RecordRow = Omit<WholeRow, 'sequence' | 'ownerId' | 'revision' | OwnDetailColumn>;

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
const flagNames: readonly FlagName[] = ['notificationEnabled'];
