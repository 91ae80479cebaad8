import { statSync } from 'node:fs';

const digits = 16;

/**
 * What a data directory is known by: the same by whatever path it is reached, another for every other directory of the
 * machine, and nothing by which its path could be told. Reading it takes no right to look into the directory.
 *
 * @throws what the system says when the directory is not there or cannot be reached
 */
export function instanceIdOf(dataDirectory: string): string {
  const { dev, ino } = statSync(dataDirectory, { bigint: true });
  return Bun.SHA256.hash(`duebook data directory ${dev} ${ino}`, 'hex').slice(0, digits);
}
