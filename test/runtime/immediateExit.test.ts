import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

// Nothing is synced before the end.
const script = (path: string) => `
  import { Database } from 'bun:sqlite';
  import { exitProcess } from ${JSON.stringify(join(import.meta.dir, '../../src/runtime/libc.ts'))};
  const database = new Database(${JSON.stringify(path)}, { create: true });
  database.run('PRAGMA synchronous = OFF');
  database.run('PRAGMA journal_mode = WAL');
  database.run('CREATE TABLE one (value INTEGER)');
  database.run('PRAGMA synchronous = FULL');
  exitProcess(7);
`;

// The runtime closes databases at an ordinary exit, and SQLite then writes the log back and waits for the disk.
test.if(process.platform === 'linux' && Bun.which('gcc') !== null)(
  'an immediate exit does not wait for a disk that hangs, and keeps its exit code',
  async () => {
    const directory = temporaryDirectory();
    const shim = join(directory, 'slowSync.so');
    const source = join(import.meta.dir, '../../bench/shims/slowSync.c');
    await Bun.spawn(['gcc', '-shared', '-fPIC', '-O2', '-o', shim, source, '-ldl']).exited;
    const child = Bun.spawn([process.execPath, '-e', script(join(directory, 'one.db'))], {
      env: { LD_PRELOAD: shim, SLOW_SYNC_MILLISECONDS: '60000' },
      stderr: 'inherit',
    });
    expect(await child.exited).toBe(7);
  },
  20_000,
);
