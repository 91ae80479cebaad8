import type { Database, SQLQueryBindings, Statement } from 'bun:sqlite';
import { Param, Placeholder, getTableColumns, is, sql, type Query, type SQL, type Table } from 'drizzle-orm';
import { StorageUnavailable } from '../../commands/storageUnavailable.ts';
import { rememberFailures } from '../health/readHealth.ts';
import { asStorageFault } from './storageErrors.ts';

/** The values of a statement's placeholders, by name. */
export type Bindings = Record<string, SQLQueryBindings>;

/** A reading statement, compiled once, with its first use. Each method throws {@link StorageUnavailable} when the storage cannot serve. */
export interface PreparedQuery<Row> {
  /** Every row. */
  all(bindings: Bindings): Row[];
  /** Every row, one by one: for many rows that are not kept. */
  each(bindings: Bindings): Iterable<Row>;
  /** The first row, if there is one. */
  first(bindings: Bindings): Row | undefined;
}

/** A writing statement, compiled once, with its first use; gives the number of rows changed. Throws as a {@link PreparedQuery} does. */
export type PreparedChange = (bindings: Bindings) => number;

type ColumnName<From extends Table> = keyof From['_']['columns'] & string;

type Selection<From extends Table> = {
  [Name in keyof From['_']['columns']]: SQL.Aliased<
    From['_']['columns'][Name]['_']['notNull'] extends true
      ? From['_']['columns'][Name]['_']['data']
      : From['_']['columns'][Name]['_']['data'] | null
  >;
};

/** The columns of a table, each with its name in code, so that rows need no renaming. */
export function columnsOf<From extends Table>(table: From): Selection<From> {
  const columns = Object.entries(getTableColumns(table));
  const aliased = columns.map(([name, column]) => [name, sql`${column}`.as(name)]);
  return Object.fromEntries(aliased) as Selection<From>;
}

/** A placeholder for each column of a table, with its name in code; not for `sequence`, which SQLite assigns. */
export function placeholdersFor<From extends Table>(table: From): Record<Exclude<ColumnName<From>, 'sequence'>, SQL> {
  const names = Object.keys(getTableColumns(table)).filter((name) => name !== 'sequence');
  const placeholders = names.map((name) => [name, sql`${sql.placeholder(name)}`]);
  return Object.fromEntries(placeholders) as ReturnType<typeof placeholdersFor<From>>;
}

// Their statements are compiled as soon as they are prepared.
const compiledAtOnce = new WeakSet<Database>();

/** Makes the statements of a database be compiled when they are prepared, and not with their first use. */
export function compileAtOnce(database: Database): void {
  compiledAtOnce.add(database);
}

/**
 * Compiles a query of the query builder once, into a statement of the database: on a list of fifty rows that takes a
 * third of the time of an execution by the builder. It is compiled with its first use: most runs of the program use few
 * statements.
 */
export function prepareQuery<Row>(
  database: Database,
  query: PromiseLike<Row[]> & { toSQL(): Query },
): PreparedQuery<Row> {
  const { textOf, statementOf } = compileOnce<Row>(database, query);
  const remember = (again: () => unknown) => rememberFailures(database, textOf())(again);
  return {
    all: (bindings) =>
      guarded(() => {
        const { statement, valuesOf } = statementOf();
        return statement.all(...valuesOf(bindings));
      }, remember),
    each(bindings) {
      const { statement, valuesOf } = guarded(statementOf);
      const values = valuesOf(bindings);
      return rowsOf(statement.iterate(...values), () => remember(() => statement.all(...values)));
    },
    first: (bindings) =>
      guarded(() => {
        const { statement, valuesOf } = statementOf();
        return statement.get(...valuesOf(bindings));
      }, remember) ?? undefined,
  };
}

/** The rows of a statement, one by one. Resets the statement also when the consumer stops early. */
function* rowsOf<Row>(rows: IterableIterator<Row>, onUnavailable: () => void): Generator<Row> {
  const next = () => guarded(() => rows.next(), onUnavailable);
  try {
    for (let row = next(); row.done !== true; row = next()) yield row.value;
  } finally {
    rows.return?.();
  }
}

/** Compiles an insert, update or delete, like {@link prepareQuery}. */
export function prepareChange(database: Database, change: { toSQL(): Query }): PreparedChange {
  const { statementOf } = compileOnce<never>(database, change);
  return (bindings) =>
    guarded(() => {
      const { statement, valuesOf } = statementOf();
      return statement.run(...valuesOf(bindings)).changes;
    });
}

/** Runs steps as one transaction. `immediate` takes the write lock before the first step. */
export function inTransaction<Result>(database: Database, kind: 'deferred' | 'immediate', steps: () => Result): Result {
  // Reads that share a transaction already see one snapshot.
  if (kind === 'deferred' && database.inTransaction) return guarded(steps);
  return guarded(() => database.transaction(steps)[kind]());
}

/**
 * Runs an action on the database. When the storage cannot serve, calls `onUnavailable` and throws {@link
 * StorageUnavailable}.
 */
export function guarded<Result>(action: () => Result, onUnavailable?: (action: () => Result) => void): Result {
  try {
    return action();
  } catch (error) {
    const fault = asStorageFault(error);
    if (fault instanceof StorageUnavailable) onUnavailable?.(action);
    throw fault;
  }
}

/** Gives the text of a statement, and the statement, each made with its first use. */
function compileOnce<Row>(database: Database, query: { toSQL(): Query }) {
  let written: ReturnType<typeof write> | undefined;
  let compiled: { readonly statement: Statement<Row, SQLQueryBindings[]>; readonly valuesOf: ValuesOf } | undefined;
  const writtenOnce = () => (written ??= write(query));

  function compile() {
    const { text, valuesOf } = writtenOnce();
    return { statement: database.prepare<Row, SQLQueryBindings[]>(text), valuesOf };
  }

  if (compiledAtOnce.has(database)) compiled = compile();
  return { textOf: () => writtenOnce().text, statementOf: () => (compiled ??= compile()) };
}

type ValuesOf = (bindings: Bindings) => SQLQueryBindings[];

/** The text of a query, and its values in the order of its placeholders. */
function write(query: { toSQL(): Query }): { readonly text: string; readonly valuesOf: ValuesOf } {
  const { sql: text, params } = query.toSQL();
  const names = params.map(placeholderName);
  const valuesOf = (bindings: Bindings) =>
    names.map((name, position) => (name === undefined ? constant(params[position]) : bound(bindings, name)));
  return { text, valuesOf };
}

function placeholderName(parameter: unknown): string | undefined {
  const inner = is(parameter, Param) ? parameter.value : parameter;
  return is(inner, Placeholder) ? inner.name : undefined;
}

function constant(parameter: unknown): SQLQueryBindings {
  if (typeof parameter === 'string' || typeof parameter === 'number' || parameter === null) return parameter;
  throw new TypeError('a statement has a constant of a type that it cannot bind');
}

function bound(bindings: Bindings, name: string): SQLQueryBindings {
  const value = bindings[name];
  if (value === undefined) throw new TypeError(`a statement was run without its value for ${name}`);
  return value;
}
