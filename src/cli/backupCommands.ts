import { InvalidArgumentError, type Command } from 'commander';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { dataCommand, dataOptions, type DataFlags, type Finish, type ProgramOptions } from './options.ts';

/** Adds `backup` and `restore`. */
export function addBackup(program: Command, options: ProgramOptions, finish: Finish): void {
  const { clock } = options;
  dataCommand(program, 'backup', 'back up the database, also while the server runs')
    .option('--to <path>', "a directory that is there, or a new file that ends in .db (default: the server's)")
    .option('--keep <number>', 'how many backups to keep in the directory (default: all)', countOf)
    .action(({ to, keep, ...flags }: DataFlags & { to?: string; keep?: number }) =>
      finish(backUp({ ...dataOptions(flags, options), to, keep, clock })),
    );
  dataCommand(program, 'restore', 'put a backup into the place of the database, which is kept; no server may run')
    .argument('<file>', 'the backup')
    .action((file: string, flags: DataFlags) => finish(restore({ ...dataOptions(flags, options), file, clock })));
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Must be a whole number from 1 to 999999.');
  return Number(text);
}
