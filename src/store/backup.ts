import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backupsAmong, backupTimeOf, stampOf, unusedPath } from './backupNames.ts';
import { connectToRead } from './database.ts';
import { copyBegunAs, copyDatabase } from './databaseCopy.ts';
import { messageOf } from './databaseFile.ts';
import { holdBackups } from './dataLock.ts';
import { giveToOwnerOf } from './dataOwner.ts';

/** Where backups go: into a folder, each under the name of its time, or into one file that is not there yet. */
export type BackupTarget =
  | {
      readonly folder: string;
      /** Whether the folder is made when it is not there; else it may be that of a drive that is not mounted. */
      readonly createsFolder: boolean;
      /** How many backups stay in the folder; undefined for all. */
      readonly keepMax: number | undefined;
    }
  | { readonly file: string };

/** A backup to be made. */
export interface BackupRequest {
  readonly dataDirectory: string;
  readonly target: BackupTarget;
  /** The time now, in milliseconds since 1970. */
  readonly wallMilliseconds: number;
}

/** A backup that was made: a database in one file. */
export interface BackupMade {
  readonly path: string;
  readonly bytes: number;
  /** Earlier backups that were removed because there were more than should be kept. */
  readonly removed: readonly string[];
}

/** Why no backup was made, in one line. Earlier ones are as they were. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed';
}

const otherBackupMillisecondsMax = 10_000;

/**
 * Backs up a data directory, also while a server writes to it: everything acknowledged before is in the backup. It is
 * on the disk and was looked through when this returns. Takes as long as the whole database takes to be read twice.
 *
 * @throws {BackupFailed} when there is none; whatever it had begun is removed
 */
export function makeBackup({ dataDirectory, target, wallMilliseconds }: BackupRequest): BackupMade {
  const place = 'file' in target ? target.file : target.folder;
  try {
    const hold = holdBackups(dataDirectory, otherBackupMillisecondsMax);
    try {
      if ('folder' in target) prepareFolder(dataDirectory, target);
      const path = 'file' in target ? unusedFile(target.file) : pathIn(target.folder, wallMilliseconds);
      copyTo(dataDirectory, path);
      const removed = 'folder' in target ? removeBeyond(target.folder, path, target.keepMax) : [];
      return { path, bytes: statSync(path).size, removed };
    } finally {
      hold.release();
    }
  } catch (error) {
    throw new BackupFailed(`the backup to ${place} failed: ${messageOf(error, place)}`, { cause: error });
  }
}

function copyTo(dataDirectory: string, path: string): void {
  const database = connectToRead(dataDirectory);
  try {
    copyDatabase(database, path);
    giveToOwnerOf(dataDirectory, path);
  } finally {
    database.close();
  }
}

type TargetFolder = Extract<BackupTarget, { folder: string }>;

function prepareFolder(dataDirectory: string, { folder, createsFolder }: TargetFolder): void {
  if (createsFolder) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    giveToOwnerOf(dataDirectory, folder);
  }
  for (const name of readdirSync(folder)) {
    // Nobody else is making a backup now, so this one's maker is dead.
    if (backupTimeOf(copyBegunAs(name) ?? '') !== undefined) rmSync(join(folder, name), { force: true });
  }
}

function pathIn(folder: string, wallMilliseconds: number): string {
  return unusedPath((suffix) => join(folder, `duebook-${stampOf(wallMilliseconds)}${suffix}.db`));
}

function unusedFile(path: string): string {
  if (existsSync(path)) throw new Error('there is already something of that name');
  if (!existsSync(dirname(path))) throw new Error(`there is no directory ${dirname(path)}`);
  return path;
}

/** Removes the oldest backups of a folder beyond a number, but never the one that was just made. */
function removeBeyond(folder: string, made: string, keepMax: number | undefined): string[] {
  if (keepMax === undefined) return [];
  const others = backupsAmong(readdirSync(folder))
    .map((name) => join(folder, name))
    .filter((path) => path !== made);
  const removed = others.slice(0, Math.max(0, others.length + 1 - keepMax));
  for (const path of removed) rmSync(path, { force: true });
  return removed;
}
