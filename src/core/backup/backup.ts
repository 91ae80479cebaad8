import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backupsAmong, backupTimeOf, stampOf, unusedPath } from './names.ts';
import { connectToRead } from '../database/database.ts';
import { copyBegunAs, copyDatabase } from '../database/copy.ts';
import { databaseFileName, messageOf, unusable } from '../directory/databaseFile.ts';
import { lockBackups } from '../directory/directoryLock.ts';
import { refuseLinkedFolder } from '../directory/links.ts';
import { findLost, type OpenFiles } from '../directory/openFiles.ts';
import { isDamage, reasonOfFault } from '../database/storageErrors.ts';

/** The target of a backup: a folder, where its name is its time, or a file that does not exist yet. */
export type BackupTarget =
  | {
      readonly folder: string;
      /** Whether to create a missing folder; otherwise it may belong to a drive that is not mounted. */
      readonly createsFolder: boolean;
      /** The number of backups to keep in the folder; undefined for all. */
      readonly keepMax: number | undefined;
    }
  | { readonly file: string };

/** A backup to make. */
export interface BackupRequest {
  readonly dataDirectory: string;
  readonly target: BackupTarget;
  /** The wall clock, in milliseconds since 1970. */
  readonly wallMilliseconds: number;
  /** The files that the server has open: the backup fails when other files have taken their place. */
  readonly files?: OpenFiles | undefined;
}

/** A finished backup: a database in one file. */
export interface BackupMade {
  readonly path: string;
  readonly bytes: number;
  /** Earlier backups that were removed because of `keepMax`. */
  readonly removed: readonly string[];
}

/** Why a backup failed, in one line. Earlier backups stay as they were. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed';
}

const otherBackupMillisecondsMax = 10_000;

/**
 * Backs up a data directory, also while a server writes to it: the backup has every write acknowledged before. When this
 * returns, the backup is checked and on the disk. It takes as long as reading the whole database twice.
 *
 * @throws {BackupFailed} when it fails; its unfinished files are removed
 */
export function makeBackup(request: BackupRequest): BackupMade {
  const { dataDirectory, target } = request;
  const place = 'file' in target ? target.file : target.folder;
  try {
    const hold = lockBackups(dataDirectory, otherBackupMillisecondsMax);
    try {
      return makeIn(request);
    } finally {
      hold.release();
    }
  } catch (error) {
    throw new BackupFailed(`the backup to ${place} failed: ${explain(error, dataDirectory, place)}`, { cause: error });
  }
}

function explain(error: unknown, dataDirectory: string, place: string): string {
  // Damage here is that of the database: the check of the copy reports damage in its own words.
  if (isDamage(error)) return unusable(join(dataDirectory, databaseFileName), error).message;
  return reasonOfFault(error) ?? messageOf(error, place);
}

function makeIn({ dataDirectory, target, wallMilliseconds, files }: BackupRequest): BackupMade {
  if ('folder' in target) prepareFolder(target);
  const path = 'file' in target ? unusedFile(target.file) : pathIn(target.folder, wallMilliseconds);
  const database = connectToRead(dataDirectory);
  try {
    refuseLost(files);
    copyDatabase(database, path);
  } finally {
    database.close();
  }
  const removed = 'folder' in target ? removeBeyond(target.folder, path, target.keepMax) : [];
  return { path, bytes: statSync(path).size, removed };
}

function refuseLost(files: OpenFiles | undefined): void {
  const lost = files === undefined ? undefined : findLost(files);
  if (lost !== undefined) throw new Error(`${lost} is not the file that the server has open`);
}

type TargetFolder = Extract<BackupTarget, { folder: string }>;

function prepareFolder({ folder, createsFolder }: TargetFolder): void {
  if (createsFolder) {
    refuseLinkedFolder(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  for (const name of readdirSync(folder)) {
    // This process holds the backup lock, so the process that began this one is dead.
    if (backupTimeOf(copyBegunAs(name) ?? '') !== undefined) rmSync(join(folder, name), { force: true });
  }
}

function pathIn(folder: string, wallMilliseconds: number): string {
  return unusedPath((suffix) => join(folder, `duebook-${stampOf(wallMilliseconds)}${suffix}.db`));
}

function unusedFile(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw new Error('a file of that name already exists');
  if (!existsSync(dirname(path))) throw new Error(`there is no directory ${dirname(path)}`);
  return path;
}

/** Removes the oldest backups of a folder in excess of `keepMax`, but never the new one. */
function removeBeyond(folder: string, made: string, keepMax: number | undefined): string[] {
  if (keepMax === undefined) return [];
  const others = backupsAmong(readdirSync(folder))
    .map((name) => join(folder, name))
    .filter((path) => path !== made);
  const removed = others.slice(0, Math.max(0, others.length + 1 - keepMax));
  for (const path of removed) rmSync(path, { force: true });
  return removed;
}
