import { get } from 'node:http';
import { reasonOf } from '../domain/systemErrors.ts';
import type { Clock } from '../system.ts';
import { localOrigin } from './serve.ts';
import { CommandFailed, exitCode, type ExitCode, type Terminal } from './terminal.ts';

/** What the command needs. */
export interface HealthcheckOptions {
  readonly host: string;
  readonly port: number;
  readonly json: boolean;
  readonly terminal: Terminal;
  readonly clock: Clock;
}

const answerSecondsMax = 5;

/**
 * Asks the server of these settings whether it is ready.
 *
 * @throws {CommandFailed} when it is not, or does not answer in five seconds
 */
export async function checkHealth({ host, port, json, terminal, clock }: HealthcheckOptions): Promise<ExitCode> {
  if (port === 0) throw new CommandFailed('the port 0 is none to ask at: name the one that the server listens on');
  const url = `${localOrigin(host, port)}/readyz`;
  const abortion = new AbortController();
  const stopWaiting = clock.after(answerSecondsMax * 1000, () => abortion.abort());
  try {
    const { status, text } = await ask(url, abortion.signal);
    if (status !== 200) throw new CommandFailed(`${url} answers ${status}${failingChecks(text)}`);
    terminal.result(json ? JSON.stringify({ url, ready: true }) : `${url} is ready`);
    return exitCode.done;
  } finally {
    stopWaiting();
  }
}

/** One request. Unlike `fetch`, it never goes by way of a proxy that the environment names. */
function ask(url: string, signal: AbortSignal): Promise<{ status: number | undefined; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; text: string }>();
  const fail = (error: Error) => {
    const reason = signal.aborted ? `no answer in ${answerSecondsMax} seconds` : reasonOf(error);
    const advice = 'Start the server, or give the --host and --port on which it listens.';
    reject(new CommandFailed(`cannot ask ${url}: ${reason}. ${advice}`, { cause: error }));
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
