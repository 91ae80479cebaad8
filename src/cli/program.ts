import { Command, CommanderError } from 'commander';
import { withoutApiKeys } from '../domain/keys/apiKey.ts';
import { StorageUnavailable } from '../commands/storageUnavailable.ts';
import { reasonOf } from '../runtime/systemErrors.ts';
import { printable } from '../observability/log.ts';
import { SettingRefused } from '../config/sources.ts';
import { DatabaseRefused } from '../store/sqlite/databaseFile.ts';
import { explainUnknown, wordsToRead } from './commandLine.ts';
import { addCheck } from './check.ts';
import { addCompletion } from './completion.ts';
import { addConfig } from './configShow.ts';
import { addBackup } from './backup.ts';
import { addHealthcheck } from './healthcheck.ts';
import { addKeys } from './keyCommands.ts';
import { addMcp } from './mcp.ts';
import { addOpenapi } from './openapi.ts';
import { addOwners } from './ownerCommands.ts';
import { addRestore } from './restore.ts';
import { addSignIn } from './people/signIn.ts';
import { addUsers } from './people/userCommands.ts';
import { addServe } from './serve.ts';
import { addVersion } from './version.ts';
import { CliError, exitCode, type ExitCode, type Terminal } from '../runtime/terminal.ts';
import type { Finish, ProgramOptions } from './options.ts';
import { version } from '../runtime/version.ts';

/** Runs the command that the arguments name. Every failure is one line on standard error. */
export async function runProgram(options: ProgramOptions): Promise<ExitCode> {
  let code: ExitCode = exitCode.done;
  // A key that was typed in the wrong place is never repeated.
  const notice = (line: string): void => options.terminal.notice(withoutApiKeys(printable(line)));
  const terminal = { ...options.terminal, notice };
  const program = describeProgram({ ...options, terminal }, (finished) => (code = finished));
  const words = wordsToRead(program, options.words);
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (isMissingCommand(error)) return explainMissing(words, terminal);
    if (isUnknownCommand(error)) {
      terminal.notice(`duebook: ${explainUnknown(program, words)}`);
      return exitCode.misused;
    }
    return explainFailure(error, terminal);
  }
}

const unknownCommand = 'commander.unknownCommand';

/** Commander reports a missing command as an error that shows the help. */
function isMissingCommand(error: unknown): boolean {
  return error instanceof CommanderError && error.code === 'commander.help' && error.exitCode !== 0;
}

function isUnknownCommand(error: unknown): boolean {
  return error instanceof CommanderError && error.code === unknownCommand;
}

function explainMissing(words: readonly string[], terminal: Terminal): ExitCode {
  terminal.notice(`duebook: name a command: "${['duebook', ...words, '--help'].join(' ')}" lists them`);
  return exitCode.misused;
}

function explainFailure(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.misused;
  if (error instanceof SettingRefused) {
    terminal.notice(`duebook: ${error.message}`);
    return exitCode.misused;
  }
  if (error instanceof DatabaseRefused || error instanceof CliError || error instanceof StorageUnavailable) {
    terminal.notice(`duebook: ${error.message}`);
    return exitCode.failed;
  }
  terminal.notice(`duebook: failed unexpectedly: ${reasonOf(error).replaceAll(/\s*\n\s*/g, ' | ')}`);
  return exitCode.failed;
}

function describeProgram(options: ProgramOptions, finish: Finish): Command {
  const { terminal } = options;
  const program = new Command('duebook')
    .description('Tracks your subscriptions: what they cost, what renews soon, and what you pay for twice.')
    .version(version, '-V, --version', 'print the version')
    .addHelpText(
      'afterAll',
      '\nExit codes: 0 success, 1 failure, 2 usage error. After 1 and 2, a line on standard error says why.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.result(text.trimEnd()),
      // Commander would print the usage here: many lines without a reason.
      writeErr: () => undefined,
      outputError(text) {
        // `runProgram` explains this error.
        if (text.startsWith('error: unknown command ')) return;
        // The value of a mistyped flag may be a secret.
        const line = text.replace(/^error: /, '').replace(/^(unknown option '[^'=]*=).*?'/s, "$1…'");
        terminal.notice(`duebook: ${line.trim().replaceAll('\n', ' ')}`);
      },
    });
  const access = [addSignIn, addUsers, addKeys, addOwners];
  const care = [addCheck, addConfig, addBackup, addRestore, addHealthcheck];
  const verbs = [addServe, ...access, ...care, addMcp, addOpenapi, addCompletion, addVersion];
  for (const add of verbs) add(program, options, finish);
  return program;
}
