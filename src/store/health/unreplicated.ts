import { join } from 'node:path';
import { replicationFolder } from '../directory/generation.ts';
import { databaseFileName } from '../directory/databaseFile.ts';

// Litestream writes a little by itself after a checkpoint, without storing that at once.
const ownWritesMilliseconds = 120_000;

/** What Litestream keeps beside a database. */
export interface Unreplicated {
  /** The oldest file of changes that may not be in the replica; undefined when none is waiting. */
  readonly oldest: string | undefined;
}

/**
 * What Litestream still has to replicate. It deletes a file of changes some minutes after the replica has them; only the
 * newest file stays.
 *
 * @returns undefined when Litestream has never run on the data directory
 * @throws when the files cannot be read
 */
export async function readUnreplicated(dataDirectory: string): Promise<Unreplicated | undefined> {
  // Loaded after the start, which does not need it.
  const { readdir, stat } = await import('node:fs/promises');
  const folder = join(replicationFolder(dataDirectory), 'ltx/0');
  const names = (await readdir(folder).catch(orNone)).filter((name) => name.endsWith('.ltx')).sort();
  const [oldest, newest] = [names[0], names.at(-1)];
  if (oldest === undefined || newest === undefined) return undefined;
  if (newest !== oldest) return { oldest };
  const modifiedAt = async (path: string) => (await stat(path)).mtimeMs;
  const [written, replicated] = await Promise.all(
    [join(dataDirectory, `${databaseFileName}-wal`), join(folder, newest)].map(modifiedAt),
  );
  const isBehind = (written ?? 0) - (replicated ?? 0) > ownWritesMilliseconds;
  return { oldest: isBehind ? oldest : undefined };
}

function orNone(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}
