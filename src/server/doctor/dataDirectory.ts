import { accessSync, constants, existsSync, lstatSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backupsAmong, backupTimeOf } from '../../core/backup/names.ts';
import { databaseBytes, walBytes } from '../../core/database/database.ts';
import { databaseFileName, permissionHint, refuseOtherOwner } from '../../core/directory/databaseFile.ts';
import { reasonOf } from '../../core/runtime/systemErrors.ts';
import { backupFolderOf } from '../dataDirectory.ts';
import { well, wrong, type DoctorOptions, type Found } from './found.ts';

const { R_OK, W_OK, X_OK } = constants;

/** This user must be able to write the data directory, and nobody else to read what is in it. */
export function checkPermissions({ settings: { dataDir } }: DoctorOptions): Found {
  try {
    refuseOtherOwner(dataDir);
    accessSync(dataDir, R_OK | W_OK | X_OK);
    for (const name of ownFiles(dataDir)) accessSync(join(dataDir, name), R_OK | W_OK);
  } catch (error) {
    const reason = reasonOf(error, dataDir) + permissionHint(error, dataDir);
    const fix = existsSync(dataDir)
      ? 'Run this as the user to whom the directory belongs.'
      : 'Name the data directory of the server with --data-dir.';
    return wrong(`The data directory ${dataDir} cannot be used: ${reason}.`, fix);
  }
  const open = ownFiles(dataDir).filter((name) => isOpenToOthers(join(dataDir, name)));
  if (open.length === 0) return well(`Only this user can read the files in ${dataDir}.`);
  return wrong(
    `Other users of this machine may be able to read ${open.join(', ')} in ${dataDir}.`,
    `Run "chmod go-rwx" for ${open.map((name) => join(dataDir, name)).join(' ')}.`,
  );
}

/** The files of the directory that have records, secrets or keys. */
function ownFiles(dataDir: string): string[] {
  return readdirSync(dataDir).filter(
    (name) => name.startsWith(databaseFileName) || name === 'secret.key' || name === 'initial-api-key',
  );
}

function isOpenToOthers(path: string): boolean {
  const file = lstatSync(path, { throwIfNoEntry: false });
  // On Windows, no mode says who may read.
  return file !== undefined && process.geteuid !== undefined && (file.mode & 0o077) !== 0;
}

const mebibyte = 1024 * 1024;
const freeMin = 100 * mebibyte;

/** There must be room for an upgrade or a backup, which copy the database, and for some writes. */
export function checkSpace({ settings }: DoctorOptions): Found {
  const { dataDir } = settings;
  const needed = Math.max(freeMin, 2 * (databaseBytes(dataDir) + walBytes(dataDir)));
  const places = [dataDir, backupFolderOf(settings).folder].filter((path) => existsSync(path));
  const free = places.map((path) => ({ path, bytes: freeBytes(path) })).sort((one, other) => one.bytes - other.bytes);
  const [least] = free;
  if (least === undefined) return wrong(`There is no directory ${dataDir}.`, 'Name it with --data-dir.');
  const sentence = `${Math.floor(least.bytes / mebibyte)} MiB are free for ${least.path}`;
  if (least.bytes >= needed) return well(`${sentence}.`);
  return wrong(
    `${sentence}, and Duebook needs ${Math.ceil(needed / mebibyte)} MiB for its copies.`,
    'Free some disk space, or keep fewer backups with --backup-keep.',
  );
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** The database must be sound. */
export function checkDatabase({ settings: { dataDir }, integrity }: DoctorOptions): Found {
  const found = integrity();
  if (found === undefined) return well('Not checked yet: the server checks soon after its start, and once a day.');
  const { damage, staleRows } = found;
  const [first, ...others] = damage;
  if (first !== undefined) {
    const fix = `Stop the server, and restore a backup: "duebook restore FILE --data-dir ${dataDir}".`;
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    return wrong(`The database is damaged: ${first}${more}.`, fix);
  }
  if (staleRows.length === 0) return well('The database has no damage.');
  return wrong(
    `Another program has changed subscriptions in the database: ${staleRows.length}.`,
    `Change it with Duebook alone. "duebook check --data-dir ${dataDir}" lists what was changed.`,
  );
}

const hour = 3_600_000;
const day = 24 * hour;
// Without a timetable, somebody or something else makes them.
const byHandMax = 7 * day;

/** There must be a backup that is not old. */
export function checkBackup({ settings, clock }: DoctorOptions): Found {
  const { folder } = backupFolderOf(settings);
  const every = settings.backupEvery * 1000;
  const isPeriodic = every > 0;
  const fix = isPeriodic
    ? 'The log of the server says why it made none since.'
    : 'Set --backup-every 24h on the server, or run "duebook backup" regularly.';
  const newest =
    existsSync(folder) && statSync(folder).isDirectory() ? backupsAmong(readdirSync(folder)).at(-1) : undefined;
  if (newest === undefined) return wrong(`There is no backup in ${folder}.`, fix);
  const age = Math.max(0, clock.wallMilliseconds() - (backupTimeOf(newest) ?? 0));
  const sentence = `The newest backup is ${ageText(age)} old: ${join(folder, newest)}.`;
  return age <= (isPeriodic ? Math.max(2 * every, hour) : byHandMax) ? well(sentence) : wrong(sentence, fix);
}

function ageText(milliseconds: number): string {
  if (milliseconds < 2 * hour) return `${Math.floor(milliseconds / 60_000)} minutes`;
  return milliseconds < 2 * day ? `${Math.floor(milliseconds / hour)} hours` : `${Math.floor(milliseconds / day)} days`;
}
