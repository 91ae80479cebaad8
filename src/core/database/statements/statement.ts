import type { Database, Statement } from 'bun:sqlite';
import { StorageUnavailable } from '../../writer/storageUnavailable.ts';
import { rememberFailures } from './readHealth.ts';
import { asStorageFault } from './storageErrors.ts';

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
const compiledAtOnce = new WeakSet<Database>();

/** Makes the statements of a database be compiled when they are prepared, and not with their first use. */
export function compileAtOnce(database: Database): void {
  compiledAtOnce.add(database);
}

/**
 * Compiles a reading statement, or a writing one with `RETURNING`, once, with its first use: most runs of the program use
 * few statements.
 */
export function prepareQuery<Row>(database: Database, text: string): PreparedQuery<Row> {
  const statementOf = compileOnce<Row>(database, text);
  // A health check repeats the failed statements, so a write must not be one of them.
  const remember = text.startsWith('SELECT') ? rememberFailures(database, text) : () => undefined;
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
export function prepareChange(database: Database, text: string): PreparedChange {
  const statementOf = compileOnce<never>(database, text);
  return (bindings) => guarded(() => statementOf().run(complete(bindings)).changes);
}

/** Runs an insert, update or delete that is needed seldom, like {@link prepareChange}. */
export function change(database: Database, text: string, bindings: Bindings = {}): number {
  return prepareChange(database, text)(bindings);
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

/** Creates a function that gives the statement, compiled once. */
function compileOnce<Row>(database: Database, text: string): () => Statement<Row, [Bindings]> {
  let compiled: Statement<Row, [Bindings]> | undefined;
  const statementOf = () => (compiled ??= database.prepare<Row, [Bindings]>(text));
  if (compiledAtOnce.has(database)) statementOf();
  return statementOf;
}
