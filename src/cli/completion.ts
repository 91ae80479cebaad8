import { Argument, type Command, type Option } from 'commander';
import type { ProgramOptions } from './options.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Adds `completion`. */
export function addCompletion(program: Command, { terminal }: ProgramOptions): void {
  program
    .command('completion')
    .description('print the completion script for a shell')
    .addArgument(new Argument('<shell>', 'shell').choices(shells))
    .action((shell: Shell) => terminal.result(scripts[shell](program.name(), placesOf(program, '')).trimEnd()));
}

/** A place in the command line, and the words that may come next. */
interface Place {
  /** The commands so far, each after a space; empty right after the program's name. */
  readonly path: string;
  /** Subcommands, and arguments with a fixed choice. */
  readonly words: readonly Word[];
  readonly flags: readonly Flag[];
}

/** A word to complete, and its description. */
interface Word {
  readonly word: string;
  readonly meaning: string;
}

/** A flag, and the values that may follow it. */
interface Flag extends Word {
  readonly takesValue: boolean;
  /** The allowed values; empty when they cannot be listed. */
  readonly values: readonly string[];
}

function placesOf(command: Command, path: string): Place[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command);
  const place = {
    path,
    words: [
      ...subcommands.map((sub) => ({ word: sub.name(), meaning: sub.description() })),
      ...command.registeredArguments.flatMap(choicesOf),
    ],
    flags: help.visibleOptions(command).flatMap(flagOf),
  };
  // Commander lists the subcommands once more below `help`.
  return [
    place,
    ...subcommands.filter((sub) => sub.name() !== 'help').flatMap((sub) => placesOf(sub, `${path} ${sub.name()}`)),
  ];
}

function choicesOf({ argChoices, description }: Argument): Word[] {
  return (argChoices ?? []).map((word) => ({ word, meaning: description }));
}

function flagOf(option: Option): Flag[] {
  if (option.long === undefined) return [];
  const takesValue = option.required || option.optional;
  return [{ word: option.long, meaning: option.description, takesValue, values: option.argChoices ?? [] }];
}

// The scripts need only the shell, and start no program while somebody types. Each script follows the words that are
// commands, and offers the words that may come next. After a flag whose values cannot be listed, the shell completes a
// path. Every word comes from the description of the program (letters, digits and dashes); only descriptions need quotes.

/** The completions for bash, 3.2 or newer. */
function bashScript(program: string, places: readonly Place[]): string {
  const offer = (words: readonly string[]) => `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$current"))`;
  return `_${program}() {
  local path='' word current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${pathsOf(places).join(' | ')}) path="$path $word" ;;
    esac
  done
  COMPREPLY=()
  case "$path $previous" in
${casesOf(places, ({ values }) => `${offer(values)}; return`)}
    ${flagsWithValue(places).join(' | ')}) return ;;
  esac
  case "$path" in
${places.map(({ path, words, flags }) => `    '${path}') ${offer([...words, ...flags].map(({ word }) => word))} ;;`).join('\n')}
  esac
}
complete -o default -F _${program} ${program}
`;
}

/** The completions for zsh. */
function zshScript(program: string, places: readonly Place[]): string {
  return `#compdef ${program}
_${program}() {
  local path_='' word previous=$words[CURRENT-1]
  local -a offered
  for word in $words[2,CURRENT-1]; do
    case "$path_ $word" in
      ${pathsOf(places).join(' | ')}) path_="$path_ $word" ;;
    esac
  done
  case "$path_ $previous" in
${casesOf(places, ({ values }) => `compadd -- ${values.join(' ')}; return`)}
    ${flagsWithValue(places).join(' | ')}) _files; return ;;
  esac
  case "$path_" in
${places.map(({ path, words, flags }) => `    '${path}') offered=(${[...words, ...flags].map(describedForZsh).join(' ')}) ;;`).join('\n')}
  esac
  _describe ${program} offered
}
if [ "$funcstack[1]" = "_${program}" ]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}

/** The completions for fish. */
function fishScript(program: string, places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words, flags }) => {
    const at = `complete -c ${program} -n "__${program}_is_at '${path}'"`;
    return [
      ...words.map(({ word, meaning }) => `${at} -a ${word} -d ${quotedForFish(meaning)}`),
      ...flags.map((flag) => `${at} -l ${flag.word.slice(2)}${valueForFish(flag)} -d ${quotedForFish(flag.meaning)}`),
    ];
  });
  return `function __${program}_is_at
  set -l path ''
  for word in (commandline -opc)[2..-1]
    switch "$path $word"
      case ${pathsOf(places).join(' ')}
        set path "$path $word"
    end
  end
  test "$path" = "$argv[1]"
end
complete -c ${program} -f
${lines.join('\n')}
`;
}

/** The paths of all commands, quoted. */
function pathsOf(places: readonly Place[]): string[] {
  return places.slice(1).map(({ path }) => `'${path}'`);
}

/** The flags that take a value, each with its path, quoted. */
function flagsWithValue(places: readonly Place[]): string[] {
  return places.flatMap(({ path, flags }) =>
    flags.filter(({ takesValue }) => takesValue).map(({ word }) => `'${path} ${word}'`),
  );
}

/** A case of the shell for each flag whose values can be listed. */
function casesOf(places: readonly Place[], action: (flag: Flag) => string): string {
  const listed = places.flatMap(({ path, flags }) =>
    flags.filter(({ values }) => values.length > 0).map((flag) => `    '${path} ${flag.word}') ${action(flag)} ;;`),
  );
  return listed.join('\n');
}

function describedForZsh({ word, meaning }: Word): string {
  return `'${word}:${meaning.replaceAll("'", String.raw`'\''`)}'`;
}

function valueForFish({ takesValue, values }: Flag): string {
  if (values.length > 0) return ` -x -a '${values.join(' ')}'`;
  return takesValue ? ' -r -F' : '';
}

function quotedForFish(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
