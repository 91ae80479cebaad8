import { SQLiteError } from 'bun:sqlite';
import { StorageUnavailable } from '../domain/storageUnavailable.ts';

// Primary result codes (the low byte of an extended one) that tell of the storage's state, not of a mistake of ours:
// busy, locked, out of memory, read-only, I/O error, full, cannot open, locking protocol.
// https://www.sqlite.org/rescode.html
const unavailableCodes = new Set([5, 6, 7, 8, 10, 13, 14, 15]);

/** The error to throw for one that SQLite gave: {@link StorageUnavailable} when a later try may succeed, else the same. */
export function asStorageFault(error: unknown): unknown {
  if (!(error instanceof SQLiteError)) return error;
  if (!unavailableCodes.has(error.errno & 0xff)) return error;
  return new StorageUnavailable(error.message, { cause: error });
}
