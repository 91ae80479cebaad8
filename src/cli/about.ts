import { Argument, type Command } from 'commander';
import { printCompletion, shells, type Shell } from './completion.ts';
import { printOpenApi } from './openapi.ts';
import { printVersion } from './version.ts';
import type { Finish, ProgramOptions } from './options.ts';

/** Adds the commands that tell about the program itself and need no data. */
export function addAbout(program: Command, options: ProgramOptions, finish: Finish): void {
  const { terminal, clock, randomness } = options;
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .action(async () => finish(await printOpenApi(terminal, clock, randomness)));
  program
    .command('completion')
    .description('print the completion script for a shell')
    .addArgument(new Argument('<shell>', 'shell').choices(shells))
    .action((shell: Shell) => finish(printCompletion(program, shell, terminal)));
  program
    .command('version')
    .description('print the version')
    .option('--json', 'print JSON, with build commit, date and library versions')
    .action(({ json }: { json?: boolean }) => finish(printVersion(json === true, terminal)));
}
