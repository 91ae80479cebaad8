import { join } from 'node:path';

/** The file whose existence ends each mortal worker that starts on a data directory. */
export function noSuccessorFile(dataDirectory: string): string {
  return join(dataDirectory, 'no-successor');
}
