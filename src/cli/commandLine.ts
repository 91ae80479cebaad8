import type { Command } from 'commander';
import { nearest } from '../domain/text/nearest.ts';

const helpFlags = new Set(['--help', '-h']);

/**
 * The arguments in the form that commander expects: `help` before a command becomes `--help` after it, at any depth. An
 * unknown command has no help, so that commander rejects it as unknown.
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

// Names of these commands in other programs.
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
  'sign-in': ['login', 'signin', 'log-in', 'code', 'link', 'password', 'dashboard'],
  'users add': ['adduser', 'useradd', 'users create', 'users new', 'user', 'invite'],
  'users list': ['users ls', 'users show', 'users get'],
  'users remove': ['users delete', 'users rm', 'deluser'],
  'users password': ['passwd', 'users passwd', 'users reset', 'users set-password'],
  'owners list': ['owners ls', 'owners show', 'owners get'],
  'owners delete': ['owners remove', 'owners rm'],
  'owners rename': ['owners mv'],
  'config show': ['settings', 'config list', 'config get', 'config print', 'config view', 'config dump'],
};

/** Why the arguments name no command, with the command that is meant: the nearest one, or one of that name in other programs. */
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
