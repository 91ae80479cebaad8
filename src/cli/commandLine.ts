import type { Command } from 'commander';
import { nearest } from '../domain/text/nearest.ts';

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

// What the commands are called in other programs.
const otherNames: Readonly<Record<string, readonly string[]>> = {
  serve: ['start', 'run', 'up', 'server', 'init', 'daemon', 'listen', 'launch', 'web'],
  backup: ['dump', 'export', 'save', 'snapshot'],
  restore: ['import', 'load', 'recover'],
  check: ['verify', 'fsck', 'doctor', 'repair'],
  healthcheck: ['health', 'status', 'ping', 'ready'],
  'keys create': ['token', 'apikey', 'api-key', 'keys new', 'keys add', 'keys make', 'keys generate', 'owners create'],
  'keys list': ['keys ls', 'keys show', 'keys get'],
  'keys revoke': ['keys delete', 'keys remove', 'keys rm', 'keys disable'],
  'keys rotate': ['keys renew', 'keys replace', 'keys refresh'],
  'owners list': ['users', 'owners ls', 'owners show', 'owners get'],
  'owners delete': ['owners remove', 'owners rm'],
  'owners rename': ['owners mv'],
  'config show': ['settings', 'config list', 'config get', 'config print', 'config view', 'config dump'],
};

/** Why the words name no command, and which command is meant: the nearest, or what is called so in other programs. */
export function explainUnknown(program: Command, words: readonly string[]): string {
  const known: string[] = [];
  let [command, unknown] = [program, ''];
  for (const word of words.filter((each) => !each.startsWith('-'))) {
    const named = command.commands.find((each) => each.name() === word);
    unknown = word;
    if (named === undefined) break;
    command = named;
    known.push(word);
  }
  const typed = [...known, unknown].join(' ').toLowerCase();
  const [other] = Object.entries(otherNames).find(([, names]) => names.includes(typed)) ?? [];
  const near = nearest(
    unknown,
    command.commands.map((each) => each.name()),
  );
  const meant = near === undefined ? other : [...known, near].join(' ');
  const question = meant === undefined ? '' : `did you mean "duebook ${meant}"? `;
  return `unknown command '${unknown}': ${question}"${['duebook', ...known, '--help'].join(' ')}" lists the commands`;
}
