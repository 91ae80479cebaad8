import { describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { streamedOutcomeOf } from '../support/program.ts';
import { insertRecords } from '../support/records.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { openTestStore, storedId } from '../support/testStore.ts';

const parts = openTestStore();
await storedId(parts.create({ name: '=First' }));
await storedId(parts.create({ name: 'Ökostrom\u061c' }));
await storedId(parts.create({}, parts.second));

const exported = (...words: string[]) =>
  streamedOutcomeOf(['export', '--data-dir', parts.directory, '--owner', 'first', ...words]);

const namesIn = (json: string) =>
  (JSON.parse(json) as { subscriptions: { name: string }[] }).subscriptions.map(({ name }) => name);

describe('export', () => {
  test('writes the subscriptions of the owner to standard output, as they are stored', async () => {
    const { code, notices, output } = await exported();
    expect([code, notices]).toEqual([0, []]);
    expect(namesIn(output)).toEqual(['=First', 'Ökostrom\u061c']);
    expect(JSON.parse(output)).toMatchObject({ format: 'duebook', version: 1, requestId: expect.any(String) });
  });

  test('writes a file that only the user can read, and replaces one of that name', async () => {
    const path = join(temporaryDirectory(), 'book.json');
    writeFileSync(path, 'earlier');
    const { code, notices, results, output } = await exported('--output', path);
    expect([code, notices, output]).toEqual([0, [], '']);
    expect(results).toEqual([`exported the subscriptions of first to ${path}`]);
    expect(namesIn(readFileSync(path, 'utf8'))).toHaveLength(2);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('writes CSV to a file whose name ends in .csv', async () => {
    const folder = temporaryDirectory();
    const [path, other] = [join(folder, 'Book.CSV'), join(folder, 'other')];
    expect((await exported('--output', path, '--safe')).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain(",'=First,");
    await exported('--output', other, '--format', 'csv');
    expect(readFileSync(other, 'utf8')).toContain(',=First,');
    expect(readdirSync(folder).sort()).toEqual(['Book.CSV', 'other']);
  });

  test('writes all of many subscriptions', async () => {
    const store = openTestStore();
    insertRecords(
      store.database,
      'first',
      Array.from({ length: 1500 }, (_, place) => ({ name: `Record ${place}` })),
    );
    const { output } = await streamedOutcomeOf(['export', '--data-dir', store.directory, '--owner', 'first']);
    expect(namesIn(output)).toEqual(Array.from({ length: 1500 }, (_, place) => `Record ${place}`));
  });
});

describe('export is refused', () => {
  test.each([
    [['--owner', 'nobody'], 1, 'there is no owner "nobody"'],
    [['--safe'], 2, '--safe is only for a CSV file'],
    [['--output', '/dev/null'], 2, '--output is /dev/null, which is not a file'],
    [['--output', '/nowhere/at/all/book.json'], 1, 'cannot write the export: there is no such file or directory'],
  ])('with %j, and says why', async (words, code, said) => {
    const outcome = await exported(...words);
    expect(outcome).toMatchObject({ code, output: '', notices: [expect.stringContaining(said)] });
  });

  test('for a name that a folder has, and leaves nothing beside it', async () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'book'));
    expect((await exported('--output', join(folder, 'book'))).code).toBe(2);
    expect(readdirSync(folder)).toEqual(['book']);
  });
});
