import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { atExit, freshDirectory, runToEnd } from '../../bench/support/workspace.ts';

/** A program that runs beside the drill. */
export interface Running {
  /** Ends it like a power cut. */
  kill(): Promise<void>;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
  /** Stops it in the middle of what it does; with false, lets it go on. */
  freeze(isFrozen: boolean): void;
  /** What it has written so far. */
  log(): Promise<string>;
}

// Of the environment of the drill, only the path: a setting for another S3 server must not count.
const environment = {
  PATH: Bun.env['PATH'] ?? '',
  AWS_ACCESS_KEY_ID: 'drill',
  AWS_SECRET_ACCESS_KEY: 'drill',
};

const started: Running[] = [];

/** Starts a program that runs until it is ended, at the latest with the drill or by {@link endStarted}. */
export function start(words: readonly string[]): Running {
  const path = `${freshDirectory()}.log`;
  const output = openSync(path, 'a');
  const child = Bun.spawn([...words], { env: environment, stdout: output, stderr: output });
  atExit(() => child.kill('SIGKILL'));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await child.exited;
  };
  const running: Running = {
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    freeze: (isFrozen) => child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    log: () => Bun.file(path).text(),
  };
  started.push(running);
  return running;
}

/** Ends all programs that were started. */
export async function endStarted(): Promise<void> {
  await Promise.all(started.splice(0).map((running) => running.kill()));
}

/** Runs a program to its end, in the same environment; throws what it wrote when it fails. */
export function runWith(words: readonly string[]): Promise<void> {
  return runToEnd(['env', '-i', ...Object.entries(environment).map(([name, value]) => `${name}=${value}`), ...words]);
}

/** The path of an installed program, also of one for administrators; null if there is none. */
export function programCalled(name: string): string | null {
  return Bun.which(name, { PATH: `${environment.PATH}:/usr/sbin:/sbin` });
}

const secondsMax = 120;

/** Waits until something is true; throws what is wrong when that takes too long. */
export async function untilTrue(isTrue: () => boolean | Promise<boolean>, fault: string): Promise<void> {
  const end = performance.now() + secondsMax * 1000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`${fault} within ${secondsMax} s`);
    await Bun.sleep(20);
  }
}

/** A port of this machine on which nothing listens. */
export function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
  });
  return promise;
}
