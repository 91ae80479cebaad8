import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SQLiteBunSession } from 'drizzle-orm/bun-sqlite/session';
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import type { Client } from './driver.ts';

// driver.ts for Deno, over node:sqlite: the parts of bun:sqlite that the program uses.

export type { Client };

/** The constants of SQLite that the program uses. */
export const constants = {
  SQLITE_OPEN_READWRITE: 2,
  SQLITE_OPEN_CREATE: 4,
  SQLITE_OPEN_NOFOLLOW: 0x01_00_00_00,
  SQLITE_FCNTL_HAS_MOVED: 20,
};

// Some errors of node:sqlite have no code. The texts are those of SQLite.
const codes: readonly (readonly [text: string, code: number])[] = [
  ['database is locked', 5],
  ['database table is locked', 6],
  ['out of memory', 7],
  ['attempt to write a readonly database', 8],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
  ['locking protocol', 15],
  ['file is not a database', 26],
];

/** An error of SQLite, with its extended result code. */
export class SQLiteError extends Error {
  override readonly name = 'SQLiteError';

  constructor(
    message: string,
    readonly errno: number,
    cause: unknown,
  ) {
    super(message, { cause });
  }
}

/** Runs an action, with its errors of SQLite as {@link SQLiteError}. */
function named<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')) throw error;
    const known =
      'errcode' in error ? Number(error.errcode) : codes.find(([text]) => error.message.startsWith(text))?.[1];
    throw new SQLiteError(error.message, known ?? 1, error);
  }
}

/** A value as node:sqlite takes it: it binds no booleans, and whole numbers as fractions, which are other texts than those. */
function bound(value: unknown): SQLInputValue {
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return BigInt(value as number | boolean);
  return value === undefined ? null : (value as SQLInputValue);
}

/** A prepared statement. */
class Statement {
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
  }

  run(...values: unknown[]): unknown {
    return named(() => this.#statement.run(...values.map(bound)));
  }

  all(...values: unknown[]): unknown[] {
    return this.#rows(false, values);
  }

  values(...values: unknown[]): unknown[] {
    return this.#rows(true, values);
  }

  get(...values: unknown[]): unknown {
    return this.#rows(false, values)[0] ?? null;
  }

  #rows(areLists: boolean, values: readonly unknown[]): unknown[] {
    this.#statement.setReturnArrays(areLists);
    return named(() => this.#statement.all(...values.map(bound)));
  }
}

interface Opening {
  readonly readonly?: boolean;
  readonly create?: boolean;
}

/** A connection to a database. */
export class Connection {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #inode: number | undefined;
  readonly #descriptors: number[] = [];

  /** @param options flags of SQLite: all connections that give them may write and create */
  constructor(path: string, options: Opening | number = {}) {
    const { readonly: isReadOnly = false, create = true } = typeof options === 'number' ? {} : options;
    // node:sqlite has no option for a file that must exist.
    if (!create && statSync(path, { throwIfNoEntry: false }) === undefined)
      throw new SQLiteError('unable to open database file', 14, undefined);
    this.#path = path;
    this.#database = named(() => new DatabaseSync(path, { readOnly: isReadOnly, enableForeignKeyConstraints: false }));
    // Else a read-only connection waits five seconds, whatever its option says.
    this.#database.exec('PRAGMA busy_timeout = 0');
    this.#inode = this.#presentInode();
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs one statement with values, or several without. */
  run(text: string, values: readonly unknown[] = []): void {
    // Its errors have a code, and those of several statements have none.
    if (/;\s*\S/.test(text)) named(() => this.#database.exec(text));
    else this.prepare(text).run(...values);
  }

  prepare(text: string): Statement {
    return new Statement(named(() => this.#database.prepare(text)));
  }

  query(text: string): Statement {
    return this.prepare(text);
  }

  /** Gives a function that runs some steps as a transaction, or as a savepoint within another one. */
  transaction<Result>(steps: (work: () => unknown) => Result) {
    const begin = (kind: string) => (work: () => unknown) =>
      this.inTransaction
        ? this.#between(['SAVEPOINT inner', 'RELEASE inner', 'ROLLBACK TO inner; RELEASE inner'], () => steps(work))
        : this.#between([`BEGIN ${kind}`, 'COMMIT', 'ROLLBACK'], () => steps(work));
    return { deferred: begin('DEFERRED'), immediate: begin('IMMEDIATE'), exclusive: begin('EXCLUSIVE') };
  }

  #between<Result>([begin, end, undo]: readonly [string, string, string], steps: () => Result): Result {
    this.run(begin);
    try {
      const result = steps();
      this.run(end);
      return result;
    } catch (error) {
      // SQLite may have ended the transaction itself.
      if (this.inTransaction) this.run(undo);
      throw error;
    }
  }

  /** Whether the file has lost its name since it was opened, in the first number of the answer. */
  fileControl(_: number, answer: Int32Array): void {
    answer[0] = this.#presentInode() === this.#inode ? 0 : 1;
  }

  /** The bytes of the file, which this connection has locked. */
  serialize(): Uint8Array {
    const descriptor = openSync(this.#path, 'r');
    // Closing it would drop the lock.
    this.#descriptors.push(descriptor);
    return readFileSync(descriptor);
  }

  close(): void {
    this.#database.close();
    for (const descriptor of this.#descriptors.splice(0)) closeSync(descriptor);
  }

  #presentInode(): number | undefined {
    return statSync(this.#path, { throwIfNoEntry: false })?.ino;
  }
}

/** Drizzle over a connection, or over an object that stands before one. */
export function drizzleOver(client: Client): BunSQLiteDatabase {
  const dialect = new SQLiteSyncDialect();
  const session = new SQLiteBunSession(client as never, dialect, undefined);
  return new BaseSQLiteDatabase('sync', dialect, session, undefined) as unknown as BunSQLiteDatabase;
}
