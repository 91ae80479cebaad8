import { type Database, constants } from 'bun:sqlite';

type Memory = Map<unknown, unknown>;

interface Memories {
  /** By name: forgotten with each transaction. */
  readonly ofTransaction: Map<string, Memory>;
  /** By name: forgotten when something else than the transactions that remember it may have changed the database. */
  readonly lasting: Map<string, Memory>;
  /** The state of the database at the end of the last transaction. */
  version: number | undefined;
}

const memories = new WeakMap<Database, Memories>();

// Bounds the memory that many owners and keys take. A transaction adds few entries.
const lastingEntriesMax = 1000;

/** What is remembered during the present transaction of a connection, under the name of a memory. */
export function transactionMemory<Key, Value>(database: Database, name: string): Map<Key, Value> {
  return memoryIn<Key, Value>(memoriesOf(database).ofTransaction, name);
}

/**
 * What is remembered of the database also in the next transactions of a connection, until another connection commits or a
 * transaction is rolled back. A verb that changes what is remembered has to remove it.
 */
export function lastingMemory<Key, Value>(database: Database, name: string): Map<Key, Value> {
  return memoryIn<Key, Value>(memoriesOf(database).lasting, name);
}

/** A transaction has begun, with the lock for writing: forgets what may not be true any more. */
export function beginMemory(database: Database): void {
  const { ofTransaction, lasting, version } = memoriesOf(database);
  clear(ofTransaction);
  if (version !== versionOf(database)) clear(lasting);
  for (const memory of lasting.values()) if (memory.size > lastingEntriesMax) memory.clear();
}

/** The transaction was committed: what was remembered in it is true. */
export function keepMemory(database: Database): void {
  memoriesOf(database).version = versionOf(database);
}

/** The transaction, or a part of it, was rolled back: forgets all that is remembered. */
export function forgetMemory(database: Database): void {
  const { ofTransaction, lasting } = memoriesOf(database);
  clear(ofTransaction);
  clear(lasting);
}

// SQLite writes four bytes; the runtime asks for eight.
const answer = new Uint32Array(2);

/** A number that changes with each commit of any connection, this one included. It costs less than `PRAGMA data_version`. */
function versionOf(database: Database): number {
  database.fileControl(constants.SQLITE_FCNTL_DATA_VERSION, answer);
  return answer[0] ?? 0;
}

function memoriesOf(database: Database): Memories {
  let found = memories.get(database);
  if (found === undefined) {
    found = { ofTransaction: new Map(), lasting: new Map(), version: undefined };
    memories.set(database, found);
  }
  return found;
}

function memoryIn<Key, Value>(all: Map<string, Memory>, name: string): Map<Key, Value> {
  let memory = all.get(name);
  if (memory === undefined) all.set(name, (memory = new Map()));
  return memory as Map<Key, Value>;
}

function clear(all: ReadonlyMap<string, Memory>): void {
  for (const memory of all.values()) memory.clear();
}
