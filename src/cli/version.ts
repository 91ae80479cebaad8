import { sqliteVersion } from '../store/sqlite/version.ts';
import { version } from '../runtime/version.ts';
import { exitCode, type ExitCode, type Terminal } from '../runtime/terminal.ts';

/** Prints the version; as JSON, with what the executable was made of. */
export function printVersion(json: boolean, terminal: Terminal): ExitCode {
  const facts = { version, ...buildFacts(), bun: Bun.version, sqlite: sqliteVersion() };
  terminal.result(json ? JSON.stringify(facts) : version);
  return exitCode.done;
}

/** What only the build knows; null where it did not know it either, or where nothing was built. */
function buildFacts() {
  return {
    commit: typeof DUEBOOK_BUILD_COMMIT === 'string' ? DUEBOOK_BUILD_COMMIT : null,
    buildDate: typeof DUEBOOK_BUILD_DATE === 'string' ? DUEBOOK_BUILD_DATE : null,
  };
}
