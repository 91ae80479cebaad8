/** A prepared query of Drizzle, which gives its rows as objects or as lists of values. */
interface Query<Row> {
  all(values?: Record<string, unknown>): Row[];
  values(values?: Record<string, unknown>): unknown[][];
}

/**
 * Every row of a query, for thousands of rows, or for each request: Drizzle decides for each value how to convert it, which takes as long as SQLite
 * takes to read it. Only for columns whose values are stored as code has them.
 *
 * @param columns what the query selects
 */
export function plainRows<Row extends object>(
  query: Query<Row>,
  columns: Readonly<Record<keyof Row, unknown>>,
  values?: Record<string, unknown>,
): Row[] {
  const names = Object.keys(columns);
  return query.values(values).map((row) => {
    const made: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at += 1) made[names[at] ?? ''] = row[at];
    return made as Row;
  });
}
