import type { Db } from '../../../core/database/db.ts';
import { composed } from '../../../core/text/text.ts';
import { prepareQuery } from '../../../core/database/statement.ts';

// SQLite compares texts by their code points, and stored ones stay as they were sent.

/** Creates functions for the stored forms of a category or tag: those that are canonically equal to it, or itself without one. */
export function findForms(database: Db) {
  const categories = prepareQuery<{ form: string }>(
    database,
    'SELECT DISTINCT category AS form FROM subscriptions WHERE owner_id = $ownerId',
  );
  const tags = prepareQuery<{ form: string }>(
    database,
    'SELECT DISTINCT value AS form FROM subscriptions, json_each(tags) WHERE owner_id = $ownerId AND tags IS NOT NULL',
  );

  const formsIn = (stored: typeof categories) =>
    function formsOf(ownerId: number, text: string): readonly string[] {
      // Nearly every text has one form: ASCII.
      if (!/[^ -~]/.test(text)) return [text];
      const wanted = composed(text);
      const forms = stored.all({ ownerId }).flatMap(({ form }) => (composed(form) === wanted ? [form] : []));
      return forms.length === 0 ? [text] : forms;
    };

  return { formsOfCategory: formsIn(categories), formsOfTag: formsIn(tags) };
}
