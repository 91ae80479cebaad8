import type { Command } from 'commander';

const helpFlags = new Set(['--help', '-h']);

/**
 * The words of the command line as commander is to read them: `help` in front of the names of a command asks for its
 * help, at any depth, and of a command that does not exist there is none, so that it is refused as unknown.
 */
export function wordsToRead(program: Command, words: readonly string[]): string[] {
  const [first, ...rest] = words;
  const asked = first === 'help' ? [...rest, '--help'] : [...words];
  return namesKnownCommand(program, asked) ? asked : asked.filter((word) => !helpFlags.has(word));
}

function namesKnownCommand({ commands }: Command, [word, ...rest]: readonly string[]): boolean {
  if (commands.length === 0 || word === undefined || word === 'help' || word.startsWith('-')) return true;
  const named = commands.find((command) => command.name() === word);
  return named !== undefined && namesKnownCommand(named, rest);
}
