import { SQLiteError } from 'bun:sqlite';
import { DrizzleQueryError } from 'drizzle-orm';
import { OutcomeUnknown, StorageUnavailable } from '../../commands/storageUnavailable.ts';

// Primary result codes (the low byte of an extended one) that tell of the storage's state, not of a mistake of ours:
// busy, locked, out of memory, read-only, I/O error, corrupt, full, cannot open, locking protocol, no database.
// https://www.sqlite.org/rescode.html
// A disk that fails to read (EIO) is told as corrupt, too, by SQLite's own choice: the two cannot be told apart.
const unavailableCodes = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

const [lockedReason, damagedReason] = ['another program has locked it', 'it is damaged'];

// What a person can act on, for the same codes.
const reasons: Readonly<Record<number, string>> = {
  5: lockedReason,
  6: lockedReason,
  7: 'there is too little memory',
  8: 'it is read-only',
  10: 'the disk cannot be read or written',
  11: damagedReason,
  13: 'the disk is full',
  14: 'it, or a file beside it, cannot be opened',
  15: 'its file system does not support locks',
  26: damagedReason,
};

// Whatever was to be synced is in the file all the same: a restart may find the whole commit in the write-ahead log.
const syncFailedCode = 1034;

const foreignKeyCode = 787;

const busyCodes = new Set([5, 6]);
const damageCodes = new Set([11, 26]);

/** Whether SQLite gave the error because another connection holds the database just now. */
export function isBusy(error: unknown): boolean {
  const cause = sqliteErrorIn(error);
  return cause !== undefined && busyCodes.has(cause.errno & 0xff);
}

/** Whether SQLite gave the error because a row refers to another one that does not exist. */
export function isForeignKeyFault(error: unknown): boolean {
  return sqliteErrorIn(error)?.errno === foreignKeyCode;
}

/** Whether an error says that the file is not as SQLite left it. */
export function isDamage(error: unknown): boolean {
  const cause = sqliteErrorIn(error);
  return cause !== undefined && damageCodes.has(cause.errno & 0xff);
}

/** What an error of SQLite means, in words and with what SQLite says; undefined for any other error. */
export function reasonOfFault(error: unknown): string | undefined {
  const cause = sqliteErrorIn(error);
  const reason = cause === undefined ? undefined : reasons[cause.errno & 0xff];
  return reason === undefined ? undefined : `${reason} (SQLite: ${cause?.message})`;
}

/**
 * The error to throw for one that SQLite gave: {@link StorageUnavailable} when a later try may succeed,
 * {@link OutcomeUnknown} when besides this one may have, else the same.
 */
export function asStorageFault(error: unknown): unknown {
  const cause = sqliteErrorIn(error);
  if (cause === undefined || !unavailableCodes.has(cause.errno & 0xff)) return error;
  const Fault = cause.errno === syncFailedCode ? OutcomeUnknown : StorageUnavailable;
  return new Fault(`the database cannot be used: ${reasonOfFault(cause)}`, { cause });
}

/** What the database itself threw, which the query builder and we may have wrapped. */
function sqliteErrorIn(error: unknown): SQLiteError | undefined {
  if (error instanceof SQLiteError) return error;
  const isWrapped = error instanceof DrizzleQueryError || error instanceof StorageUnavailable;
  return isWrapped ? sqliteErrorIn(error.cause) : undefined;
}
