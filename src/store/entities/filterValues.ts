import type { Database } from 'bun:sqlite';
import { and, asc, eq, gt, gte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { statuses } from '../../domain/subscriptions/fields.ts';
import { foldCase } from '../../domain/text/text.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, guarded, prepareQuery } from '../sqlite/statement.ts';

/** Values that were found near a typed one. */
export interface FoundValues {
  readonly values: readonly string[];
  /** Whether these are all that there are. */
  readonly isWhole: boolean;
}

// However many records an owner has, a look at their values takes a millisecond or two.
const categoriesMax = 50;
const categoriesNearMax = 10;
const namesMax = 200;
const namesNearMax = 50;

/** Reads the values that an owner's subscriptions have, as far as they can be read at once. */
export function readFilterValues(database: Database) {
  let prepared: ReturnType<typeof prepareLooks> | undefined;
  // They are seldom needed.
  const statements = () => (prepared ??= guarded(() => prepareLooks(database)));

  /** The categories in use after one, so many of each status. Each costs a search of the index, not a walk through it. */
  function categoriesAfter(ownerId: number, after: string, max: number): FoundValues {
    const { nextCategory } = statements();
    const values = new Set<string>();
    let isWhole = true;
    for (const status of statuses) {
      let category: string | undefined = after;
      for (let looks = 0; looks < max && category !== undefined; looks += 1) {
        category = nextCategory.first({ ownerId, status, category })?.category;
        if (category !== undefined) values.add(category);
      }
      isWhole &&= category === undefined;
    }
    return { values: Array.from(values), isWhole };
  }

  function namesFrom(ownerId: number, from: string, limit: number): FoundValues {
    const found = statements().names.all({ ownerId, from, limit });
    return { values: found.map(({ name }) => name), isWhole: found.length < limit };
  }

  function hasCategory(ownerId: number, category: string): boolean {
    return statuses.some((status) => statements().category.first({ ownerId, status, category }) !== undefined);
  }

  function categoriesNear(ownerId: number, typed: string): readonly string[] {
    const same = inCases(typed).filter((category) => hasCategory(ownerId, category));
    if (same.length > 0) return same;
    return inCases(withoutEnd(typed)).flatMap((start) => [
      ...(hasCategory(ownerId, start) ? [start] : []),
      ...categoriesAfter(ownerId, start, categoriesNearMax).values,
    ]);
  }

  return {
    /** Whether any subscription has a category. */
    hasCategory,

    /** The categories in use, sorted: of each status the first 50, and, when there are more, some that begin as a typed one. */
    categories(ownerId: number, typed: string): FoundValues {
      const first = categoriesAfter(ownerId, '', categoriesMax);
      const near = first.isWhole ? [] : categoriesNear(ownerId, typed);
      return { values: Array.from(new Set([...first.values, ...near])).sort(), isWhole: first.isWhole };
    },

    /** The first 200 names, and, when there are more, some that begin as a typed one. */
    names(ownerId: number, typed: string): FoundValues {
      const first = namesFrom(ownerId, '', namesMax);
      const near = first.isWhole ? [] : namesFrom(ownerId, withoutEnd(foldCase(typed)), namesNearMax).values;
      return { values: [...first.values, ...near], isWhole: first.isWhole };
    },
  };
}

function withoutEnd(text: string): string {
  return Array.from(text).slice(0, -1).join('');
}

/** A text in each case that it may be meant in. */
function inCases(text: string): readonly string[] {
  const [first = '', ...rest] = Array.from(text);
  const capitalised = first.toUpperCase() + rest.join('').toLowerCase();
  return Array.from(new Set([text, text.toLowerCase(), text.toUpperCase(), capitalised])).filter((one) => one !== '');
}

function prepareLooks(database: Database) {
  const builder = drizzle(database);
  const { name, category } = columnsOf(subscriptions);
  const isOwners = eq(subscriptions.ownerId, sql.placeholder('ownerId'));
  const isOfStatus = eq(subscriptions.status, sql.placeholder('status'));
  const isSame = eq(subscriptions.category, sql.placeholder('category'));
  const follows = gt(subscriptions.category, sql.placeholder('category'));
  const selectCategory = builder.select({ category }).from(subscriptions);
  return {
    category: prepareQuery(database, selectCategory.where(and(isOwners, isOfStatus, isSame)).limit(1)),
    nextCategory: prepareQuery(
      database,
      builder
        .select({ category })
        .from(subscriptions)
        .where(and(isOwners, isOfStatus, follows))
        .orderBy(asc(subscriptions.category))
        .limit(1),
    ),
    names: prepareQuery(
      database,
      builder
        .select({ name })
        .from(subscriptions)
        .where(and(isOwners, gte(subscriptions.nameFolded, sql.placeholder('from'))))
        .orderBy(asc(subscriptions.nameFolded))
        .limit(sql.placeholder('limit')),
    ),
  };
}
