import type { Database } from 'bun:sqlite';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { statuses } from '../domain/subscription.ts';
import { subscriptions } from './schema.ts';
import { columnsOf, guarded, prepareQuery } from './statement.ts';

// However many records an owner has, a look at their values takes about a millisecond.
const categoriesMax = 50;
const namesMax = 200;

/** Reads the values that an owner's subscriptions have, as far as they can be read at once. */
export function readFilterValues(database: Database) {
  let prepared: ReturnType<typeof prepareLooks> | undefined;
  // They are seldom needed.
  const statements = () => (prepared ??= guarded(() => prepareLooks(database)));

  return {
    /** The categories in use, sorted; of each status 50 at most. Each costs a search of the index, not a walk through it. */
    categories(ownerId: number): readonly string[] {
      const { nextCategory } = statements();
      const found = new Set<string>();
      for (const status of statuses) {
        let category: string | undefined = '';
        for (let looks = 0; looks < categoriesMax && category !== undefined; looks += 1) {
          category = nextCategory.first({ ownerId, status, category })?.category;
          if (category !== undefined) found.add(category);
        }
      }
      return Array.from(found).sort();
    },

    /** The first 200 names. */
    names(ownerId: number): readonly string[] {
      return statements()
        .names.all({ ownerId })
        .map(({ name }) => name);
    },
  };
}

function prepareLooks(database: Database) {
  const builder = drizzle(database);
  const { name, category } = columnsOf(subscriptions);
  const isOwners = eq(subscriptions.ownerId, sql.placeholder('ownerId'));
  const isOfStatus = eq(subscriptions.status, sql.placeholder('status'));
  const follows = gt(subscriptions.category, sql.placeholder('category'));
  return {
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
        .where(isOwners)
        .orderBy(asc(subscriptions.nameFolded))
        .limit(namesMax),
    ),
  };
}
