import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDirectory } from '../../bench/support/workspace.ts';
import type { Place } from './places.ts';
import { runWith, start, type Running } from './programs.ts';

/** Litestream with its configuration for one machine. */
export function litestreamFor(directory: string, { lines }: Place) {
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
    /** Restores the newest state into a file. */
    restore: (file: string): Promise<void> => runWith([...words('restore'), '-o', file, database]),
  };
}
