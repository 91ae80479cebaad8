import { StorageUnavailable } from '../writer/storageUnavailable.ts';
import { drizzleOver, type Client, type Connection } from './driver.ts';
import { rememberFailure } from './readHealth.ts';
import { asStorageFault } from './storageErrors.ts';
import { TransactionRollbackError, sql, type Placeholder } from 'drizzle-orm';

/** The database, as all that reads and writes tables has it. */
export type Db = ReturnType<typeof drizzleOver> & { readonly $client: Connection };

const databases = new WeakMap<Connection, Db>();

/**
 * The database of a connection. Its statements throw {@link StorageUnavailable} when the storage cannot serve. Close such a
 * connection with `close(true)`: after `close()`, the file stays open and locked while one of its statements is left.
 */
export function databaseOn(connection: Connection): Db {
  const known = databases.get(connection);
  if (known !== undefined) return known;
  const client: Client = {
    prepare: (text) => prepareGuarded(connection, text),
    exec: (text) => void guarded(() => connection.run(text)),
    transaction: transactionsOn(connection),
  };
  const db = Object.assign(drizzleOver(client), { $client: connection });
  databases.set(connection, db);
  return db;
}

/** Gives transactions in the form in which Drizzle uses them. Within another one, each is a savepoint. */
function transactionsOn(connection: Connection): Client['transaction'] {
  // One for all steps: it takes 2 µs to make.
  const transact = once(() => connection.transaction((steps: () => unknown) => steps()));
  return (steps) => ({
    deferred: () => guarded(() => transact().deferred(steps)),
    immediate: () => guarded(() => transact().immediate(steps)),
    exclusive: () => guarded(() => transact().exclusive(steps)),
  });
}

/** The form in which Drizzle uses a statement. */
interface PlainStatement {
  run(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
  get(...values: unknown[]): unknown;
  values(...values: unknown[]): unknown[][];
}

function prepareGuarded(connection: Connection, text: string): PlainStatement {
  const statement = guarded(() => connection.prepare(text)) as unknown as PlainStatement;
  // A health check repeats the failed statements, so a write must not be one of them.
  const remembers = /^(?:select|with)\b/i.test(text);
  const use = (method: keyof PlainStatement) =>
    function useGuarded(...values: unknown[]): unknown {
      try {
        return statement[method](...values);
      } catch (error) {
        const again = () => statement[method](...values);
        throw faultOf(error, remembers ? () => rememberFailure(connection, text, again) : undefined);
      }
    };
  return { run: use('run'), all: use('all'), get: use('get'), values: use('values') } as unknown as PlainStatement;
}

/**
 * Runs an action on the database.
 *
 * @throws {StorageUnavailable} when the storage cannot serve
 */
export function guarded<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw faultOf(error);
  }
}

/** What an error of SQLite is. Calls `onUnavailable` when the storage cannot serve. */
function faultOf(error: unknown, onUnavailable?: () => void): unknown {
  const fault = asStorageFault(error);
  if (fault instanceof StorageUnavailable) onUnavailable?.();
  return fault;
}

/** Makes something with its first use. Statements are made so: most runs of the program use few of them. */
export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** Runs steps as one transaction, or as a part of the one that has begun; undoes them when their result is not to be kept. */
export function keepIf<Result>(db: Db, isKept: (result: Result) => boolean, steps: () => Result): Result {
  const undone: Result[] = [];
  try {
    const keep = (tx: { rollback(): never }): Result => {
      const result = steps();
      if (isKept(result)) return result;
      undone.push(result);
      return tx.rollback();
    };
    return db.transaction(keep, { behavior: 'immediate' });
  } catch (error) {
    const [result] = undone;
    if (result !== undefined && error instanceof TransactionRollbackError) return result;
    throw error;
  }
}

/** A placeholder of the same name for each column: the values of an insert that is prepared. */
export function placeholdersOf<Name extends string>(...columns: readonly Name[]): Readonly<Record<Name, Placeholder>> {
  const pairs = columns.map((name) => [name, sql.placeholder(name)]);
  return Object.fromEntries(pairs) as Record<Name, Placeholder>;
}
