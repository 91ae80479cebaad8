import { writeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { pauseThread } from './system.ts';
import { reasonOf } from './systemErrors.ts';
import { columnsOf } from './host.ts';

/** Where a command writes its results and its notices. Both take whole lines. */
export interface Terminal {
  /** Standard output, which scripts read. */
  readonly result: (line: string) => void;
  /** Standard error, which people read. */
  readonly notice: (line: string) => void;
}

/** The terminal of a server, which also writes a log. */
export interface ServerTerminal extends Terminal {
  /** The file descriptor of the log. */
  readonly logDescriptor: number;
}

/** The terminal of this process. */
export const processTerminal: ServerTerminal = {
  result: (line) => writeLine(1, line),
  notice(line) {
    try {
      writeLine(2, line);
    } catch {
      // A full disk under the log must not stop the service, and there is no other place to report it.
    }
  },
  logDescriptor: 1,
};

/** The streams of a command that speaks a protocol. */
export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Standard input and output of this process. */
export function processStreams(): Streams {
  return { input: process.stdin, output: process.stdout };
}

/** Writes a whole line or throws: a key that was not shown must not count as shown. */
function writeLine(descriptor: 1 | 2, line: string): void {
  let rest = Buffer.from(`${line}\n`);
  try {
    while (rest.length > 0) rest = rest.subarray(writePart(descriptor, rest));
  } catch (error) {
    throw new CliError(`cannot write the output: ${reasonOf(error)}`, { cause: error });
  }
}

const fullMilliseconds = 5;

/**
 * Writes as much as there is room for, and returns the number of bytes. A terminal or a pipe that another program has set to
 * not block refuses what its reader has no room for: results wait for that; notices do not, because a server writes them, too.
 */
function writePart(descriptor: 1 | 2, bytes: Buffer): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if (descriptor === 2 || !(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    pauseThread(fullMilliseconds);
    return 0;
  }
}

/** The lines of a table, its columns padded to one width each. */
export function alignedColumns(table: readonly (readonly string[])[]): string[] {
  const rows = table.map((row) => row.map(printable));
  // The width, not the length: some characters take two columns, and some take none.
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - columnsOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** Why a command failed, in one line for the person who ran it. */
export class CliError extends Error {
  override readonly name = 'CommandFailed';
}

/** Exit codes of the program. */
export const exitCode = {
  done: 0,
  /** The command failed; one line on standard error gives the reason. */
  failed: 1,
  /** A setting or an argument is wrong. */
  misused: 2,
} as const;
/** One of the {@link exitCode}s. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

// Characters that a terminal acts on, or that hide or reorder the text around them: the controls of C0 and C1, DEL, the
// separators of lines and paragraphs, and the controls of the writing direction.
const active = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const activeBesidesLines = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Escapes characters that could begin a new line, control the terminal or reorder the text, as JSON does: `\u009b`. */
export function printable(text: string): string {
  return text.replaceAll(active, escaped);
}

/** {@link printable} for a text of several lines: line feeds and tabs stay. In JSON, the escapes mean the same. */
export function printableLines(text: string): string {
  return text.replaceAll(activeBesidesLines, escaped);
}

function escaped(character: string): string {
  // JSON has short escapes for some, such as \n, and leaves others as they are.
  const json = JSON.stringify(character).slice(1, -1);
  return json === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : json;
}
