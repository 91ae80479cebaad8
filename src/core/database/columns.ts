import type { apiKeys } from '../access/table.ts';
import type { auditEntries } from '../audit/table.ts';
import type { feeds } from '../../modules/feeds/table.ts';
import type { imports } from '../../modules/imports/table.ts';
import type { idempotencyKeys } from '../writer/table.ts';
import type { payments } from '../../modules/payments/table.ts';
import type { signInCodes } from '../access/table.ts';
import type { subscriptions } from '../../modules/subscriptions/table.ts';

/** The rows of the tables whose columns statements name by {@link columns}, {@link insertInto} or {@link assignments}. */
export interface Rows {
  readonly api_keys: typeof apiKeys.$inferSelect;
  readonly audit_entries: typeof auditEntries.$inferSelect;
  readonly feeds: typeof feeds.$inferSelect;
  readonly imports: typeof imports.$inferSelect;
  readonly idempotency_keys: typeof idempotencyKeys.$inferSelect;
  readonly payments: typeof payments.$inferSelect;
  readonly sign_in_codes: typeof signInCodes.$inferSelect;
  readonly subscriptions: typeof subscriptions.$inferSelect;
}

type Names<Table extends keyof Rows> = readonly (keyof Rows[Table] & string)[];

/** Columns of a table for a `SELECT`, each under its name in code. The type of the table finds one that was renamed. */
export function columns<Table extends keyof Rows>(table: Table, names: Names<Table>): string {
  return names.map((name) => `${table}.${columnName(name)} AS ${name}`).join(', ');
}

/** The text of an insert of some columns, each with a parameter of its name in code. */
export function insertInto<Table extends keyof Rows>(table: Table, names: Names<Table>): string {
  const values = names.map((name) => `$${name}`);
  return `INSERT INTO ${table} (${names.map(columnName).join(', ')}) VALUES (${values.join(', ')})`;
}

/** The assignments for an `UPDATE` of some columns, each with a parameter of its name in code. */
export function assignments<Table extends keyof Rows>(_table: Table, names: Names<Table>): string {
  return names.map((name) => `${columnName(name)} = $${name}`).join(', ');
}

/** The name that a column has in SQL. */
export function columnName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
