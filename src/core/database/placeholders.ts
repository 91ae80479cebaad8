import { sql, type Placeholder } from 'drizzle-orm';

/** A placeholder of the same name for each column: the values of an insert that is prepared. */
export function placeholdersOf<Name extends string>(...columns: readonly Name[]): Readonly<Record<Name, Placeholder>> {
  const pairs = columns.map((name) => [name, sql.placeholder(name)]);
  return Object.fromEntries(pairs) as Record<Name, Placeholder>;
}
