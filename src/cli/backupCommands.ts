import { InvalidArgumentError, type Command } from 'commander';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { dataCommand, dataOptions, type DataFlags, type Finish, type ProgramOptions } from './options.ts';

/** Adds `backup` and `restore`. */
export function addBackup(program: Command, options: ProgramOptions, finish: Finish): void {
  const { clock } = options;
  dataCommand(program, 'backup', 'back up the database, even while the server runs')
    .option('--to <path>', "existing directory, or new file that ends in .db (default: the server's backup directory)")
    .option('--keep <number>', 'number of backups to keep in the directory (default: all)', countOf)
    .action(({ to, keep, ...flags }: DataFlags & { to?: string; keep?: number }) =>
      finish(backUp({ ...dataOptions(flags, options), to, keep, clock })),
    );
  dataCommand(program, 'restore', 'replace the database with a backup; the old one is kept; stop the server first')
    .argument('<file>', 'path of the backup')
    .action((file: string, flags: DataFlags) => finish(restore({ ...dataOptions(flags, options), file, clock })));
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Must be a whole number from 1 to 999999.');
  return Number(text);
}
