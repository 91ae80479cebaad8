import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** The files below some directories, each with the path of its synced copy by durableNames.c. */
function filesBelow(
  directories: readonly string[],
  copies: string,
): { readonly path: string; readonly copy: string }[] {
  return directories.flatMap((directory) =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .map((name) => join(directory, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => {
        const { dev, ino } = statSync(path);
        return { path, copy: join(copies, `${dev}-${ino}`) };
      }),
  );
}

/** Takes all that is in some directories for what is on the disk, and gives the directory for the copies. */
export function takeForSynced(directories: readonly string[], copies: string): string {
  mkdirSync(copies);
  for (const { path, copy } of filesBelow(directories, copies)) copyFileSync(path, copy);
  return copies;
}

/**
 * Plays a power cut: each file has what was in it when it was last synced, or nothing. Names are kept, as file systems do that
 * write names before contents.
 *
 * @param moment at the end, or for a file that was renamed, right after its rename
 */
export function loseUnsynced(directories: readonly string[], copies: string, moment: 'end' | 'rename' = 'end'): void {
  for (const { path, copy: last } of filesBelow(directories, copies)) {
    const copy = moment === 'rename' && existsSync(`${last}.named`) ? `${last}.named` : last;
    // The index of the log is memory shared between processes; a power cut leaves none.
    if (path.endsWith('-shm')) rmSync(path);
    else if (existsSync(copy)) copyFileSync(copy, path);
    else truncateSync(path, 0);
  }
}
