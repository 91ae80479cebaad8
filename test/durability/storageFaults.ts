import { afterAll } from 'bun:test';
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const kinds = ['write', 'sync', 'open', 'read'] as const;
const fileBits = { database: 1, log: 2, all: 7 };
const switchBytes = 16;

/** What shall fail. */
export interface Fault {
  readonly error: 'ENOSPC' | 'EROFS' | 'EIO';
  /** The kinds of call that fail; truncating and allocating count as writing. */
  readonly calls: readonly (typeof kinds)[number][];
  /** How many calls of each kind fail; all when it is left out. */
  readonly count?: number;
  /** The file at which they fail; every file of the data directory when it is left out. */
  readonly file?: keyof typeof fileBits;
}

/** The switches of storageFaults.c, in a file of their own, and what a server needs in its environment to obey them. */
export function openSwitches(shim: string, dataDirectory: string) {
  const control = join(temporaryDirectory(), 'control');
  const file = openSync(control, 'w+');
  ftruncateSync(file, switchBytes * kinds.length);

  afterAll(() => closeSync(file));

  function write(kind: number, values: readonly number[]): void {
    writeSync(file, Int32Array.from(values), 0, values.length * 4, kind * switchBytes);
  }

  function spoil({ error, calls, count = -1, file: name = 'all' }: Fault): void {
    for (const call of calls) {
      const kind = kinds.indexOf(call);
      // How often and where first: the error number is what switches it on.
      write(kind, [0, count, fileBits[name], 0]);
      write(kind, [constants.errno[error]]);
    }
  }

  function failed(): number {
    const values = new Int32Array((switchBytes / 4) * kinds.length);
    readSync(file, values, 0, values.byteLength, 0);
    return kinds.reduce((sum, _, kind) => sum + (values[kind * 4 + 3] ?? 0), 0);
  }

  return {
    environment: {
      LD_PRELOAD: shim,
      STORAGE_FAULTS_CONTROL: control,
      STORAGE_FAULTS_DIRECTORY: dataDirectory,
    },

    /** Makes the storage fail from now on. */
    spoil,
    /** Makes the storage whole again. */
    repair: (): void => {
      for (const kind of kinds.keys()) write(kind, [0]);
    },
    /** How many calls have failed since their kind was last spoilt. */
    failed,
  };
}
