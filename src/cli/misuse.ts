import type { Argument, Command, CommanderError, Option } from 'commander';
import { nearest } from '../core/text/nearest.ts';

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

const sentences: Readonly<Record<string, (found: FoundCommand, error: CommanderError) => string>> = {
  'commander.unknownCommand': explainUnknown,
  'commander.unknownOption': explainOption,
  'commander.excessArguments': explainExcess,
  'commander.missingMandatoryOptionValue': explainMissing,
  'commander.missingArgument': explainMissing,
};

/** Why arguments cannot be used, in one line: what is wrong, and what to type. */
export function explainMisuse(program: Command, words: readonly string[], error: CommanderError): string {
  const explain = sentences[error.code];
  if (explain !== undefined) return explain(findCommand(program, words), error);
  return error.message
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ');
}

/** A command, its name as it is typed, such as `duebook keys create`, and the next word, which names no command. */
interface FoundCommand {
  readonly command: Command;
  readonly name: string;
  readonly next: string;
}

function findCommand(program: Command, words: readonly string[]): FoundCommand {
  let [command, name] = [program, program.name()];
  for (const word of words.filter((each) => !each.startsWith('-'))) {
    const named = command.commands.find((each) => each.name() === word);
    if (named === undefined) return { command, name, next: word };
    [command, name] = [named, `${name} ${word}`];
  }
  return { command, name, next: '' };
}

// What other programs call their commands.
const namesElsewhere: Readonly<Record<string, string>> = {
  start: 'serve',
  run: 'serve',
  up: 'serve',
  daemon: 'serve',
  login: 'sign-in',
};

function explainUnknown({ command, name, next }: FoundCommand): string {
  const names = command.commands.map((each) => each.name());
  const elsewhere = new Map(Object.entries(command.parent === null ? namesElsewhere : {}));
  const meant = elsewhere.get(next.toLowerCase()) ?? nearest(next, names);
  const question = meant === undefined ? '' : `did you mean "${name} ${meant}"? `;
  return `unknown command '${next}': ${question}"${name} --help" lists the commands`;
}

/** The name of an option alone: the value behind it may be a secret. */
function explainOption({ name }: FoundCommand, { message }: CommanderError): string {
  const [, typed = '', suggestion = ''] =
    /^error: unknown option '([^'=]*).*?(\(Did you mean .*\?\))?$/s.exec(message) ?? [];
  const shown = typed.startsWith('--') ? typed : typed.slice(0, 2);
  const hasValue = message.includes(`'${typed}=`);
  const advice = suggestion === '' ? `: "${name} --help" lists the options` : ` ${suggestion}`;
  return `unknown option '${shown}${hasValue ? '=…' : ''}'${advice}`;
}

/** The arguments are not repeated: one may be a secret. */
function explainExcess({ command: { registeredArguments: taken }, name }: FoundCommand): string {
  const number = taken.length === 0 ? 'no argument' : taken.length === 1 ? 'one argument' : `${taken.length} arguments`;
  return `too many arguments: "${name}" takes ${number}: "${name} --help" explains it`;
}

/** Everything that is missing, not only the first. */
function explainMissing({ command, name }: FoundCommand): string {
  const wanted = command.registeredArguments.slice(command.args.length).filter(({ required }) => required);
  const options = command.options.filter(
    (option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
  );
  const missing = [...wanted.map(shownArgument), ...options.map(shownOption)];
  return `"${name}" needs ${missing.join(' and ')}: "${name} --help" explains ${missing.length === 1 ? 'it' : 'them'}`;
}

function shownArgument(argument: Argument): string {
  return `<${argument.name()}>`;
}

function shownOption({ flags, argChoices }: Option): string {
  return argChoices === undefined ? flags : flags.replace(/<.*>/, `<${argChoices.join('|')}>`);
}
