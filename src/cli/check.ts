import type { Command } from 'commander';
import { connectToRead } from '../core/database/database.ts';
import { DatabaseUnfit } from '../core/directory/databaseFile.ts';
import { findDamage } from '../core/database/integrity.ts';
import { findStaleRows } from '../modules/subscriptions/store/staleRows.ts';
import { refuseMissingDatabase } from '../server/dataDirectory.ts';
import {
  dataCommand,
  dataOptions,
  print,
  type DataFlags,
  type DataOptions,
  type Finish,
  type ProgramOptions,
} from './options.ts';
import { exitCode, type ExitCode } from '../core/runtime/terminal.ts';

/** Adds `check`. */
export function addCheck(program: Command, options: ProgramOptions, finish: Finish): void {
  dataCommand(program, 'check', 'check the whole database for damage, even while the server runs').action(
    (flags: DataFlags) => finish(checkDatabase(dataOptions(flags, options))),
  );
}

/** Checks the whole database and prints the findings. It changes nothing, and works while a server runs. */
function checkDatabase(options: DataOptions): ExitCode {
  const { dataDir, terminal } = options;
  refuseMissingDatabase(dataDir);
  const { damage, staleRows } = findingsIn(dataDir);
  const findings = [...damage, ...staleRows];
  print(options, { findings }, ...(findings.length === 0 ? ['no damage found'] : findings));
  if (damage.length > 0) {
    terminal.notice(`duebook: stop the server, and restore a backup: "duebook restore FILE --data-dir ${dataDir}"`);
  }
  return findings.length === 0 ? exitCode.done : exitCode.failed;
}

function findingsIn(dataDir: string) {
  let database: ReturnType<typeof connectToRead> | undefined;
  try {
    database = connectToRead(dataDir);
    const damage = findDamage(database);
    // The content of a damaged page cannot be checked.
    return { damage, staleRows: damage.length > 0 ? [] : findStaleRows(database) };
  } catch (error) {
    if (error instanceof DatabaseUnfit) return { damage: [error.finding], staleRows: [] };
    throw error;
  } finally {
    database?.close(true);
  }
}
