import { Command, CommanderError } from 'commander';
import { supervisionIn, valuesOf, type GivenSettings } from '../config/settings.ts';
import { withoutApiKeys } from '../domain/keys/apiKey.ts';
import { StorageUnavailable } from '../commands/storageUnavailable.ts';
import { reasonOf } from '../runtime/systemErrors.ts';
import { printable } from '../observability/log.ts';
import { SettingRefused } from '../config/sources.ts';
import { DatabaseRefused } from '../store/sqlite/databaseFile.ts';
import { explainUnknown, wordsToRead } from './commandLine.ts';
import { checkDatabase } from './check.ts';
import { addAbout } from './about.ts';
import { showSettings } from './configShow.ts';
import { addBackup } from './backupCommands.ts';
import { addKeys } from './keyCommands.ts';
import { addMcp } from './mcpCommand.ts';
import { addOwners } from './ownerCommands.ts';
import { serve } from '../server/server.ts';
import { CliError, exitCode, type ExitCode, type Terminal } from '../runtime/terminal.ts';
import {
  addEverySetting,
  configOption,
  dataCommand,
  dataOptions,
  explainedSettings,
  optionOf,
  settingsOf,
  type DataFlags,
  type Finish,
  type ProgramOptions,
} from './options.ts';
import { version } from '../runtime/version.ts';

/** Runs the command that the words name. Every failure is one line on standard error. */
export async function runProgram(options: ProgramOptions): Promise<ExitCode> {
  let code: ExitCode = exitCode.done;
  // A key that was typed in the wrong place is not repeated, whatever the line is about.
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

/** Commander shows the help then, as an error. */
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
      // What would come here is the usage, many lines that give no reason.
      writeErr: () => undefined,
      outputError(text) {
        // Explained where the words are known.
        if (text.startsWith('error: unknown command ')) return;
        // What follows the equals sign of a mistyped flag may be a secret.
        const line = text.replace(/^error: /, '').replace(/^(unknown option '[^'=]*=).*?'/s, "$1…'");
        terminal.notice(`duebook: ${line.trim().replaceAll('\n', ' ')}`);
      },
    });
  addServe(program, options, finish);
  addKeys(program, options, finish);
  addOwners(program, options, finish);
  addCheck(program, options, finish);
  addConfig(program, options, finish);
  addBackup(program, options, finish);
  addMcp(program, options, finish);
  addHealthcheck(program, options, finish);
  addAbout(program, options, finish);
  return program;
}

function addServe(program: Command, options: ProgramOptions, finish: Finish): void {
  const command = program.command('serve').description('start the server; SIGTERM, SIGINT and SIGHUP stop it');
  addEverySetting(command).action(async (flags: GivenSettings) => {
    const settings = settingsOf(flags, options);
    const supervision = supervisionIn(options.environment);
    finish(await serve({ ...options, settings, supervision, stopRequested: options.listenForStop() }));
  });
}

function addConfig(program: Command, { environment, terminal }: ProgramOptions, finish: Finish): void {
  const config = program.command('config').description('show the configuration');
  const show = config.command('show').description('print the value and the source of each setting');
  addEverySetting(show)
    .option('--json', 'print JSON')
    .action((flags: DataFlags) =>
      finish(showSettings(explainedSettings(flags, { environment, terminal }), flags.json === true, terminal)),
    );
}

function addCheck(program: Command, options: ProgramOptions, finish: Finish): void {
  dataCommand(program, 'check', 'check the whole database for damage, even while the server runs').action(
    (flags: DataFlags) => finish(checkDatabase(dataOptions(flags, options))),
  );
}

function addHealthcheck(program: Command, { environment, terminal, clock }: ProgramOptions, finish: Finish): void {
  program
    .command('healthcheck')
    .description('check that the server at this address, with this data directory, is ready')
    .addOption(optionOf('host'))
    .addOption(optionOf('port'))
    .addOption(optionOf('dataDir'))
    .addOption(configOption())
    .option('--json', 'print JSON')
    .action(async (flags: DataFlags) => {
      const settings = explainedSettings(flags, { environment, terminal });
      const { host, port, dataDir } = valuesOf(settings);
      const isDataDirNamed = settings.some(({ name, source }) => name === 'dataDir' && source.kind !== 'default');
      // No other command needs an HTTP client.
      const { checkHealth } = await import('./healthcheck.ts');
      const asked = { host, port, dataDir, isDataDirNamed };
      finish(await checkHealth({ ...asked, json: flags.json === true, terminal, clock }));
    });
}
