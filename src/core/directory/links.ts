import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { databaseFileName, DatabaseRefused, lockFiles } from './databaseFile.ts';

const databaseEnds = ['', '-wal', '-shm', '-journal'];
const names = [...databaseEnds.map((end) => databaseFileName + end), ...Object.values(lockFiles)];

/**
 * Checks the files that Duebook opens in a data directory. A link may lead to another user's file, and a database with a
 * second name in another directory may be in use there, under another lock.
 *
 * @throws {DatabaseRefused} when one is a symbolic link, has a second name in another directory, or is not a regular file
 */
export function refuseLinksIn(dataDirectory: string): void {
  for (const name of names) refuseLink(join(dataDirectory, name));
}

/**
 * Checks a backup directory inside the data directory.
 *
 * @throws {DatabaseRefused} when it is a symbolic link
 */
export function refuseLinkedFolder(path: string): void {
  if (found(path)?.isSymbolicLink() !== true) return;
  throw new DatabaseRefused(
    `${path} is a symbolic link to ${readlinkSync(path)}: delete the link, and give the directory behind it with --backup-dir or --to`,
  );
}

function refuseLink(path: string): void {
  const file = found(path);
  if (file === undefined || (file.isFile() && file.nlink <= 1)) return;
  if (file.isSymbolicLink()) {
    throw new DatabaseRefused(
      `${path} is a symbolic link to ${readlinkSync(path)}, and Duebook does not open links: delete it; if the data is elsewhere, give its directory with --data-dir`,
    );
  }
  if (!file.isFile()) throw new DatabaseRefused(`${path} is not a regular file: move it out of the data directory`);
  // A restore gives the earlier database a second name for a moment, and a crash may leave it behind.
  const namesHere = namesOf(file, dirname(path));
  if (file.nlink <= namesHere.length) return;
  throw new DatabaseRefused(
    `${path} is a file with ${file.nlink} names (hard links), of which other directories have ${file.nlink - namesHere.length}: delete those; "find / -xdev -samefile ${path}" lists them`,
  );
}

function namesOf({ dev, ino }: Stats, folder: string): string[] {
  return readdirSync(folder).filter((name) => {
    const other = found(join(folder, name));
    return other?.ino === ino && other.dev === dev;
  });
}

function found(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
