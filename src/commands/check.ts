import { connectToRead } from '../store/database.ts';
import { findDamage, findStaleRows } from '../store/integrity.ts';
import { refuseMissingDatabase } from './dataDirectory.ts';
import { exitCode, type ExitCode, type Terminal } from './terminal.ts';

/** What the command needs. */
export interface CheckOptions {
  readonly dataDir: string;
  readonly json: boolean;
  readonly terminal: Terminal;
}

/** Looks through the whole database and prints what is wrong with it, changing nothing; also while the server runs. */
export function checkDatabase({ dataDir, json, terminal }: CheckOptions): ExitCode {
  refuseMissingDatabase(dataDir);
  const database = connectToRead(dataDir);
  try {
    const damage = findDamage(database);
    // What a broken page holds cannot be judged.
    const findings = damage.length > 0 ? damage : findStaleRows(database);
    if (json) terminal.result(JSON.stringify({ findings }));
    else for (const line of findings.length === 0 ? ['no damage found'] : findings) terminal.result(line);
    if (damage.length > 0) terminal.notice('duebook: stop the server, and restore a backup: duebook restore FILE');
    return findings.length === 0 ? exitCode.done : exitCode.failed;
  } finally {
    database.close();
  }
}
