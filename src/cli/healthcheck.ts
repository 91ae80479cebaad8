import type { Command } from 'commander';
import { valuesOf } from '../core/config/settings.ts';
import { askReadiness } from '../core/outgoing/readiness.ts';
import { reasonOf } from '../core/runtime/systemErrors.ts';
import { hasDatabase } from '../core/database/database.ts';
import { instanceIdOf } from '../core/directory/instanceId.ts';
import { localOrigin } from '../server/address.ts';
import {
  configOption,
  explainedSettings,
  optionOf,
  print,
  type DataFlags,
  type DataOptions,
  type ProgramOptions,
} from './options.ts';
import { CliError } from '../core/runtime/terminal.ts';

/** Adds `healthcheck`. */
export function addHealthcheck(program: Command, options: ProgramOptions): void {
  program
    .command('healthcheck')
    .description('ask a running server whether it is ready, and whether it has the data directory')
    .addOption(optionOf('host', { meaning: 'address on which the server listens' }))
    .addOption(optionOf('port', { meaning: 'port on which the server listens' }))
    .addOption(optionOf('dataDir', { meaning: 'data directory of the server' }))
    .addOption(configOption())
    .option('--json', 'print JSON')
    .action(async (flags: DataFlags) => {
      const settings = explainedSettings(flags, options);
      const { host, port, dataDir } = valuesOf(settings);
      const isDataDirNamed = settings.some(({ name, source }) => name === 'dataDir' && source.kind !== 'default');
      await checkHealth({ ...options, host, port, dataDir, isDataDirNamed, json: flags.json === true });
    });
}

interface HealthcheckOptions extends Pick<DataOptions, 'dataDir' | 'json' | 'terminal' | 'clock'> {
  readonly host: string;
  readonly port: number;
  /** Whether the data directory was given, and is not just the default. */
  readonly isDataDirNamed: boolean;
}

/**
 * Checks the readiness of the server that these settings address.
 *
 * @throws {CliError} when it is not ready, does not answer in five seconds, or has another data directory
 */
export async function checkHealth(options: HealthcheckOptions): Promise<void> {
  const { host, port, terminal, clock } = options;
  if (port === 0) throw new CliError('--port is 0: give the port on which the server listens');
  const wanted = wantedInstance(options);
  const url = `${localOrigin(host, port)}/readyz`;
  const { status, text, instance } = await askReadiness(url, clock).catch((error: unknown) => {
    const advice = 'Start the server, or give the --host and --port on which it listens.';
    throw new CliError(`cannot ask ${url}: ${reasonOf(error)}. ${advice}`, { cause: error });
  });
  refuseStranger(url, status, instance, wanted, options.dataDir);
  if (status !== 200) throw new CliError(`${url} answers ${status}${failingChecks(text)}`);
  if ('unknown' in wanted) terminal.notice(`duebook: ${unchecked} ${wanted.unknown}`);
  const dataDirectory = 'id' in wanted ? 'same' : 'unknown';
  print(options, { url, ready: true, dataDirectory }, `${url} is ready`);
}

const unchecked = 'Duebook did not check whether this is the server of your data directory:';

/** The instance id of the expected server, or why it is unknown. */
type WantedInstance = { readonly id: string } | { readonly unknown: string };

function wantedInstance({ dataDir, isDataDirNamed }: HealthcheckOptions): WantedInstance {
  try {
    // Any directory may have the name of the default.
    if (!isDataDirNamed && !hasDatabase(dataDir))
      return { unknown: `${dataDir} has no database. Name the directory with --data-dir.` };
    return { id: instanceIdOf(dataDir) };
  } catch (error) {
    // A running server has a directory. One that this user cannot reach may be that directory.
    if (!isMissing(error)) return { unknown: `${dataDir} cannot be reached: ${reasonOf(error, dataDir)}` };
    throw new CliError(`the data directory ${dataDir} does not exist: give the one of the server with --data-dir`, {
      cause: error,
    });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function refuseStranger(
  url: string,
  status: number | undefined,
  instance: string | undefined,
  wanted: WantedInstance,
  dataDir: string,
): void {
  if (instance === undefined) {
    throw new CliError(
      `${url} answers ${status}, but not like this version of Duebook: another program may listen there. Start the server, or give its --host and --port.`,
    );
  }
  if ('unknown' in wanted || wanted.id === instance) return;
  throw new CliError(
    `${url} is another Duebook server: its data directory is not ${dataDir}. Give the --host and --port of the server that you mean, or its --data-dir.`,
  );
}

function failingChecks(text: string): string {
  const names = Array.from(text.matchAll(/"(\w+)":"failing"/g), ([, name]) => name);
  return names.length === 0 ? '' : `: failing ${names.join(', ')}`;
}
