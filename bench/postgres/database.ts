import { SQL } from 'bun';
import { drizzle } from 'drizzle-orm/bun-sql';
import { OutcomeUnknown, StorageUnavailable } from '../../src/commands/storageUnavailable.ts';

/** A pool of connections, with Drizzle's query builder over it. */
export type Postgres = ReturnType<typeof connect>;

/** Either the pool or a transaction on one of its connections. */
export type Connection = Postgres | Parameters<Parameters<Postgres['transaction']>[0]>[0];

/** Connects over the Unix socket of a cluster in a directory. */
export function connect({ directory, name, connections }: { directory: string; name: string; connections: number }) {
  const path = `${directory}/.s.PGSQL.5432`;
  // One statement a plan: without it, each statement is parsed and planned anew.
  const client = new SQL({
    adapter: 'postgres',
    path,
    username: 'duebook',
    database: name,
    max: connections,
    prepare: true,
  });
  return drizzle({ client });
}

// https://www.postgresql.org/docs/15/errcodes-appendix.html
const serializationFailure = '40001';
const deadlock = '40P01';
const uniqueViolation = '23505';

/** The code of an error of PostgreSQL; undefined for any other error. Drizzle wraps the error of the driver. */
function codeOf(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('errno' in one && typeof one.errno === 'string') return one.errno;
    if ('code' in one && typeof one.code === 'string') return one.code;
  }
  return undefined;
}

/** Whether a transaction may succeed when it is run again: another one came first. Nothing of it is stored. */
export function mayRetry(error: unknown): boolean {
  const code = codeOf(error);
  return code === serializationFailure || code === deadlock || code === uniqueViolation;
}

/** The error of a lost connection as one of the storage: a COMMIT without an answer may have been made. Any other error as it is. */
export function asStorageFault(error: unknown, during: 'read' | 'write'): unknown {
  const code = codeOf(error) ?? '';
  const isLost = code.startsWith('ERR_POSTGRES_CONNECTION') || code.startsWith('57P') || code.startsWith('08');
  if (!isLost) return error;
  return during === 'write' ? new OutcomeUnknown(code) : new StorageUnavailable(code);
}
