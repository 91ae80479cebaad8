import { Argument, type Command, type Option } from 'commander';
import { bashScript, fishScript, zshScript } from './completionScripts.ts';
import type { Finish, ProgramOptions } from './options.ts';
import { exitCode, type ExitCode, type Terminal } from '../runtime/terminal.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Adds `completion`. */
export function addCompletion(program: Command, { terminal }: ProgramOptions, finish: Finish): void {
  program
    .command('completion')
    .description('print the completion script for a shell')
    .addArgument(new Argument('<shell>', 'shell').choices(shells))
    .action((shell: Shell) => finish(printCompletion(program, shell, terminal)));
}

/** Prints a completion script for a shell, with the commands and flags that the program describes now. */
function printCompletion(program: Command, shell: Shell, terminal: Terminal): ExitCode {
  terminal.result(scripts[shell](program.name(), placesOf(program, '')).trimEnd());
  return exitCode.done;
}

/** A place in the command line, and the words that may come next. */
export interface Place {
  /** The commands so far, each after a space; empty right after the program's name. */
  readonly path: string;
  /** Subcommands, and arguments with a fixed choice. */
  readonly words: readonly Word[];
  readonly flags: readonly Flag[];
}

/** A word to complete, and its description. */
export interface Word {
  readonly word: string;
  readonly meaning: string;
}

/** A flag, and the values that may follow it. */
export interface Flag extends Word {
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
