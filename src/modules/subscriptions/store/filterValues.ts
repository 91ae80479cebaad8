import { and, eq, gt, gte, inArray } from 'drizzle-orm';
import type { Db } from '../../../core/database/db.ts';
import { foldCase } from '../../../core/text/text.ts';
import { statuses } from '../rules/limits.ts';
import { subscriptions } from '../table.ts';
import { findForms } from './textForms.ts';

/** Values near a mistyped one. */
export interface FoundValues {
  readonly values: readonly string[];
  /** Whether these are all existing values. */
  readonly isWhole: boolean;
}

const categoriesMax = 50;
const categoriesNearMax = 10;
const namesMax = 200;
const namesNearMax = 50;

/** Reads the values of an owner's subscriptions, up to a limit. */
export function readFilterValues(db: Db) {
  const searches = searchesOf(db);
  const { formsOfCategory } = findForms(db);

  function categoriesNear(ownerId: number, typed: string): readonly string[] {
    const same = inCases(typed).filter((one) => searches.hasCategory(ownerId, one));
    if (same.length > 0) return same;
    return inCases(withoutEnd(typed)).flatMap((start) => [
      ...(searches.hasCategory(ownerId, start) ? [start] : []),
      ...searches.categoriesAfter(ownerId, start, categoriesNearMax).values,
    ]);
  }

  return {
    /** Whether any subscription has a category, in any form that is canonically equal. */
    hasCategory: (ownerId: number, wanted: string) =>
      formsOfCategory(ownerId, wanted).some((form) => searches.hasCategory(ownerId, form)),

    /**
     * The categories in use, sorted: the first 50, and if there are more, some that begin like the typed one.
     */
    categories(ownerId: number, typed: string): FoundValues {
      const first = searches.categoriesAfter(ownerId, '', categoriesMax);
      const near = first.isWhole ? [] : categoriesNear(ownerId, typed);
      return { values: Array.from(new Set([...first.values, ...near])).sort(), isWhole: first.isWhole };
    },

    /** The first 200 names, and if there are more, some that begin like the typed one. */
    names(ownerId: number, typed: string): FoundValues {
      const first = searches.namesFrom(ownerId, '', namesMax);
      const near = first.isWhole ? [] : searches.namesFrom(ownerId, withoutEnd(foldCase(typed)), namesNearMax).values;
      return { values: [...first.values, ...near], isWhole: first.isWhole };
    },
  };
}

function withoutEnd(text: string): string {
  return Array.from(text).slice(0, -1).join('');
}

/** A text in the cases that the client may have meant. */
function inCases(text: string): readonly string[] {
  const [first = '', ...rest] = Array.from(text);
  const capitalised = first.toUpperCase() + rest.join('').toLowerCase();
  return Array.from(new Set([text, text.toLowerCase(), text.toUpperCase(), capitalised])).filter((one) => one !== '');
}

function searchesOf(db: Db) {
  const { category, name, nameFolded, ownerId: owner, status } = subscriptions;
  // With the statuses, SQLite finds a category in the index that begins with the owner and the status.
  const isOf = (ownerId: number) => and(eq(owner, ownerId), inArray(status, statuses));

  return {
    hasCategory(ownerId: number, wanted: string): boolean {
      const isWanted = and(isOf(ownerId), eq(category, wanted));
      return db.select({ category }).from(subscriptions).where(isWanted).limit(1).get() !== undefined;
    },

    categoriesAfter(ownerId: number, after: string, limit: number): FoundValues {
      const isNext = and(isOf(ownerId), gt(category, after));
      const rows = db.selectDistinct({ category }).from(subscriptions).where(isNext).orderBy(category).limit(limit);
      const values = rows.all().map((row) => row.category);
      return { values, isWhole: values.length < limit };
    },

    namesFrom(ownerId: number, from: string, limit: number): FoundValues {
      const isNext = and(eq(owner, ownerId), gte(nameFolded, from));
      const rows = db.select({ name }).from(subscriptions).where(isNext).orderBy(nameFolded).limit(limit);
      const values = rows.all().map((row) => row.name);
      return { values, isWhole: values.length < limit };
    },
  };
}
