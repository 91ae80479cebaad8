import { statSync } from 'node:fs';
import { sha256 } from '../runtime/host.ts';

const digits = 16;

/**
 * The id of a data directory: the same for every path that leads to it, different for every other directory of the
 * machine. It does not reveal the path. Reading it needs no right to read the directory.
 *
 * @throws the error of the system when the directory does not exist or cannot be reached
 */
export function instanceIdOf(dataDirectory: string): string {
  const { dev, ino } = statSync(dataDirectory, { bigint: true });
  return sha256(`duebook data directory ${dev} ${ino}`, 'hex').slice(0, digits);
}
