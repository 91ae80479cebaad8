import type { Command } from 'commander';
import { sqliteVersion } from '../store/sqlite/database.ts';
import type { Finish, ProgramOptions } from './options.ts';
import { version } from '../runtime/ownCommand.ts';
import { exitCode, type ExitCode, type Terminal } from '../runtime/terminal.ts';

/** Adds `version`. */
export function addVersion(program: Command, { terminal }: ProgramOptions, finish: Finish): void {
  program
    .command('version')
    .description('print the version')
    .option('--json', 'print JSON, with build commit, date and library versions')
    .action(({ json }: { json?: boolean }) => finish(printVersion(json === true, terminal)));
}

/** Prints the version; as JSON, with the facts of the build and the versions of Bun and SQLite. */
function printVersion(json: boolean, terminal: Terminal): ExitCode {
  const facts = { version, ...buildFacts(), bun: Bun.version, sqlite: sqliteVersion() };
  terminal.result(json ? JSON.stringify(facts) : version);
  return exitCode.done;
}

/** The facts of the build; null when the build did not know them, or when the program runs from source. */
function buildFacts() {
  return {
    commit: typeof DUEBOOK_BUILD_COMMIT === 'string' ? DUEBOOK_BUILD_COMMIT : null,
    buildDate: typeof DUEBOOK_BUILD_DATE === 'string' ? DUEBOOK_BUILD_DATE : null,
  };
}
