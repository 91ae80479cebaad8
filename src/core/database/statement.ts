import { guarded, type Db } from './db.ts';
import type { Connection, Statement } from './driver.ts';
import { rememberFailure } from './readHealth.ts';

type Handle = Db | Connection;

const connectionOf = (database: Handle): Connection => ('$client' in database ? database.$client : database);

/** The values of a statement's parameters: `ownerId` is the value of `$ownerId`. A missing one is refused. */
export type Bindings = Record<string, string | number | null>;

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

// Their statements are compiled as soon as they are prepared.
const compiledAtOnce = new WeakSet<Connection>();

/** Makes the statements of a database be compiled when they are prepared, and not with their first use. */
export function compileAtOnce(database: Handle): void {
  compiledAtOnce.add(connectionOf(database));
}

/**
 * Compiles a reading statement, or a writing one with `RETURNING`, once, with its first use: most runs of the program use
 * few statements.
 */
export function prepareQuery<Row>(database: Handle, text: string): PreparedQuery<Row> {
  const statementOf = compileOnce<Row>(database, text);
  // A health check repeats the failed statements, so a write must not be one of them.
  const remember = text.startsWith('SELECT')
    ? (again: () => unknown) => rememberFailure(connectionOf(database), text, again)
    : () => undefined;
  return {
    all: (bindings) => guarded(() => statementOf().all(complete(bindings)), remember),
    each(bindings) {
      const statement = guarded(statementOf);
      return rowsOf(statement.iterate(complete(bindings)), () => remember(() => statement.all(bindings)));
    },
    first: (bindings) => guarded(() => statementOf().get(complete(bindings)), remember) ?? undefined,
  };
}

/** The same values. SQLite would take an undefined one for NULL, such as the end of a key that is missing in a command. */
function complete(bindings: Bindings): Bindings {
  for (const name in bindings)
    if (bindings[name] === undefined) throw new TypeError(`a statement was run without its value for ${name}`);
  return bindings;
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
export function prepareChange(database: Handle, text: string): PreparedChange {
  const statementOf = compileOnce<never>(database, text);
  return (bindings) => guarded(() => statementOf().run(complete(bindings)).changes);
}

/** Runs an insert, update or delete that is needed seldom, like {@link prepareChange}. */
export function change(database: Handle, text: string, bindings: Bindings = {}): number {
  return prepareChange(database, text)(bindings);
}

/** Runs steps as one transaction. `immediate` takes the write lock before the first step. */
export function inTransaction<Result>(database: Handle, kind: 'deferred' | 'immediate', steps: () => Result): Result {
  // Reads that share a transaction already see one snapshot.
  if (kind === 'deferred' && connectionOf(database).inTransaction) return guarded(steps);
  return guarded(() => connectionOf(database).transaction(steps)[kind]());
}

/** Creates a function that gives the statement, compiled once. */
function compileOnce<Row>(database: Handle, text: string): () => Statement<Row, [Bindings]> {
  let compiled: Statement<Row, [Bindings]> | undefined;
  const statementOf = () => (compiled ??= connectionOf(database).prepare<Row, [Bindings]>(text));
  if (compiledAtOnce.has(connectionOf(database))) statementOf();
  return statementOf;
}
