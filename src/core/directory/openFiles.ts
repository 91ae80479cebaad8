import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseFileName, DatabaseRefused } from './databaseFile.ts';

/** A file as the file system identifies it, independent of its name. */
interface OpenFile {
  readonly path: string;
  readonly dev: number;
  readonly ino: number;
}

/**
 * The database that a server has open, and its write-ahead log. SQLite also writes into files that have lost their names,
 * and everything in them is gone when the process ends. Plain data, to be sent to workers.
 */
export interface OpenFiles {
  readonly database: OpenFile;
  readonly log: OpenFile;
}

/**
 * Opens a database, and identifies its files. It looks them up by name only: closing a descriptor of the database would
 * drop the locks of SQLite.
 *
 * @throws {DatabaseRefused} when somebody replaces the database at the same time
 */
export function identifyOpened<Opened extends { close(): void }>(dataDirectory: string, open: () => Opened) {
  const path = join(resolve(dataDirectory), databaseFileName);
  const before = fileAt(path);
  const opened = open();
  const [database, log] = [fileAt(path), fileAt(`${path}-wal`)];
  const isSame = before === undefined || (database !== undefined && isInPlace(before));
  if (database !== undefined && log !== undefined && isSame) return { opened, files: { database, log } };
  opened.close();
  throw new DatabaseRefused(`${path} was deleted or replaced during the start: start again`);
}

/** The first file that has lost its name, or whose name belongs to another file now; undefined when there is none. */
export function findLost({ database, log }: OpenFiles): string | undefined {
  return [database, log].find((file) => !isInPlace(file))?.path;
}

/** Whether a file still has its name. */
function isInPlace({ path, dev, ino }: OpenFile): boolean {
  const found = fileAt(path);
  return found?.ino === ino && found.dev === dev;
}

function fileAt(path: string): OpenFile | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? undefined : { path, dev: found.dev, ino: found.ino };
  } catch {
    // A file that cannot be looked up counts as lost.
    return undefined;
  }
}

/** Options of the watch over the open files. */
export interface FileWatchOptions {
  readonly files: OpenFiles;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
}

/** Checks whether the open files still have their names, and logs each change once. */
export function watchOpenFiles({ files, log }: FileWatchOptions) {
  let lost: string | undefined;

  function areInPlace(): boolean {
    const path = findLost(files);
    if (path !== undefined && lost === undefined) log(explain(path));
    if (path === undefined && lost !== undefined) log(`${lost} is back: writes are accepted again`);
    lost = path;
    return path === undefined;
  }

  return {
    areInPlace,

    /** Checks after a group commit that failed, and while a file is lost. */
    noteCommit(isFailed: boolean): void {
      if (isFailed || lost !== undefined) areInPlace();
    },
  };
}

function explain(path: string): string {
  return [
    `${path} is not the file that this server has open, which was deleted, moved or replaced`,
    'writes are refused until it is back; reads use the open file, whose content is lost when the server stops',
    'move the file back together with those beside it, or stop the server, restore a backup with "duebook restore FILE" and start it',
  ].join('; ');
}
