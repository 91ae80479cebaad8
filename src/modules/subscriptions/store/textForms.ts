import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../../core/database/db.ts';
import { composed } from '../../../core/text/text.ts';
import { subscriptions } from '../table.ts';

// SQLite compares texts by their code points, and stored ones stay as they were sent.

/** Creates functions for the stored forms of a category or tag: those that are canonically equal to it, or itself without one. */
export function findForms(db: Db) {
  const { category, tags, ownerId: owner } = subscriptions;
  return {
    formsOfCategory: formsIn((ownerId) =>
      db.selectDistinct({ form: category }).from(subscriptions).where(eq(owner, ownerId)).all(),
    ),
    formsOfTag: formsIn((ownerId) =>
      db
        .selectDistinct({ form: sql<string>`value` })
        .from(subscriptions)
        .innerJoin(sql`json_each(${tags})`, sql`true`)
        .where(and(eq(owner, ownerId), isNotNull(tags)))
        .all(),
    ),
  };
}

function formsIn(stored: (ownerId: number) => readonly { readonly form: string }[]) {
  return function formsOf(ownerId: number, text: string): readonly string[] {
    // Nearly every text has one form: ASCII.
    if (!/[^ -~]/.test(text)) return [text];
    const wanted = composed(text);
    const forms = stored(ownerId).flatMap(({ form }) => (composed(form) === wanted ? [form] : []));
    return forms.length === 0 ? [text] : forms;
  };
}
