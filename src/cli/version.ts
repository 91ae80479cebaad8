import type { Command } from 'commander';
import { sqliteVersion } from '../core/database/database.ts';
import { print, type ProgramOptions } from './options.ts';
import { version } from '../core/runtime/ownCommand.ts';
import { runtime } from '../core/runtime/host.ts';

/** Adds `version`: as JSON, with the facts of the build, null when run from source, and the versions of Bun and SQLite. */
export function addVersion(program: Command, { terminal }: ProgramOptions): void {
  program
    .command('version')
    .description('print the version')
    .option('--json', 'print JSON, with build commit, date and library versions')
    .action(({ json = false }: { json?: boolean }) => {
      const commit = typeof DUEBOOK_BUILD_COMMIT === 'string' ? DUEBOOK_BUILD_COMMIT : null;
      const buildDate = typeof DUEBOOK_BUILD_DATE === 'string' ? DUEBOOK_BUILD_DATE : null;
      print(
        { json, terminal },
        { version, commit, buildDate, [runtime.name]: runtime.version, sqlite: sqliteVersion() },
        version,
      );
    });
}
