import type { Command } from 'commander';
import { join } from 'node:path';
import { refuseMissingDatabase } from '../server/dataDirectory.ts';
import { promoteDatabase, type Promoted } from '../store/backup/promote.ts';
import { databaseFileName, DatabaseRefused } from '../store/directory/databaseFile.ts';
import { ageIn, isBehind } from '../store/directory/generation.ts';
import { dataCommand, dataOptions, print, type DataFlags, type DataOptions, type ProgramOptions } from './options.ts';

/** Adds `promote`. */
export function addPromote(program: Command, options: ProgramOptions): void {
  dataCommand(
    program,
    'promote',
    "make a replica of another server's database this server's own; stop the other one first",
  ).action((flags: DataFlags) => promote(dataOptions(flags, options)));
}

/** Adds `generation`. */
export function addGeneration(program: Command, options: ProgramOptions): void {
  dataCommand(
    program,
    'generation',
    'show when the database was last promoted or restored, or compare it with its replica',
  )
    .option('--not-behind <file>', 'fail if this database, restored from the replica, is newer')
    .action(({ notBehind, ...flags }: DataFlags & { readonly notBehind?: string }) =>
      compare(dataOptions(flags, options), notBehind),
    );
}

/** Promotes the database, and prints what the operator must do about channels. */
function promote(options: DataOptions): void {
  const { dataDir, terminal, clock } = options;
  refuseMissingDatabase(dataDir);
  const promoted = promoteDatabase({ dataDirectory: dataDir, wallMilliseconds: clock.wallMilliseconds() });
  print(options, promoted, `promoted ${promoted.database}: it is of generation ${promoted.generation}`);
  for (const line of channelsShown(promoted)) terminal.notice(`duebook: ${line}`);
}

function channelsShown({ channelsWithoutSecret }: Promoted): string[] {
  if (channelsWithoutSecret.length === 0) return [];
  const names = channelsWithoutSecret.map(({ owner, name }) => `${JSON.stringify(name)} of ${JSON.stringify(owner)}`);
  return [
    `channels that cannot send, because secret.key is missing here or is another one: ${names.join(', ')}; copy secret.key of the other server before the start, or enter their secrets again on the page Reminders`,
  ];
}

/** Prints the generation of the database; fails when the file is newer. */
function compare(options: DataOptions, file: string | undefined): void {
  const { dataDir } = options;
  refuseMissingDatabase(dataDir);
  const { generation, lastChange } = ageIn(join(dataDir, databaseFileName));
  const copy = file === undefined ? undefined : ageIn(file);
  if (copy !== undefined && isBehind({ generation, lastChange }, copy)) {
    throw new DatabaseRefused(
      `the database in ${dataDir} is out of date: ${file} ${differenceOf(copy.generation, generation)}`,
    );
  }
  print(options, { generation, lastChange }, generation ?? 'first');
}

function differenceOf(copy: string | null, own: string | null): string {
  if (copy === own)
    return 'has newer changes of the same generation; this disk was set back, or has lost its last writes: restore the replica before you start the server';
  return `is of generation ${copy ?? 'first'}, and this database is of generation ${own ?? 'first'}; another server has taken over, so do not start this one`;
}
