import {
  chownSync,
  closeSync,
  constants,
  fstatSync,
  lchownSync,
  lstatSync,
  openSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sharedRights, shareRights } from './sharedRights.ts';

// Linux (O_PATH): a descriptor that names a file without opening it. Closing it drops no lock on the file.
const pathOnly = 0o10_000_000;

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Runs an action with the rights of the user who owns a data directory, when root calls it. That user may put a link
 * under any name in the directory at any moment, and root would follow it. Runs the action with the rights of the process
 * where it cannot drop them, or where the owner cannot reach the directory by this path.
 * Rights belong to the whole process: keep the action short while other threads work. Threads that do this at the same
 * time share the rights until the last one is done.
 */
export function asOwnerOf<Result>(dataDirectory: string, action: () => Result): Result {
  const restore = rightsOfOwnerOf(dataDirectory);
  if (restore === undefined) return action();
  try {
    return action();
  } finally {
    restore();
  }
}

/**
 * Changes the owner of a file or directory that root has left in the data directory of another user to that user. Other
 * users' files, links, files with several names and files outside the directory stay as they are.
 */
export function giveToOwnerOf(dataDirectory: string, path: string): void {
  const owner = otherOwnerOf(dataDirectory);
  if (owner === undefined) return;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || !isLeftByRoot(found) || !isWithin(dataDirectory, path)) return;
  if (process.platform === 'linux') giveByDescriptor(path, owner);
  else lchownSync(path, owner.uid, owner.gid);
}

/** Whether a path is a data directory or leads through it, so that the owner of the directory controls what it names. */
export function isWithin(dataDirectory: string, path: string): boolean {
  const directory = identityOf(dataDirectory);
  const paths = [resolve(path), realPathOf(path)];
  return (
    directory !== undefined && paths.some((each) => withAncestors(each).some((one) => identityOf(one) === directory))
  );
}

/**
 * Takes the rights of the owner of a data directory; returns a function that restores them, or undefined if unchanged.
 */
function rightsOfOwnerOf(dataDirectory: string): (() => void) | undefined {
  // The real user stays the same when a thread takes other rights.
  if (process.getuid?.() !== 0) return undefined;
  const take = () => {
    const owner = otherOwnerOf(dataDirectory);
    return owner !== undefined && takeRightsOf(owner, dataDirectory);
  };
  return shareRights(take, restoreRights);
}

/** The owner of a data directory, if this process has the rights of root and the owner is another user. */
function otherOwnerOf(dataDirectory: string): Owner | undefined {
  if (process.geteuid?.() !== 0) return undefined;
  const owner = statSync(dataDirectory, { throwIfNoEntry: false });
  return owner === undefined || owner.uid === 0 ? undefined : owner;
}

/** Takes the rights of a user; returns false, with the rights unchanged, when that fails or does not help. */
function takeRightsOf({ uid, gid }: Owner, dataDirectory: string): boolean {
  try {
    process.setgroups?.([gid]);
    process.setegid?.(gid);
    process.seteuid?.(uid);
    statSync(`${dataDirectory}/.`);
    return true;
  } catch {
    // Root lacks the capability, as in some containers, or only root can reach the directory.
    restoreRights();
    return false;
  }
}

function restoreRights(): void {
  const { groups, groupId } = sharedRights();
  if (process.geteuid?.() !== 0) process.seteuid?.(0);
  if (process.getegid?.() !== groupId) process.setegid?.(groupId);
  if (!isDeepStrictEqual(process.getgroups?.(), groups)) process.setgroups?.([...groups]);
}

// The name may belong to another file by now: the descriptor keeps check and change on the same file.
function giveByDescriptor(path: string, { uid, gid }: Owner): void {
  const file = openSync(path, pathOnly | constants.O_NOFOLLOW);
  try {
    if (isLeftByRoot(fstatSync(file))) chownSync(`/proc/self/fd/${file}`, uid, gid);
  } finally {
    closeSync(file);
  }
}

// A link, or a file with several names, may be a file of root elsewhere that somebody wants to get.
function isLeftByRoot(made: NonNullable<ReturnType<typeof lstatSync>>): boolean {
  return made.uid === 0 && (made.isDirectory() || (made.isFile() && made.nlink === 1));
}

function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** A path without links, as far as it exists. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(resolve(path));
    return parent === resolve(path) ? parent : realPathOf(parent);
  }
}

function withAncestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...withAncestors(parent)];
}
