import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { atExit, freshDirectory, runToEnd } from '../../bench/support/workspace.ts';

/** A program that runs beside the drill. */
export interface Running {
  /** Ends it like a power cut. */
  kill(): Promise<void>;
}

// Of the environment of the drill, only the path: a setting for another S3 server must not count.
const environment = {
  PATH: Bun.env['PATH'] ?? '',
  AWS_ACCESS_KEY_ID: 'drill',
  AWS_SECRET_ACCESS_KEY: 'drill',
};

/** Starts a program that runs until it is ended, at the latest with the drill. */
export function start(words: readonly string[]): Running {
  const output = openSync(`${freshDirectory()}.log`, 'a');
  const child = Bun.spawn([...words], { env: environment, stdout: output, stderr: output });
  atExit(() => child.kill('SIGKILL'));
  return {
    async kill() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

/** Runs a program to its end, in the same environment; throws what it wrote when it fails. */
export function runWith(words: readonly string[]): Promise<void> {
  return runToEnd(['env', '-i', ...Object.entries(environment).map(([name, value]) => `${name}=${value}`), ...words]);
}

/** The path of an installed program; null if there is none. */
export function programCalled(name: string): string | null {
  return Bun.which(name, { PATH: environment.PATH });
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
