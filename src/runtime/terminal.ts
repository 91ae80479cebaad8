import { writeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { reasonOf } from './systemErrors.ts';

/** Where a command writes: results on one side, what is meant for the person on the other. Both take whole lines. */
export interface Terminal {
  /** Standard output: what a script reads. */
  readonly result: (line: string) => void;
  /** Standard error: what a person reads. */
  readonly notice: (line: string) => void;
}

/** The terminal of a server, which also writes a log. */
export interface ServerTerminal extends Terminal {
  /** The open file that the log goes to. */
  readonly logDescriptor: number;
}

/** The terminal of this process. */
export const processTerminal: ServerTerminal = {
  result: (line) => writeLine(1, line),
  notice(line) {
    try {
      writeLine(2, line);
    } catch {
      // There is no other place to tell it, and a full disk under the log must not stop the service.
    }
  },
  logDescriptor: 1,
};

/** Where a command that speaks a protocol reads and writes. */
export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Standard input and output of this process. */
export function processStreams(): Streams {
  return { input: process.stdin, output: process.stdout };
}

/** Writes a whole line, or fails: a key that nobody got to see must not count as shown. */
function writeLine(descriptor: 1 | 2, line: string): void {
  let rest = Buffer.from(`${line}\n`);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    throw new CliError(`cannot write the output: ${reasonOf(error)}`, { cause: error });
  }
}

/** The lines of a table, its columns padded to one width each. */
export function alignedColumns(rows: readonly (readonly string[])[]): string[] {
  // Not their lengths: some characters take the place of two, and some none.
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => Bun.stringWidth(row[column] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** Why a command cannot do its work, in one line for the person who called it. */
export class CliError extends Error {
  override readonly name = 'CommandFailed';
}

/** How a command ended, for the shell. */
export const exitCode = {
  done: 0,
  /** It could not be done; one line on standard error says why. */
  failed: 1,
  /** It was called with a wrong setting or a wrong word. */
  misused: 2,
} as const;
/** One of the {@link exitCode}s. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
