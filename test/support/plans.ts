import type { Database } from 'bun:sqlite';
import { spyOn } from 'bun:test';

/** What SQLite would do for a statement, a line for each step. */
export function planOf(database: Database, text: string): string[] {
  const statement = database.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`);
  const plan = statement.all();
  // An explained DELETE that is only reset counts as a write under way: no transaction could be committed.
  statement.finalize();
  return plan.map(({ detail }) => detail);
}

/** Returns a function that gives the plans of all statements that some work compiles from then on. */
export function plansOn(database: Database) {
  const prepared = spyOn(database, 'prepare');
  return function plansOf(work: () => unknown): string[] {
    const { length: before } = prepared.mock.calls;
    work();
    return prepared.mock.calls.slice(before).flatMap(([text]) => planOf(database, text));
  };
}
