/** Whether the tests run that render or run much software of others: at night. Each commit runs a smoke of each. */
export const isNightly = Bun.env['SOFTWARE_TEST'] === '1';

/** All rows at night, and for each commit the first alone. */
export function firstUnlessNightly<Row>(rows: readonly Row[]): Row[] {
  return rows.slice(0, isNightly ? rows.length : 1);
}
