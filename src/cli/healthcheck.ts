import { get } from 'node:http';
import { reasonOf } from '../runtime/systemErrors.ts';
import { hasDatabase } from '../store/sqlite/database.ts';
import { instanceIdOf } from '../store/directory/instanceId.ts';
import type { Clock } from '../runtime/system.ts';
import { localOrigin } from '../server/listening.ts';
import { CliError, exitCode, type ExitCode, type Terminal } from '../runtime/terminal.ts';

/** What the command needs. */
export interface HealthcheckOptions {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Whether the data directory was named, and is not just the default. */
  readonly isDataDirNamed: boolean;
  readonly json: boolean;
  readonly terminal: Terminal;
  readonly clock: Clock;
}

const answerSecondsMax = 5;

/**
 * Asks the server of these settings whether it is ready.
 *
 * @throws {CliError} when it is not, does not answer in five seconds, or is not the server of the data directory
 */
export async function checkHealth(options: HealthcheckOptions): Promise<ExitCode> {
  const { host, port, json, terminal, clock } = options;
  if (port === 0) throw new CliError('the port 0 is none to ask at: name the one that the server listens on');
  const wanted = wantedInstance(options);
  const url = `${localOrigin(host, port)}/readyz`;
  const abortion = new AbortController();
  const stopWaiting = clock.after(answerSecondsMax * 1000, () => abortion.abort());
  try {
    const { status, text } = await ask(url, abortion.signal);
    refuseStranger(url, status, instanceIn(text), wanted, options.dataDir);
    if (status !== 200) throw new CliError(`${url} answers ${status}${failingChecks(text)}`);
    if ('unknown' in wanted) terminal.notice(`duebook: ${unchecked} ${wanted.unknown}`);
    const dataDirectory = 'id' in wanted ? 'same' : 'unknown';
    terminal.result(json ? JSON.stringify({ url, ready: true, dataDirectory }) : `${url} is ready`);
    return exitCode.done;
  } finally {
    stopWaiting();
  }
}

const unchecked = 'it was not checked whether this is the server of your data directory:';

/** The instance that ought to answer, or why that cannot be known. */
type WantedInstance = { readonly id: string } | { readonly unknown: string };

function wantedInstance({ dataDir, isDataDirNamed }: HealthcheckOptions): WantedInstance {
  try {
    // Any directory may be called as the default is.
    if (!isDataDirNamed && !hasDatabase(dataDir))
      return { unknown: `${dataDir} has no database. Name the directory with --data-dir.` };
    return { id: instanceIdOf(dataDir) };
  } catch (error) {
    // A server that runs has a directory. One that this user cannot reach may be it.
    if (!isMissing(error)) return { unknown: `${dataDir} cannot be reached: ${reasonOf(error, dataDir)}` };
    throw new CliError(`there is no data directory ${dataDir}: name that of the server with --data-dir`, {
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
      `${url} answers ${status}, but not as this version of Duebook does: another program may listen there. Start the server, or give its --host and --port.`,
    );
  }
  if ('unknown' in wanted || wanted.id === instance) return;
  throw new CliError(
    `${url} is another Duebook server: its data directory is not ${dataDir}. Give the --host and --port of the server that you mean, or its --data-dir.`,
  );
}

/** The instance that an answer names; undefined when it is not the answer of a server. */
function instanceIn(text: string): string | undefined {
  try {
    const { instance } = JSON.parse(text) as { instance?: unknown };
    return typeof instance === 'string' ? instance : undefined;
  } catch {
    return undefined;
  }
}

/** One request. Unlike `fetch`, it never goes by way of a proxy that the environment names. */
function ask(url: string, signal: AbortSignal): Promise<{ status: number | undefined; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; text: string }>();
  const fail = (error: Error) => {
    const reason = signal.aborted ? `no answer in ${answerSecondsMax} seconds` : reasonOf(error);
    const advice = 'Start the server, or give the --host and --port on which it listens.';
    reject(new CliError(`cannot ask ${url}: ${reason}. ${advice}`, { cause: error }));
  };
  get(url, { signal, agent: false }, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (piece: string) => (text += piece));
    response.on('end', () => resolve({ status: response.statusCode, text }));
    response.on('error', fail);
  }).on('error', fail);
  return promise;
}

function failingChecks(text: string): string {
  const names = Array.from(text.matchAll(/"(\w+)":"failing"/g), ([, name]) => name);
  return names.length === 0 ? '' : `: failing ${names.join(', ')}`;
}
