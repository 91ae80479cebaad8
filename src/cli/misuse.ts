import type { Argument, Command, CommanderError, Option } from 'commander';

const sentences: Readonly<Record<string, (found: FoundCommand, error: CommanderError) => string>> = {
  'commander.unknownOption': explainOption,
  'commander.excessArguments': explainExcess,
  'commander.missingMandatoryOptionValue': explainMissing,
  'commander.missingArgument': explainMissing,
};

/** Why arguments that name a known command cannot be used, in one line: what is wrong, and what to type. */
export function explainMisuse(program: Command, words: readonly string[], error: CommanderError): string {
  const explain = sentences[error.code];
  if (explain !== undefined) return explain(findCommand(program, words), error);
  return error.message
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ');
}

/** A command, the words that name it, and those that follow. */
interface FoundCommand {
  readonly program: Command;
  readonly command: Command;
  /** The name as it is typed, such as `duebook keys create`. */
  readonly name: string;
}

function findCommand(program: Command, words: readonly string[]): FoundCommand {
  let [command, name] = [program, program.name()];
  for (const word of words.filter((each) => !each.startsWith('-'))) {
    const named = command.commands.find((each) => each.name() === word);
    if (named === undefined) break;
    [command, name] = [named, `${name} ${word}`];
  }
  return { program, command, name };
}

/** The name of an option alone: the value behind it may be a secret. */
function explainOption(found: FoundCommand, { message }: CommanderError): string {
  const [, typed = '', suggestion = ''] =
    /^error: unknown option '([^'=]*).*?(\(Did you mean .*\?\))?$/s.exec(message) ?? [];
  const isLong = typed.startsWith('--');
  const shown = isLong ? typed : typed.slice(0, 2);
  const hasValue = message.includes(`'${typed}=`);
  const meant = optionsMeant(found, shown).map((each) => `"${each}"`);
  const advice =
    meant.length > 0
      ? `: did you mean ${meant.join(' or ')}?`
      : suggestion === ''
        ? `: "${found.name} --help" lists the options`
        : ` ${suggestion}`;
  return `unknown option '${shown}${hasValue ? '=…' : ''}'${advice}`;
}

/** The options that a one-letter option may mean, and the command that has an option which was given before any command. */
function optionsMeant({ program, command, name }: FoundCommand, typed: string): string[] {
  const isMeant = ({ long = '' }: Option) =>
    typed.startsWith('--') ? long === typed : long.startsWith(`--${typed.slice(1)}`);
  const own = command.options.filter(isMeant).map(({ flags }) => `${name} ${flags}`);
  if (command !== program) return own;
  // The first command with the option, which is `serve` for every setting of the server.
  const owner = program.commands.find((each) => each.options.some(isMeant));
  return owner?.options.filter(isMeant).map(({ flags }) => `${name} ${owner.name()} ${flags}`) ?? own;
}

/** The arguments are not repeated: one may be a secret. */
function explainExcess({ command, name }: FoundCommand): string {
  const { registeredArguments: taken, args } = command;
  const number = taken.length === 0 ? 'no argument' : taken.length === 1 ? 'one argument' : `${taken.length} arguments`;
  const [excess = ''] = args.slice(taken.length);
  const has = (flag: string) => command.options.some(({ long }) => long === flag);
  const meant =
    /^\d{1,5}$/.test(excess) && has('--port')
      ? `--port ${excess}`
      : excess.includes('/') && has('--data-dir')
        ? '--data-dir <value>'
        : undefined;
  const advice = meant === undefined ? `"${name} --help" explains it` : `did you mean "${name} ${meant}"?`;
  return `too many arguments: "${name}" takes ${number}: ${advice}`;
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
