import type { Command } from 'commander';
import { shellQuoted } from '../core/runtime/ownCommand.ts';
import { restoreBackup, type RestoredBackup } from '../modules/restores/writes/restore.ts';
import { findInitialKey } from '../server/firstStart.ts';
import { dataCommand, dataOptions, print, type DataFlags, type DataOptions, type ProgramOptions } from './options.ts';

/** Adds `restore`. */
export function addRestore(program: Command, options: ProgramOptions): void {
  dataCommand(program, 'restore', 'replace the database with a backup; the old one is kept; stop the server first')
    .argument('<file>', 'path of the backup')
    .action((file: string, flags: DataFlags) => restore(file, dataOptions(flags, options)));
}

/** Restores a backup, and prints where the replaced database is kept. */
function restore(file: string, options: DataOptions): void {
  const { dataDir, terminal, clock } = options;
  const restored = restoreBackup({ dataDirectory: dataDir, file, wallMilliseconds: clock.wallMilliseconds() });
  const { replaced = null, database } = restored;
  const lines = replaced === null ? [] : [`the replaced database is in ${replaced}`];
  print(options, { ...restored, replaced }, `restored ${file} to ${database}`, ...lines);
  for (const line of [...endsShown(restored), ...channelsShown(restored)]) terminal.notice(`duebook: ${line}`);
  const strayKey = findInitialKey(dataDir);
  if (strayKey !== undefined) {
    terminal.notice(
      `duebook: the key in ${strayKey} does not work with the restored database: use a key from before the backup, or create one with "duebook keys create", and delete that file`,
    );
  }
}

/** What the operator must know about keys and users that were valid when the backup was made. */
function endsShown(restored: RestoredBackup): string[] {
  const { ended, stillValid, goneUsers, withoutPassword, lowered, withoutAdmin } = restored;
  if (ended === null) {
    if (stillValid.length === 0) return [];
    return [
      `valid as in the backup, since there is no database of this installation to compare with: ${stillValid.join(', ')}; what you have revoked or removed since the backup you must revoke or remove again: "duebook keys --help", "duebook feeds --help", "duebook users --help"`,
    ];
  }
  return [
    ...(ended === 0
      ? []
      : [`keys, calendar feeds and users of the backup that have ended since stay invalid: ${ended}`]),
    ...about(withoutPassword, 'users without a password, because that of the backup was replaced', 'password'),
    ...about(lowered, 'users who keep the smaller scope that they got since the backup', 'list'),
    ...about(goneUsers, 'users who were added after the backup are gone', 'add'),
    ...withoutAdmin.map(
      (owner) =>
        `no user of ${JSON.stringify(owner)} has the scope admin any more: add one with "duebook users add NAME --owner ${shellQuoted(owner)} --scope admin"`,
    ),
  ];
}

/** What the operator must know about the channels. */
function channelsShown({ channelsOff, channelsUnreadable }: RestoredBackup): string[] {
  const off =
    'channels that were deleted, turned off or changed since the backup, and are off now; the page Reminders of the dashboard turns them on';
  const unreadable =
    'channels that send nothing, because their secrets are encrypted with a key that is not in secret.key; put the secret.key of the time of the backup in its place before you start the server, or enter the secrets again on the page Reminders, and turn the channels on there';
  return [
    ...(channelsUnreadable === 0 ? [] : [`${unreadable}: ${channelsUnreadable}`]),
    ...(channelsOff === 0 ? [] : [`${off}: ${channelsOff}`]),
  ];
}

/** A line that names users, and the command that helps. */
function about(users: readonly string[], what: string, command: string): string[] {
  return users.length === 0 ? [] : [`${what}: ${users.join(', ')}; see "duebook users ${command} --help"`];
}
