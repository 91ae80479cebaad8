// Plain reasons by error code of files and connections. Codes without an E come from `fetch` of Bun.
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'the operation is not permitted',
  ENOENT: 'there is no such file or directory',
  EEXIST: 'it exists already',
  EISDIR: 'it is a directory, not a file',
  ENOTDIR: 'part of the path is a file, not a directory',
  ELOOP: 'there are too many symbolic links in the path',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EIO: 'the disk cannot be read or written',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EPIPE: 'the program that reads it has ended',
  ECONNREFUSED: 'no server listens at this address',
  ConnectionRefused: 'no server listens at this address',
  ECONNRESET: 'the server closed the connection',
  ETIMEDOUT: 'the server did not answer in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'there is no host with this name',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
};

/**
 * The reason of a failure, in words. For an error of the system, the words for its code and its path; for any other
 * error, its message.
 *
 * @param named a path that the message names already
 */
export function reasonOf(error: unknown, named?: string): string {
  if (!(error instanceof Error)) return String(error);
  const reason = 'code' in error ? reasons[String(error.code)] : undefined;
  if (reason === undefined) return error.message;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  return path === undefined || path === named ? reason : `${reason}: ${path}`;
}
