import { Command, CommanderError } from 'commander';
import { withoutApiKeys } from '../core/access/apiKey.ts';
import { StorageUnavailable } from '../core/writer/storageUnavailable.ts';
import { reasonOf } from '../core/runtime/systemErrors.ts';
import {
  printable,
  printableLines,
  CliError,
  exitCode,
  type ExitCode,
  type Terminal,
} from '../core/runtime/terminal.ts';
import { SettingRefused } from '../core/config/sources.ts';
import { DatabaseRefused } from '../core/directory/databaseFile.ts';
import { explainMisuse, wordsToRead } from './misuse.ts';
import { withOwnCommand, version } from '../core/runtime/ownCommand.ts';
import { addEverySetting, settingsOf, type Finish, type ProgramOptions } from './options.ts';
import { notifySocketIn, type GivenSettings } from '../core/config/settings.ts';
import { serve } from '../server/server.ts';

/** Runs the command that the arguments name. Every failure is one line on standard error. */
export async function runProgram(options: ProgramOptions): Promise<ExitCode> {
  let code: ExitCode = exitCode.done;
  // A key that was typed in the wrong place is never repeated.
  const notice = (line: string): void =>
    options.terminal.notice(withoutApiKeys(printable(withOwnCommand(line, options.ownCommand))));
  // A stored name may be older than the rule for names.
  const result = (text: string): void => options.terminal.result(printableLines(text));
  const terminal = { ...options.terminal, notice, result };
  const program = await describeProgram({ ...options, terminal }, (finished) => (code = finished));
  const words = wordsToRead(program, options.words);
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (isMissingCommand(error)) return explainMissing(words, terminal);
    if (!(error instanceof CommanderError)) return explainFailure(error, terminal);
    if (error.exitCode === 0) return exitCode.done;
    terminal.notice(`duebook: ${explainMisuse(program, words, error)}`);
    return exitCode.misused;
  }
}

/** Commander reports a missing command as an error that shows the help. */
function isMissingCommand(error: unknown): boolean {
  return error instanceof CommanderError && error.code === 'commander.help' && error.exitCode !== 0;
}

function explainMissing(words: readonly string[], terminal: Terminal): ExitCode {
  terminal.notice(`duebook: name a command: "${['duebook', ...words, '--help'].join(' ')}" lists them`);
  return exitCode.misused;
}

function explainFailure(error: unknown, terminal: Terminal): ExitCode {
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

async function describeProgram(options: ProgramOptions, finish: Finish): Promise<Command> {
  const { words, terminal, ownCommand } = options;
  const program = new Command('duebook')
    .description('Tracks your subscriptions: what they cost, what renews soon, and what you pay for twice.')
    .version(version, '-V, --version', 'print the version')
    .addHelpText(
      'afterAll',
      '\nExit codes: 0 success, 1 failure, 2 usage error. After 1 and 2, a line on standard error says why.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.result(withOwnCommand(text.trimEnd(), ownCommand)),
      // `runProgram` prints the error. Commander would add the usage: many lines without a reason.
      writeErr: () => undefined,
    });
  addServe(program, options, finish);
  // The start of a server does not load the code of the other commands.
  if (words[0] !== serveName) (await import('./commands.ts')).addCommands(program, options, finish);
  return program;
}

// The name of the command that starts the server.
const serveName = 'serve';

function addServe(program: Command, options: ProgramOptions, finish: Finish): void {
  const command = program.command(serveName).description('start the server; SIGTERM, SIGINT and SIGHUP stop it');
  addEverySetting(command).action(async (flags: GivenSettings) => {
    const settings = settingsOf(flags, options);
    const notifySocket = notifySocketIn(options.environment);
    finish(await serve({ ...options, settings, notifySocket, stopRequested: options.listenForStop() }));
  });
}
