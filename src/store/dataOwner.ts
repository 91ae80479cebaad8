import { lchownSync, lstatSync, statSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Gives what root has made in a data directory to whom the directory belongs, since the server may run as that user.
 * What lies elsewhere stays as it is, and so does everything when another user than root has made it.
 */
export function giveToOwnerOf(dataDirectory: string, path: string): void {
  if (process.geteuid?.() !== 0 || relative(dataDirectory, path).startsWith('..')) return;
  const { uid, gid } = statSync(dataDirectory);
  const made = lstatSync(path);
  // A file of several names, or a link, may be one that root has elsewhere and that somebody wants to be given.
  const isOnlyHere = made.isDirectory() || (made.isFile() && made.nlink === 1);
  if (uid !== 0 && made.uid === 0 && isOnlyHere) lchownSync(path, uid, gid);
}
