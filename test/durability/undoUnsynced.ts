import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

interface Write {
  readonly offset: number;
  readonly sizeBefore: number;
  readonly bytesBefore: Buffer;
}

const headerBytes = 22;

/**
 * Plays a power cut: puts back what every write that had not been synced replaced, newest first, as the journal of
 * powerCut.c tells it. What the system still held in memory is lost, as it would be.
 *
 * @returns how many writes were undone
 */
export function undoUnsynced(dataDirectory: string, journalPath: string): number {
  const unsynced: [Write[], Write[]] = [[], []];
  const journal = readFileSync(journalPath);
  for (let position = 0; position + headerBytes <= journal.length;) {
    const kind = String.fromCharCode(journal.readUInt8(position));
    const writes = unsynced[journal.readUInt8(position + 1)];
    const length = journal.readUInt32LE(position + 18);
    const end = position + headerBytes + length;
    if (writes === undefined || end > journal.length) break;
    if (kind === 's') writes.length = 0;
    else {
      writes.push({
        offset: Number(journal.readBigUInt64LE(position + 2)),
        sizeBefore: Number(journal.readBigUInt64LE(position + 10)),
        bytesBefore: journal.subarray(position + headerBytes, end),
      });
    }
    position = end;
  }
  const [database, log] = unsynced;
  return undo(join(dataDirectory, 'duebook.db'), database) + undo(join(dataDirectory, 'duebook.db-wal'), log);
}

function undo(path: string, writes: readonly Write[]): number {
  if (writes.length === 0) return 0;
  const file = openSync(path, 'r+');
  for (const { offset, sizeBefore, bytesBefore } of writes.toReversed()) {
    if (bytesBefore.length > 0) writeSync(file, bytesBefore, 0, bytesBefore.length, offset);
    ftruncateSync(file, sizeBefore);
  }
  closeSync(file);
  return writes.length;
}
