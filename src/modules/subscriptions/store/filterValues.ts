import type { Db } from '../../../core/database/db.ts';
import { statuses } from '../rules/limits.ts';
import { foldCase } from '../../../core/text/text.ts';
import { findForms } from './textForms.ts';
import { prepareQuery } from '../../../core/database/statement.ts';

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
export function readFilterValues(database: Db) {
  const statements = prepareSearches(database);
  const { formsOfCategory } = findForms(database);

  function categoriesAfter(ownerId: number, after: string, limit: number): FoundValues {
    const found = statements.categories.all({ ownerId, after, limit });
    return { values: found.map(({ category }) => category), isWhole: found.length < limit };
  }

  function namesFrom(ownerId: number, from: string, limit: number): FoundValues {
    const found = statements.names.all({ ownerId, from, limit });
    return { values: found.map(({ name }) => name), isWhole: found.length < limit };
  }

  const hasCategory = (ownerId: number, category: string): boolean =>
    statements.category.first({ ownerId, category }) !== undefined;

  function categoriesNear(ownerId: number, typed: string): readonly string[] {
    const same = inCases(typed).filter((category) => hasCategory(ownerId, category));
    if (same.length > 0) return same;
    return inCases(withoutEnd(typed)).flatMap((start) => [
      ...(hasCategory(ownerId, start) ? [start] : []),
      ...categoriesAfter(ownerId, start, categoriesNearMax).values,
    ]);
  }

  return {
    /** Whether any subscription has a category, in any form that is canonically equal. */
    hasCategory: (ownerId: number, category: string) =>
      formsOfCategory(ownerId, category).some((form) => hasCategory(ownerId, form)),

    /**
     * The categories in use, sorted: the first 50, and if there are more, some that begin like the typed one.
     */
    categories(ownerId: number, typed: string): FoundValues {
      const first = categoriesAfter(ownerId, '', categoriesMax);
      const near = first.isWhole ? [] : categoriesNear(ownerId, typed);
      return { values: Array.from(new Set([...first.values, ...near])).sort(), isWhole: first.isWhole };
    },

    /** The first 200 names, and if there are more, some that begin like the typed one. */
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

/** A text in the cases that the client may have meant. */
function inCases(text: string): readonly string[] {
  const [first = '', ...rest] = Array.from(text);
  const capitalised = first.toUpperCase() + rest.join('').toLowerCase();
  return Array.from(new Set([text, text.toLowerCase(), text.toUpperCase(), capitalised])).filter((one) => one !== '');
}

function prepareSearches(database: Db) {
  // With the statuses, SQLite finds a category in the index that begins with the owner and the status.
  const ofOwner = `FROM subscriptions WHERE owner_id = $ownerId AND status IN (${statuses.map((status) => `'${status}'`).join()})`;
  return {
    category: prepareQuery<{ category: string }>(
      database,
      `SELECT category ${ofOwner} AND category = $category LIMIT 1`,
    ),
    categories: prepareQuery<{ category: string }>(
      database,
      `SELECT DISTINCT category ${ofOwner} AND category > $after ORDER BY category LIMIT $limit`,
    ),
    names: prepareQuery<{ name: string }>(
      database,
      `SELECT name FROM subscriptions WHERE owner_id = $ownerId AND name_folded >= $from
       ORDER BY name_folded LIMIT $limit`,
    ),
  };
}
