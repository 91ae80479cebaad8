import { expect, spyOn, test } from 'bun:test';
import { readActivity } from '../../../src/store/trail/activity.ts';
import { openTestStore } from '../../support/testStore.ts';

const { database, first, create } = openTestStore();
for (const name of ['Netflix', 'Spotify', 'Heating', 'Insurance']) await create({ name });

test('a page of the activity asks whether records are deleted, and runs one statement for its numbers and one for its entries, which it finds by number', () => {
  const prepared = spyOn(database, 'prepare');
  const activity = readActivity(database);
  const readPage = () => activity.list(first.ownerId, { entityType: 'subscription' }, { limit: 3, offset: 0 });
  readPage();
  const statements = prepared.mock.results.map(({ value }) => value as ReturnType<typeof database.prepare>);
  const runs = statements.flatMap((statement) => [spyOn(statement, 'get'), spyOn(statement, 'all')]);
  expect(readPage()).toMatchObject({ items: { length: 3 }, hasMore: true });
  expect(runs.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(3);

  const text = prepared.mock.calls.map(([sql]) => sql).find((sql) => sql.includes('AS entryJson')) ?? '';
  const values = { sequences: '[]', ownerId: 1 };
  const plan = database.query<{ detail: string }, [typeof values]>(`EXPLAIN QUERY PLAN ${text}`).all(values);
  expect(plan.map(({ detail }) => detail)).toContain('SEARCH audit_entries USING INTEGER PRIMARY KEY (rowid=?)');
});
