import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { Database } from 'bun:sqlite';
import { reasonOf } from '../../runtime/systemErrors.ts';
import { applicationId, applicationIdOf, schemaVersion, schemaVersionOf } from '../schema/migrations.ts';
import { retryWhileBusy } from './retryWhileBusy.ts';
import { isDamage, reasonOfFault } from './storageErrors.ts';

/** Why a database cannot be used, in one line for the person who runs the program. Nothing was changed. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}

/** A file that is damaged, or no database of Duebook: a backup can take its place. */
export class DatabaseUnfit extends DatabaseRefused {
  constructor(
    path: string,
    /** What is wrong, without what there is to do about it. */
    readonly finding: string,
    options?: ErrorOptions,
  ) {
    const directory = dirname(path);
    const advice = `run "duebook check --data-dir ${directory}" to see what is damaged, or "duebook restore FILE --data-dir ${directory}" to replace it with a backup`;
    super(`${finding}: ${advice}`, options);
  }
}

/** The name of the database's file in a data directory. */
export const databaseFileName = 'duebook.db';

/** The names of what is locked in a data directory: all of it, against a second server, or the making of backups, one at a time. */
export const lockFiles = { directory: 'duebook.lock', backup: 'duebook-backup.lock' } as const;

// The header of the file and that of its first page.
const headerBytes = 108;

/** Whose a database file is. */
export interface Identity {
  readonly application: number;
  readonly version: number;
  /** Whether it has no tables yet: what a crash during the very first start leaves behind. */
  readonly isEmpty: boolean;
}

/**
 * Looks at a database file without opening it for writing, since merely opening one changes files beside it. Only for
 * one that this process does not have open: when the file is closed, the system drops every lock of the process on it.
 *
 * @returns whose it is; undefined while the file is empty
 * @throws {DatabaseRefused} when it is unreadable, foreign or of a newer version
 */
export function identifyFile(path: string, access = constants.R_OK | constants.W_OK): Identity | undefined {
  const header = headerOf(path, access);
  if (header === undefined) return undefined;
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new DatabaseUnfit(path, `${path} is not a database of Duebook: it is no SQLite file`);
  }
  // The file's own header is behind while a write-ahead log is there, as after a crash: then SQLite reads both.
  const identity = existsSync(`${path}-wal`) ? identityOf(path) : identityIn(header);
  refuseForeign(path, identity);
  return identity;
}

/**
 * Looks at a database that is open, as {@link identifyFile} does at one that is not.
 *
 * @throws {DatabaseRefused} when it is foreign or of a newer version
 */
export function refuseForeignOpen(path: string, database: Database): void {
  refuseForeign(path, readIdentity(database));
}

/** The refusal of a database for a reason that came up while it was used. */
export function unusable(path: string, cause: unknown): DatabaseRefused {
  const reason = reasonOfFault(cause);
  if (isDamage(cause)) return new DatabaseUnfit(path, `cannot use the database ${path}: ${reason}`, { cause });
  if (reason !== undefined) return new DatabaseRefused(`cannot use the database ${path}: ${reason}`, { cause });
  const hint = permissionHint(cause, dirname(path));
  return new DatabaseRefused(`cannot use the database ${path}: ${messageOf(cause, path)}${hint}`, { cause });
}

/** What an error says, in words where it is one of the system; `named` is the path that the line names already. */
export function messageOf(error: unknown, named?: string): string {
  return reasonOf(error, named);
}

/** Where the database is kept as it was before it was brought from a schema version to a later one. */
export function beforeUpgradePath(databasePath: string, version: number): string {
  return `${databasePath}.before-upgrade-${version}`;
}

/** The file's header (https://www.sqlite.org/fileformat.html), padded with zeros; undefined while the file is empty. */
function headerOf(path: string, access: number): Buffer | undefined {
  try {
    accessSync(path, access);
    const file = openSync(path, 'r');
    try {
      const header = Buffer.alloc(headerBytes);
      return readSync(file, header, 0, header.length, 0) === 0 ? undefined : header;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unusable(path, error);
  }
}

function identityIn(header: Buffer): Identity {
  const pages = header.readUInt32BE(28);
  const schemaEntriesOnFirstPage = header.readUInt16BE(103);
  return {
    application: header.readUInt32BE(68),
    version: header.readInt32BE(60),
    isEmpty: pages <= 1 && schemaEntriesOnFirstPage === 0,
  };
}

function identityOf(path: string): Identity {
  try {
    return retryWhileBusy(() => {
      const database = new Database(path, { readonly: true });
      try {
        return readIdentity(database);
      } finally {
        database.close();
      }
    });
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Reads all of it at one moment: another process may be making the tables just now. */
function readIdentity(database: Database): Identity {
  const read = database.transaction(() => {
    const application = applicationIdOf(database);
    // Ours got its mark with its tables. So one that is damaged can still be recognised.
    const isEmpty =
      application !== applicationId && database.query('SELECT 1 FROM sqlite_schema LIMIT 1').get() === null;
    return { application, version: schemaVersionOf(database), isEmpty };
  });
  return read.deferred();
}

function refuseForeign(path: string, { application, version, isEmpty }: Identity): void {
  if (application !== applicationId && !isEmpty) {
    throw new DatabaseUnfit(path, `${path} is not a database of Duebook: it belongs to another program`);
  }
  refuseNewer(path, version);
}

function refuseNewer(path: string, version: number): void {
  if (version >= 0 && version <= schemaVersion) return;
  const earlier = newestUsableCopy(path);
  const command = `duebook restore ${earlier} --data-dir ${dirname(path)}`;
  const wayBack =
    earlier === undefined ? 'restore an earlier backup with "duebook restore"' : `go back with "${command}"`;
  throw new DatabaseRefused(
    `${path} is of schema version ${version}, newer than ${schemaVersion}, the newest this program knows: start a newer duebook, or ${wayBack}`,
  );
}

/** The latest copy that an upgrade has left and this program can use. */
function newestUsableCopy(path: string): string | undefined {
  const start = basename(beforeUpgradePath(path, 0)).slice(0, -1);
  const versions = readdirSync(dirname(path))
    .filter((name) => name.startsWith(start))
    .map((name) => Number(name.slice(start.length)))
    .filter((version) => version > 0 && version <= schemaVersion);
  return versions.length === 0 ? undefined : beforeUpgradePath(path, Math.max(...versions));
}

/** Advice to append to the message of an error about permissions; empty for any other error. */
export function permissionHint(error: unknown, directory: string): string {
  const isOfPermission =
    error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
  if (!isOfPermission) return '';
  const uid = ownerOf(directory);
  if (uid === undefined) return '; run this as root, or as the user of the server';
  return `; ${directory} belongs to ${nameOf(uid)}: run this as root, or as that user`;
}

function ownerOf(directory: string): number | undefined {
  try {
    return statSync(directory).uid;
  } catch {
    return undefined;
  }
}

function nameOf(uid: number): string {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n');
    const fields = users.map((line) => line.split(':')).find(([, , number]) => number === String(uid));
    return fields?.[0] ?? `user ${uid}`;
  } catch {
    return `user ${uid}`;
  }
}
