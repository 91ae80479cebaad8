import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import packageDescription from '../../package.json' with { type: 'json' };
import { explainSettings, resolveSettings, settingRules, type GivenSettings, type SettingName } from '../config.ts';
import { scopes, type Scope } from '../domain/apiKey.ts';
import { StorageUnavailable } from '../domain/storageUnavailable.ts';
import { durationSecondsOf } from '../domain/duration.ts';
import { codePointLength, isCleanText } from '../domain/text.ts';
import { DatabaseRefused } from '../store/databaseFile.ts';
import { configVariable, SettingRefused, type Environment } from '../settingSources.ts';
import type { Clock, Randomness } from '../system.ts';
import { backUp } from './backup.ts';
import { checkDatabase } from './check.ts';
import { showSettings } from './configShow.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { printOpenApi } from './openapi.ts';
import { restore } from './restore.ts';
import { serve, type ThreadUrls } from './serve.ts';
import { CommandFailed, exitCode, type ExitCode, type Terminal } from './terminal.ts';

/** What the program gets from the process it runs in. */
export interface ProgramOptions {
  /** The words after the program's name. */
  readonly words: readonly string[];
  readonly environment: Environment;
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly stopRequested: Promise<void>;
  /** Takes what is to be done whenever a backup is asked for. */
  readonly onBackupRequest: (action: () => void) => void;
  readonly threadUrls: ThreadUrls;
}

type Flags = GivenSettings;
type Finish = (code: ExitCode) => void;

/** Runs the command that the words name. Every failure is one line on standard error. */
export async function runProgram(options: ProgramOptions): Promise<ExitCode> {
  let code: ExitCode = exitCode.done;
  const program = describeProgram(options, (finished) => (code = finished));
  try {
    await program.parseAsync(options.words, { from: 'user' });
    return code;
  } catch (error) {
    return explainFailure(error, options.terminal);
  }
}

function explainFailure(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.misused;
  if (error instanceof SettingRefused) {
    terminal.notice(`duebook: ${error.message}`);
    return exitCode.misused;
  }
  if (error instanceof DatabaseRefused || error instanceof CommandFailed || error instanceof StorageUnavailable) {
    terminal.notice(`duebook: ${error.message}`);
    return exitCode.failed;
  }
  const reason = error instanceof Error ? error.message : String(error);
  terminal.notice(`duebook: failed unexpectedly: ${reason.replaceAll(/\s*\n\s*/g, ' | ')}`);
  return exitCode.failed;
}

function describeProgram(options: ProgramOptions, finish: Finish): Command {
  const { terminal } = options;
  const program = new Command('duebook')
    .description('Records subscriptions and answers what they cost, what renews soon and what is paid twice.')
    .version(packageDescription.version, '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.result(text.trimEnd()),
      writeErr: (text) => terminal.notice(text.trimEnd()),
      outputError: (text, write) =>
        write(
          `duebook: ${text
            .replace(/^error: /, '')
            .trim()
            .replaceAll('\n', ' ')}`,
        ),
    });
  addServe(program, options, finish);
  addKeys(program, options, finish);
  addCheck(program, options, finish);
  addConfig(program, options, finish);
  addBackup(program, options, finish);
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .action(async () => finish(await printOpenApi(terminal, options.clock, options.randomness)));
  program
    .command('version')
    .description('print the version')
    .action(() => terminal.result(packageDescription.version));
  return program;
}

function addServe(program: Command, options: ProgramOptions, finish: Finish): void {
  const command = program.command('serve').description('serve the API until SIGTERM or SIGINT');
  addEverySetting(command).action(async (flags: Flags) => {
    const settings = resolveSettings(flags, options.environment);
    finish(await serve({ ...options, settings }));
  });
}

function addConfig(program: Command, { environment, terminal }: ProgramOptions, finish: Finish): void {
  const config = program.command('config').description('look at the settings');
  const show = config.command('show').description('print the settings that count, and where each comes from');
  addEverySetting(show)
    .option('--json', 'print JSON')
    .action((flags: DataFlags) =>
      finish(showSettings(explainSettings(flags, environment), flags.json === true, terminal)),
    );
}

function addEverySetting(command: Command): Command {
  for (const name of Object.keys(settingRules) as SettingName[]) command.addOption(optionOf(name));
  return command.addOption(configOption());
}

type DataFlags = Flags & { json?: boolean };

/** What every command needs that works on a data directory. */
function dataOptions(flags: DataFlags, { environment, terminal }: ProgramOptions) {
  const { dataDir, backupDir } = resolveSettings(flags, environment);
  return { dataDir, backupDir, json: flags.json === true, terminal };
}

function addCheck(program: Command, options: ProgramOptions, finish: Finish): void {
  dataCommand(program, 'check', 'look through the whole database for damage, also while the server runs').action(
    (flags: DataFlags) => finish(checkDatabase(dataOptions(flags, options))),
  );
}

function addBackup(program: Command, options: ProgramOptions, finish: Finish): void {
  const { clock } = options;
  dataCommand(program, 'backup', 'back up the database, also while the server runs')
    .option('--to <path>', "a directory that is there, or a file that is not (default: the server's)")
    .option('--keep <number>', 'how many backups to keep in the directory (default: all)', countOf)
    .action(({ to, keep, ...flags }: DataFlags & { to?: string; keep?: number }) =>
      finish(backUp({ ...dataOptions(flags, options), to, keep, clock })),
    );
  dataCommand(program, 'restore', 'put a backup into the place of the database, which is kept; no server may run')
    .argument('<file>', 'the backup')
    .action((file: string, flags: DataFlags) => finish(restore({ ...dataOptions(flags, options), file, clock })));
}

function addKeys(program: Command, options: ProgramOptions, finish: Finish): void {
  const keys = program.command('keys').description('make, list and revoke API keys, also while the server runs');
  const keyOptions = (flags: DataFlags) => ({ ...dataOptions(flags, options), clock: options.clock });
  dataCommand(keys, 'create', 'make a key and print it: the only time that it is shown')
    .requiredOption('--owner <name>', 'whose records the key opens', labelOf)
    .addOption(new Option('--scope <scope>', 'what the key may do').choices(scopes).makeOptionMandatory())
    .option('--name <label>', 'what the key is for', labelOf)
    .option('--expires <time>', 'how long it is valid, such as 90d, 12h or 30m (default: for ever)', lifetimeOf)
    .action((flags: Flags & { owner: string; scope: Scope; name?: string; expires?: number }) => {
      const { owner, scope, name = null, expires } = flags;
      finish(createKey({ owner, scope, name, lifetimeSeconds: expires }, keyOptions(flags), options.randomness));
    });
  dataCommand(keys, 'list', 'list the keys, but for the keys themselves').action((flags: Flags) =>
    finish(listKeys(keyOptions(flags))),
  );
  dataCommand(keys, 'revoke', 'revoke a key: it is refused from its next request on')
    .argument('<id>', 'the id of the key, as the list shows it')
    .action((id: string, flags: Flags) => finish(revokeKey(id, keyOptions(flags))));
}

function dataCommand(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .addOption(optionOf('dataDir'))
    .addOption(configOption())
    .option('--json', 'print JSON');
}

function optionOf(name: SettingName): Option {
  const rule = settingRules[name];
  const meaning = `${rule.meaning}; ${rule.allowed} (default: ${rule.default}, variable: ${rule.variable})`;
  return new Option(`--${rule.flag} <value>`, meaning);
}

function configOption(): Option {
  return new Option('--config <file>', `a TOML file with settings, named as their flags (variable: ${configVariable})`);
}

function lifetimeOf(text: string): number {
  const seconds = durationSecondsOf(text) ?? 0;
  if (seconds === 0) throw new InvalidArgumentError('Must be a time such as 90d, 12h or 30m, at most 100 years.');
  return seconds;
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Must be a whole number from 1 to 999999.');
  return Number(text);
}

function labelOf(text: string): string {
  const label = text.trim();
  if (label === '' || codePointLength(label) > 80 || !isCleanText(label)) {
    throw new InvalidArgumentError('Must be a text of 1 to 80 characters, without control characters.');
  }
  return label;
}
