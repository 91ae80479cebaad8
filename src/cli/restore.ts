import type { Command } from 'commander';
import { restoreDatabase } from '../store/backup/restore.ts';
import type { Clock } from '../runtime/system.ts';
import { findInitialKey } from '../server/initialKey.ts';
import { dataCommand, dataOptions, type DataFlags, type Finish, type ProgramOptions } from './options.ts';
import { exitCode, type ExitCode, type Terminal } from '../runtime/terminal.ts';

/** Adds `restore`. */
export function addRestore(program: Command, options: ProgramOptions, finish: Finish): void {
  const { clock } = options;
  dataCommand(program, 'restore', 'replace the database with a backup; the old one is kept; stop the server first')
    .argument('<file>', 'path of the backup')
    .action((file: string, flags: DataFlags) => finish(restore({ ...dataOptions(flags, options), file, clock })));
}

interface RestoreOptions {
  readonly dataDir: string;
  /** The backup. */
  readonly file: string;
  readonly json: boolean;
  readonly terminal: Terminal;
  readonly clock: Clock;
}

/** Restores a backup, and prints where the replaced database is kept. */
function restore({ dataDir, file, json, terminal, clock }: RestoreOptions): ExitCode {
  const restored = restoreDatabase({ dataDirectory: dataDir, file, wallMilliseconds: clock.wallMilliseconds() });
  if (json) {
    terminal.result(JSON.stringify({ ...restored, replaced: restored.replaced ?? null }));
  } else {
    terminal.result(`restored ${file} to ${restored.database}`);
    if (restored.replaced !== undefined) terminal.result(`what was there before is in ${restored.replaced}`);
  }
  const strayKey = findInitialKey(dataDir);
  if (strayKey !== undefined) {
    terminal.notice(
      `duebook: the key in ${strayKey} is not one of the restored database: use a key of its time, or make one with "duebook keys create", and delete that file`,
    );
  }
  return exitCode.done;
}
