import { Database } from 'bun:sqlite';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './temporaryDirectory.ts';
import { openTestStore } from './testStore.ts';

/** Makes a database with three subscriptions. Gives a function that returns a copy of its directory, which nobody has open. */
export async function fillDirectory(): Promise<() => string> {
  const { directory: filled, create, store } = openTestStore();
  for (const name of ['one', 'two', 'three']) await create({ name });
  store.close();
  return () => {
    const directory = temporaryDirectory();
    cpSync(filled, directory, { recursive: true });
    return directory;
  };
}

/** Runs a statement on the database of a data directory, as another program would. */
export function changeFromOutside(directory: string, statement: string): void {
  const database = new Database(join(directory, 'duebook.db'));
  database.run(statement);
  database.close();
}
