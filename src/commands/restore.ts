import { restoreDatabase } from '../store/restore.ts';
import type { Clock } from '../system.ts';
import { exitCode, type ExitCode, type Terminal } from './terminal.ts';

/** What the command needs. */
export interface RestoreOptions {
  readonly dataDir: string;
  /** The backup. */
  readonly file: string;
  readonly json: boolean;
  readonly terminal: Terminal;
  readonly clock: Clock;
}

/** Puts a backup into the place of the database, which is kept, and prints where it is. */
export function restore({ dataDir, file, json, terminal, clock }: RestoreOptions): ExitCode {
  const restored = restoreDatabase({ dataDirectory: dataDir, file, wallMilliseconds: clock.wallMilliseconds() });
  if (json) {
    terminal.result(JSON.stringify({ ...restored, replaced: restored.replaced ?? null }));
    return exitCode.done;
  }
  terminal.result(`restored ${file} to ${restored.database}`);
  if (restored.replaced !== undefined) terminal.result(`what was there before is in ${restored.replaced}`);
  return exitCode.done;
}
