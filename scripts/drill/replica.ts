import { existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { atExit, freshDirectory, runToEnd } from '../../bench/support/workspace.ts';

const bucket = 'duebook';
const region = 'us-east-1';
// Of the environment of the drill, only the path: a setting for another S3 server must not count.
const environment = {
  PATH: Bun.env['PATH'] ?? '',
  AWS_ACCESS_KEY_ID: 'drill',
  AWS_SECRET_ACCESS_KEY: 'drill',
};

/** A place that takes a replica. */
export interface Place {
  /** What it is, for the report. */
  readonly name: string;
  /** The lines of the settings of the replica in the configuration of Litestream. */
  readonly lines: readonly string[];
}

/** A program that runs beside the drill. */
export interface Running {
  /** Ends it like a power cut. */
  kill(): Promise<void>;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
}

/**
 * Starts an S3 server in memory, if `gofakes3` is installed; otherwise gives a folder.
 *
 * @throws {Error} when the server does not answer
 */
export async function openPlace(): Promise<Place> {
  const program = Bun.which('gofakes3');
  if (program === null) {
    const path = freshDirectory();
    mkdirSync(path);
    return { name: 'a folder', lines: ['type: file', `path: ${path}`] };
  }
  const port = await freePort();
  start([program, '-quiet', '-backend', 'memory', '-host', `127.0.0.1:${port}`, '-initialbucket', bucket]);
  const endpoint = `http://127.0.0.1:${port}`;
  await untilTrue(async () => (await fetch(endpoint).catch(() => undefined)) !== undefined, 'gofakes3 does not answer');
  return {
    name: 'S3 (gofakes3)',
    lines: [
      'type: s3',
      `bucket: ${bucket}`,
      'path: home',
      `endpoint: ${endpoint}`,
      `region: ${region}`,
      'force-path-style: true',
    ],
  };
}

/** Litestream with its configuration for one machine. */
export function litestreamFor(directory: string, { lines }: Place) {
  const configuration = `${freshDirectory()}.yml`;
  const database = join(directory, 'duebook.db');
  const intervals = ['    monitor-interval: 250ms', '    replica:', ...lines.map((line) => `      ${line}`)];
  const text = ['dbs:', `  - path: ${database}`, ...intervals, '      sync-interval: 250ms', ''];
  writeFileSync(configuration, text.join('\n'), { mode: 0o600 });
  const words = (command: string) => ['litestream', command, '-config', configuration];

  return {
    /** Replicates everything that is not replicated yet. */
    replicateOnce: (): Promise<void> => runWith([...words('replicate'), '-once']),
    /** Replicates until it is ended. */
    replicate: (): Running => start(words('replicate')),
    /** Restores the newest state into a file; by default, into the data directory. */
    restore: (to = database): Promise<void> => runWith([...words('restore'), '-o', to, database]),
    /** Restores, and follows until it is ended. */
    async follow(): Promise<Running> {
      const running = start([...words('restore'), '-f', '-follow-interval', '250ms', '-o', database, database]);
      await untilTrue(() => existsSync(`${database}-txid`), 'the standby does not follow');
      return running;
    },
  };
}

function runWith(words: readonly string[]): Promise<void> {
  return runToEnd(['env', '-i', ...Object.entries(environment).map(([name, value]) => `${name}=${value}`), ...words]);
}

function start(words: readonly string[]): Running {
  const output = openSync(`${freshDirectory()}.log`, 'a');
  const child = Bun.spawn([...words], { env: environment, stdout: output, stderr: output });
  atExit(() => child.kill('SIGKILL'));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await child.exited;
  };
  return { kill: () => end('SIGKILL'), stop: () => end('SIGINT') };
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

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
  });
  return promise;
}
