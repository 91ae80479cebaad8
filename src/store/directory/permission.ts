import { readFileSync, statSync } from 'node:fs';

/** What there is to do about an error, to go after its message: something when it is one of permissions, else nothing. */
export function permissionHint(error: unknown, directory: string): string {
  const isOfPermission =
    error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
  if (!isOfPermission) return '';
  const uid = ownerOf(directory);
  if (uid === undefined) return '; run this as root, or as the user of the server';
  return `; ${directory} belongs to ${nameOf(uid)}: run this as root, or as that user`;
}

function ownerOf(directory: string): number | undefined {
  try {
    return statSync(directory).uid;
  } catch {
    return undefined;
  }
}

function nameOf(uid: number): string {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n');
    const fields = users.map((line) => line.split(':')).find(([, , number]) => number === String(uid));
    return fields?.[0] ?? `user ${uid}`;
  } catch {
    return `user ${uid}`;
  }
}
