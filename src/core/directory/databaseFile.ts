import { accessSync, closeSync, constants, existsSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Connection } from '../database/driver.ts';
import { openRegularFile } from '../runtime/boundedReading.ts';
import { reasonOf } from '../runtime/systemErrors.ts';
import {
  applicationId,
  applicationIdOf,
  oldestSchemaVersion,
  schemaVersion,
  schemaVersionOf,
} from '../database/migrations.ts';
import { retryWhileBusy } from '../database/retryWhileBusy.ts';
import { isDamage, reasonOfFault } from '../database/storageErrors.ts';

/** Why a database cannot be used, in one line. Nothing was changed. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}

/** A file that is damaged or not a database of Duebook: restoring a backup replaces it. */
export class DatabaseUnfit extends DatabaseRefused {
  constructor(
    path: string,
    /** The reason, without advice. */
    readonly finding: string,
    options?: ErrorOptions,
  ) {
    const directory = dirname(path);
    const advice = `run "duebook check --data-dir ${directory}" to see what is damaged, or "duebook restore FILE --data-dir ${directory}" to replace it with a backup`;
    super(`${finding}: ${advice}`, options);
  }
}

/** The name of the database file in a data directory. */
export const databaseFileName = 'duebook.db';

/** The lock files of a data directory: one against a second server, one against two backups at a time. */
export const lockFiles = { directory: 'duebook.lock', backup: 'duebook-backup.lock' } as const;

// The header of the file and that of its first page.
const headerBytes = 108;

/** The program and the schema version of a database file. */
export interface Identity {
  readonly application: number;
  readonly version: number;
  /** Whether it has no tables yet, as after a crash during the very first start. */
  readonly isEmpty: boolean;
}

/**
 * Identifies a database file without opening it for writing, because opening one changes files beside it. Use it only
 * for a database that this process does not have open: closing the file drops every lock of the process on it.
 *
 * @returns its identity; undefined while the file is empty
 * @throws {DatabaseRefused} when it is unreadable, foreign or of a newer version
 */
export function identifyFile(path: string, access = constants.R_OK | constants.W_OK): Identity | undefined {
  const header = headerOf(path, access);
  if (header === undefined) return undefined;
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new DatabaseUnfit(path, `${path} is not a database of Duebook: it is not a SQLite file`);
  }
  // The header of the file is outdated while a write-ahead log exists, as after a crash: then SQLite reads both.
  const identity = existsSync(`${path}-wal`) ? identityOf(path) : identityIn(header);
  refuseForeign(path, identity);
  return identity;
}

/**
 * Checks an open database as {@link identifyFile} checks a closed one.
 *
 * @throws {DatabaseRefused} when it is foreign or of a newer version
 */
export function refuseForeignOpen(path: string, database: Connection): void {
  refuseForeign(path, readIdentity(database));
}

/** The error for a database that failed while it was used. */
export function unusable(path: string, cause: unknown): DatabaseRefused {
  const reason = reasonOfFault(cause);
  if (isDamage(cause)) return new DatabaseUnfit(path, `cannot use the database ${path}: ${reason}`, { cause });
  if (reason !== undefined) return new DatabaseRefused(`cannot use the database ${path}: ${reason}`, { cause });
  const hint = permissionHint(cause, dirname(path));
  return new DatabaseRefused(`cannot use the database ${path}: ${messageOf(cause, path)}${hint}`, { cause });
}

/** The message of an error, in words for an error of the system; `named` is the path that the line names already. */
export function messageOf(error: unknown, named?: string): string {
  return reasonOf(error, named);
}

/** The path of the copy that an upgrade makes of a schema version. */
export function beforeUpgradePath(databasePath: string, version: number): string {
  return `${databasePath}.before-upgrade-${version}`;
}

/** The file's header (https://www.sqlite.org/fileformat.html), padded with zeros; undefined while the file is empty. */
function headerOf(path: string, access: number): Buffer | undefined {
  try {
    accessSync(path, access);
    const file = openRegularFile(path);
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
      const database = new Connection(path, { readonly: true });
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

/** Reads everything in one snapshot: another process may be creating the tables. */
function readIdentity(database: Connection): Identity {
  const read = database.transaction(() => {
    const application = applicationIdOf(database);
    // Our mark and our tables are created together, so a damaged database of ours is still recognised.
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
  refuseOtherVersion(path, version);
}

function refuseOtherVersion(path: string, version: number): void {
  if (version > 0 && version < oldestSchemaVersion) {
    throw new DatabaseRefused(
      `${path} was written by a build before 1.0.0 (schema version ${version}), which this version cannot upgrade: run "duebook export" with that build, and import the file with "duebook import"`,
    );
  }
  if (version >= 0 && version <= schemaVersion) return;
  const earlier = newestUsableCopy(path);
  const command = `duebook restore ${earlier} --data-dir ${dirname(path)}`;
  const wayBack =
    earlier === undefined ? 'restore an earlier backup with "duebook restore"' : `go back with "${command}"`;
  throw new DatabaseRefused(
    `${path} has schema version ${version}, and this version of Duebook supports up to ${schemaVersion}: start a newer Duebook, or ${wayBack}`,
  );
}

/** The latest copy of an upgrade that this program can use. */
function newestUsableCopy(path: string): string | undefined {
  const start = basename(beforeUpgradePath(path, 0)).slice(0, -1);
  const versions = readdirSync(dirname(path))
    .filter((name) => name.startsWith(start))
    .map((name) => Number(name.slice(start.length)))
    .filter((version) => version >= oldestSchemaVersion && version <= schemaVersion);
  return versions.length === 0 ? undefined : beforeUpgradePath(path, Math.max(...versions));
}

/** Advice to append to the message of an error about permissions; empty for any other error. */
export function permissionHint(error: unknown, directory: string): string {
  const isOfPermission =
    error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
  if (!isOfPermission) return '';
  for (const path of [join(directory, databaseFileName), directory]) {
    const uid = ownerOf(path);
    if (uid !== undefined && uid !== process.geteuid?.()) return `; ${adviceOf(path, uid)}`;
  }
  return '; run this as the user of the server';
}

/**
 * Checks that root does not work in the data directory of another user. That user may put a link to a file of root there
 * at any moment, and could not use the files that root creates there.
 *
 * @throws {DatabaseRefused} when root calls this and the directory, or the database in it, belongs to another user
 */
export function refuseOtherOwner(dataDirectory: string): void {
  if (process.geteuid?.() !== 0) return;
  for (const path of [dataDirectory, join(dataDirectory, databaseFileName)]) {
    const uid = ownerOf(path);
    if (uid !== undefined && uid !== 0) throw new DatabaseRefused(adviceOf(path, uid));
  }
}

function adviceOf(path: string, uid: number): string {
  const name = nameOf(uid);
  const command = `sudo -u ${name ?? `'#${uid}'`}`;
  return `${path} belongs to ${name ?? `user ${uid}`}: run this as the owner of the directory, with "${command}" before the command, or a container with "--user ${uid}"`;
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}

function nameOf(uid: number): string | undefined {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n');
    const fields = users.map((line) => line.split(':')).find(([, , number]) => number === String(uid));
    return fields?.[0];
  } catch {
    return undefined;
  }
}
