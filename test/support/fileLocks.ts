import { existsSync, readFileSync, statSync } from 'node:fs';

/** Whether this process has a lock on a file; true where the system does not list locks. */
export function isLocked(file: string): boolean {
  if (!existsSync('/proc/locks')) return true;
  const { ino } = statSync(file);
  // The system returns its locks in pieces, and omits one when an earlier one is released in between.
  return [1, 2, 3].some(() => isAmongLocks(ino));
}

function isAmongLocks(ino: number): boolean {
  const lines = readFileSync('/proc/locks', 'utf8').split('\n');
  return lines.some((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `));
}

/** Opens, reads and closes a database with another program that uses SQLite. */
export async function anotherProgramReads(path: string): Promise<void> {
  const script = `
    const { Database } = require('bun:sqlite');
    const database = new Database(${JSON.stringify(path)}, { readwrite: true });
    database.query('SELECT count(*) FROM subscriptions').get();
    database.close(true);`;
  const child = Bun.spawn([process.execPath, '-e', script], { stderr: 'inherit' });
  if ((await child.exited) !== 0) throw new Error('the other program could not read');
}
