import { SQLiteError } from './driver.ts';
import { OutcomeUnknown, StorageUnavailable } from '../writer/storageUnavailable.ts';

// Primary result codes (the low byte of an extended one) that are due to the state of the storage, not to a bug:
// busy, locked, out of memory, read-only, I/O error, corrupt, full, cannot open, locking protocol, no database.
// https://www.sqlite.org/rescode.html
// A disk that fails to read (EIO) is reported as corrupt by SQLite: the two cannot be distinguished.
const unavailableCodes = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

const [lockedReason, damagedReason] = ['another program has locked it', 'it is damaged'];

// Plain reasons, for the same codes.
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

// The data may be in the file nevertheless: a restart may find the whole commit in the write-ahead log.
const syncFailedCode = 1034;

const busyCodes = new Set([5, 6]);
const damageCodes = new Set([11, 26]);

/** Whether an error of SQLite means that another connection holds the database. */
export function isBusy(error: unknown): boolean {
  const cause = sqliteErrorIn(error);
  return cause !== undefined && busyCodes.has(cause.errno & 0xff);
}

/** Whether an error means that the file is damaged. */
export function isDamage(error: unknown): boolean {
  const cause = sqliteErrorIn(error);
  return cause !== undefined && damageCodes.has(cause.errno & 0xff);
}

/** The reason of an error of SQLite, in words and with its own message; undefined for any other error. */
export function reasonOfFault(error: unknown): string | undefined {
  const cause = sqliteErrorIn(error);
  const reason = cause === undefined ? undefined : reasons[cause.errno & 0xff];
  return reason === undefined ? undefined : `${reason} (SQLite: ${cause?.message})`;
}

/**
 * Converts an error of SQLite: {@link StorageUnavailable} when a retry may succeed, {@link OutcomeUnknown} when the
 * commit itself may have succeeded; other errors stay the same.
 */
export function asStorageFault(error: unknown): unknown {
  const cause = sqliteErrorIn(error);
  if (cause === undefined || !unavailableCodes.has(cause.errno & 0xff)) return error;
  const Fault = cause.errno === syncFailedCode ? OutcomeUnknown : StorageUnavailable;
  return new Fault(`the database cannot be used: ${reasonOfFault(cause)}`, { cause });
}

/** The error that the database threw, which our own code may have wrapped. */
function sqliteErrorIn(error: unknown): SQLiteError | undefined {
  if (error instanceof SQLiteError) return error;
  return error instanceof StorageUnavailable ? sqliteErrorIn(error.cause) : undefined;
}
