import { afterAll } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from '../../src/core/access/scope.ts';
import { executableOnDeno } from './deno.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

const isOnDeno = Bun.env['RUNTIME'] === 'deno';

/** The compiled executable. `npm test` builds it before it runs the tests. scripts/testOnDeno.ts lets it be the source on Deno. */
export const binary = isOnDeno ? executableOnDeno() : join(import.meta.dir, '../../dist/duebook');

interface RunOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** An executable other than that of `npm test`. */
  readonly executable?: string;
}

/** How a command of the executable ended. */
export interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

// The executable inherits nothing from the environment of the tests.
const bareEnvironment = { PATH: '/usr/bin:/bin', HOME: '/nonexistent' };

// As of an installed executable, so that messages name `duebook`.
const typedAs = 'duebook';

type SpawnOptions = Pick<
  Bun.SpawnOptions.OptionsObject<Blob | 'ignore', 'pipe', 'pipe'>,
  'argv0' | 'cwd' | 'env' | 'stdin' | 'timeout'
>;

/** An output with the command as it is typed where the executable is installed. */
function asTyped(output: string): string {
  return isOnDeno ? output.replaceAll('deno task duebook', typedAs) : output;
}

/** Runs any program to its end. */
export async function runProgram(words: readonly string[], options: SpawnOptions = {}): Promise<Run> {
  const child = Bun.spawn([...words], { ...options, stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, stdout: asTyped(stdout), stderr: asTyped(stderr) };
}

/** Runs a command of the executable to its end. */
export async function run(
  words: readonly string[],
  { cwd, environment, executable = binary }: RunOptions = {},
): Promise<Run> {
  return runProgram([executable, ...words], {
    argv0: typedAs,
    cwd: cwd ?? temporaryDirectory(),
    env: { ...bareEnvironment, ...environment },
  });
}

/** Starts the server on a free port with its data in `data` below the working directory, and waits until it listens. */
export async function startServer(
  words: readonly string[] = [],
  { cwd, environment, executable = binary }: RunOptions = {},
) {
  const directory = cwd ?? temporaryDirectory();
  const child = Bun.spawn([executable, 'serve', '--port', '0', ...words], {
    argv0: typedAs,
    cwd: directory,
    env: { ...bareEnvironment, ...environment },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  afterAll(() => child.kill('SIGKILL'));
  const results = followLines(child.stdout);
  const notices = followLines(child.stderr);
  const firstLine = await results
    .lineThat(() => true)
    .catch(async (error: Error) => {
      throw new Error(`${error.message}${await notices.whole}`);
    });
  const origin = /^duebook listening on (http:\/\/\S+)$/.exec(firstLine)?.[1];
  if (origin === undefined) throw new Error(`the server did not say where it listens: ${firstLine}`);
  const dataDirectory = join(directory, 'data');

  return {
    origin,
    child,
    directory,
    dataDirectory,
    /** The key that the first start created. */
    initialKey: () => readFileSync(join(dataDirectory, 'initial-api-key'), 'utf8').trim(),

    /** Waits until the server has written a line that matches to standard output, and returns it. */
    lineThat: results.lineThat,

    /** The same for standard error. */
    noticeThat: notices.lineThat,

    /** Stops the server and returns its whole output. */
    async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<Run> {
      child.kill(signal);
      const [stdout, stderr] = await Promise.all([results.whole, notices.whole]);
      return { exitCode: await child.exited, stdout, stderr };
    },

    /** Sends a request with a key and returns status, headers and body. */
    async call(key: string, method: string, path: string, json?: unknown) {
      const response = await fetch(origin + path, {
        method,
        headers: { authorization: `Bearer ${key}` },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parsed(text) };
    },
  };
}

/** A key as the command line prints it. */
export interface CreatedKey {
  readonly id: string;
  readonly key: string;
}

/** Creates a key, and its owner, in the data directory below a working directory. */
export async function createKey(cwd: string, owner: string, scope: Scope): Promise<CreatedKey> {
  const { stdout } = await run(['keys', 'create', '--owner', owner, '--scope', scope, '--json', '--init'], { cwd });
  return JSON.parse(stdout) as CreatedKey;
}

/** The resident memory of a process, in mebibytes; only on Linux. */
export function residentMebibytes({ pid }: { readonly pid: number }): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Reads an output continuously, like a log collector. `whole` resolves when it ends. */
export function followLines(output: ReadableStream<Uint8Array>) {
  let [text, isOver] = ['', false];
  let more = Promise.withResolvers<void>();
  const whole = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of output) {
      text = asTyped(text + decoder.decode(piece, { stream: true }));
      more.resolve();
      more = Promise.withResolvers();
    }
    isOver = true;
    more.resolve();
    return text;
  })();

  async function lineThat(fits: (line: string) => boolean): Promise<string> {
    for (;;) {
      const line = text.split('\n').slice(0, -1).find(fits);
      if (line !== undefined) return line;
      if (isOver) throw new Error(`the server ended before it wrote such a line: ${text}`);
      await more.promise;
    }
  }
  return { whole, lineThat };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
}
