import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atExit, executable, freshDirectory, root, runToEnd, workspace } from './workspace.ts';

// The unit of times in /proc, which Linux fixes for all architectures that Bun runs on.
const millisecondsOfTick = 10;

/** A server under measurement. */
export interface Server {
  readonly origin: string;
  /** The memory it occupies now, in mebibytes (VmRSS). */
  residentMebibytes(): number;
  /** The processor time it has taken so far, in milliseconds, of all its threads. */
  processorMilliseconds(): number;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
}

/** Starts a server, alone on the first core. */
function start(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Server> {
  return startAnywhere(['taskset', '-c', '0', ...words], environment);
}

/**
 * Starts a server that writes where it listens as its first line, and waits for that line. A file takes what it logs while
 * it is measured; a pipe, which would have to be read, tells that line sooner, for what is timed.
 */
async function startAnywhere(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  output: 'file' | 'pipe' = 'file',
): Promise<Server> {
  const path = `${freshDirectory()}.log`;
  const child = Bun.spawn([...words], {
    stdout: output === 'pipe' ? 'pipe' : openSync(path, 'a'),
    stderr: 'pipe',
    env: { PATH: Bun.env['PATH'] ?? '', ...environment },
  });
  atExit(() => child.kill('SIGKILL'));
  const errors = new Response(child.stderr).text();
  const { stdout } = child;
  const first = stdout instanceof ReadableStream ? await firstChunkOf(stdout) : await firstLineOf(path, child);
  const origin = /http:\/\/\S+/.exec(first)?.[0];
  if (origin === undefined) {
    child.kill('SIGKILL');
    throw new Error(`${words.join(' ')} does not listen: ${await errors}`);
  }
  return {
    origin,
    residentMebibytes() {
      const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      return Number(kibibytes) / 1024;
    },
    processorMilliseconds() {
      // Behind the name of the program, which may contain spaces: utime and stime are the 14th and 15th field.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * millisecondsOfTick;
    },
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

async function firstChunkOf(stdout: ReadableStream<Uint8Array>): Promise<string> {
  const { value } = await stdout.getReader().read();
  return new TextDecoder().decode(value);
}

/** The first line that a server writes into a file; empty if it ends before. */
async function firstLineOf(path: string, child: Bun.Subprocess): Promise<string> {
  for (;;) {
    const isOver = child.exitCode !== null;
    const text = readFileSync(path, 'utf8');
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'));
    if (isOver) return '';
    await Bun.sleep(1);
  }
}

/** Compared with servers that keep no log, Duebook writes no line for each request either: `logging` tells what that costs. */
export const unlogged = { DUEBOOK_LOG_LEVEL: 'warn' };

/** Starts the executable, or an older one, over a data directory, with a quota that no measurement uses up. */
export function startDuebook(
  directory: string,
  environment?: Readonly<Record<string, string>>,
  program?: string,
): Promise<Server> {
  return start(duebookOver(directory, program), environment);
}

function duebookOver(directory: string, program = executable): string[] {
  return [program, 'serve', '--port', '0', '--data-dir', directory, '--quota', '1000000000'];
}

/** Starts the floor over a data directory. */
export function startFloor(directory: string, environment?: Readonly<Record<string, string>>): Promise<Server> {
  return start(floorOver(directory), environment);
}

function floorOver(directory: string): string[] {
  return [join(workspace, 'floor'), join(directory, 'duebook.db')];
}

/** Compiles the floor, with the same options as the executable. */
export async function buildFloor(): Promise<void> {
  const options = ['--compile', '--minify', '--bytecode', '--format=esm'];
  const outfile = join(workspace, 'floor');
  await runToEnd([process.execPath, 'build', ...options, 'bench/floor/server.ts', '--outfile', outfile], root);
}

/** The milliseconds from starting the executable over a data directory, on all cores, to its first answer over HTTP. */
export function millisecondsToStartDuebook(directory = freshDirectory(), program?: string): Promise<number> {
  return millisecondsToFirstAnswer(duebookOver(directory, program), 401);
}

/** The same of the floor, which needs a database that is there. */
export function millisecondsToStartFloor(directory: string): Promise<number> {
  return millisecondsToFirstAnswer(floorOver(directory), 403);
}

/** Asks for a list without a key, so that servers that are compared have the same to do. Throws unless the status is as expected. */
async function millisecondsToFirstAnswer(words: readonly string[], status: number): Promise<number> {
  const started = performance.now();
  const server = await startAnywhere(words, {}, 'pipe');
  const response = await fetch(`${server.origin}/api/v1/subscriptions`);
  await response.text();
  const milliseconds = performance.now() - started;
  await server.stop();
  if (response.status !== status) throw new Error(`${words[0]} answered ${response.status}`);
  return milliseconds;
}
