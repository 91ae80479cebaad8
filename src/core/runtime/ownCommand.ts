import packageDescription from '../../../package.json' with { type: 'json' };
import { realpathSync } from 'node:fs';
import { mainFile, pathOfCommand, sourceCommand } from './host.ts';

/** How this process was started. */
export interface ProcessStart {
  /** The executable as it was typed. */
  readonly argv0: string;
  /** The path of the executable. */
  readonly execPath: string;
  /** The path of the program's main file, which is inside the executable once it is compiled. */
  readonly main: string;
  readonly directory: string;
  /** Finds the path of a command, as the shell does. */
  readonly find: (command: string) => string | null;
}

// The root of the files in a compiled executable, also on Windows.
const compiledRoot = /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/;

/** What to type to run this program again: `duebook` where the shell finds it, and else the path that was typed. */
export function ownCommandOf({ argv0, execPath, main, directory, find }: ProcessStart): string {
  if (!compiledRoot.test(main)) return sourceCommand(shellQuoted(main.replace(`${directory}/`, '')));
  const name = argv0.replace(/^.*[\\/]/, '');
  const found = name === argv0 ? null : find(name);
  return found !== null && realpathSync(found) === realpathSync(execPath) ? name : shellQuoted(argv0);
}

/** The command of this process. */
export function ownCommand(): string {
  const { argv0, execPath } = process;
  return ownCommandOf({ argv0, execPath, main: mainFile(), directory: process.cwd(), find: pathOfCommand });
}

/**
 * Puts the command that was really used into the commands that a text quotes.
 *
 * @param command what to type in place of `duebook`
 */
export function withOwnCommand(text: string, command: () => string): string {
  return text.replaceAll(/(?<="|^Usage: )duebook(?= )/g, command);
}

/** A word of a command line, quoted if a shell would read it in another way. */
export function shellQuoted(word: string): string {
  return /^[\w.:@/\\-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The version of the program. */
export const version = packageDescription.version;
