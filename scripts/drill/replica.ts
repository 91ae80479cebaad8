import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDirectory } from '../../bench/support/workspace.ts';
import type { Place } from './places.ts';
import { runWith, start, untilTrue, type Running } from './programs.ts';

/** Litestream with its configuration for one machine. */
export function litestreamFor(directory: string, { lines, download }: Place) {
  const configuration = `${freshDirectory()}.yml`;
  const database = join(directory, 'duebook.db');
  const intervals = ['    monitor-interval: 250ms', '    replica:', ...lines.map((line) => `      ${line}`)];
  const text = ['dbs:', `  - path: ${database}`, ...intervals, '      sync-interval: 250ms', ''];
  writeFileSync(configuration, text.join('\n'), { mode: 0o600 });
  const words = (command: string) => ['litestream', command, '-config', configuration];

  return {
    /** Replicates everything that is not replicated yet. */
    replicateOnce: (): Promise<void> => runWith([...words('replicate'), '-once']),
    /** Replicates until it is ended. */
    replicate: (): Running => start(words('replicate')),
    /** Forgets what it has stored beside the database, to begin with a snapshot. */
    reset: (): Promise<void> => runWith([...words('reset'), database]),
    /** Restores the newest state into a file; by default, into the data directory. */
    async restore(to = database): Promise<void> {
      if (download === undefined) return runWith([...words('restore'), '-o', to, database]);
      const copy = freshDirectory();
      await download(copy);
      return runWith(['litestream', 'restore', '-o', to, `file://${copy}`]);
    },
    /** Restores, and follows until it is ended. */
    async follow(): Promise<Running> {
      const running = start([...words('restore'), '-f', '-follow-interval', '250ms', '-o', database, database]);
      await untilTrue(() => existsSync(`${database}-txid`), 'the standby does not follow');
      return running;
    },
  };
}
