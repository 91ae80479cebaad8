import { join } from 'node:path';

/** The file that, while it is there, ends each mortal thread that begins on a data directory. */
export function noSuccessorFile(dataDirectory: string): string {
  return join(dataDirectory, 'no-successor');
}
