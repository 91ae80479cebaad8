import { Database } from 'bun:sqlite';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { draftAt } from '../../bench/support/seed.ts';
import { atExit, executable, freshDirectory } from '../../bench/support/workspace.ts';
import { untilTrue } from './programs.ts';

/** How a command ended. */
export interface Ended {
  readonly isDone: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** An empty data directory. */
export function newMachine(): string {
  const directory = freshDirectory();
  mkdirSync(directory, { mode: 0o700 });
  return directory;
}

/** Runs a command of Duebook in a data directory to its end. */
export async function duebook(directory: string, ...words: readonly string[]): Promise<Ended> {
  const command = [executable, ...words, '--data-dir', directory];
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { isDone: (await child.exited) === 0, stdout, stderr };
}

/** Starts the server on a data directory, and waits until it answers a request with a key. */
export async function startServer(directory: string, key: string) {
  const path = `${freshDirectory()}.log`;
  const [log, output] = [Bun.file(path), openSync(path, 'a')];
  const words = [executable, 'serve', '--port', '0', '--quota', '1000000000', '--data-dir', directory];
  const child = Bun.spawn(words, { stdout: output, stderr: output });
  atExit(() => child.kill('SIGKILL'));
  let origin = '';
  await untilTrue(async () => {
    if (child.exitCode !== null) throw new Error(`the server has ended: ${await log.text()}`);
    origin = /http:\/\/\S+/.exec(await log.text())?.[0] ?? '';
    return origin !== '' && (await statusWith(origin, key)) === 200;
  }, 'the server does not answer');
  return {
    origin,
    /** Ends it like a power cut. */
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

/** The status with which a server answers a read. */
export async function statusWith(origin: string, key: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${origin}/api/v1/subscriptions?limit=1`, { headers }).catch(() => undefined);
  await response?.text();
  return response?.status;
}

/** The ids of all subscriptions in a data directory. */
export function idsIn(directory: string): ReadonlySet<string> {
  const database = new Database(join(directory, 'duebook.db'), { readonly: true });
  const rows = database.query<{ id: string }, []>('SELECT id FROM subscriptions').all();
  database.close();
  return new Set(rows.map(({ id }) => id));
}

/** A new key of the first owner. */
export async function keyOf(directory: string, scope: 'read' | 'admin') {
  const made = await duebook(directory, 'keys', 'create', '--owner', 'owner 1', '--scope', scope, '--json');
  return JSON.parse(made.stdout) as { readonly id: string; readonly key: string };
}

/** Creates a subscription, and returns its id. */
export async function createSubscription(origin: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(draftAt(0)) };
  const response = await fetch(`${origin}/api/v1/subscriptions`, request);
  const { data } = (await response.json()) as { readonly data: { readonly id: string } };
  return data.id;
}

const channelsPath = '/api/v1/channels';

/** Creates a channel with a secret. It sends nothing, as no reminder is due. */
export async function createChannel(origin: string, key: string): Promise<void> {
  const channel = { name: 'Phone', type: 'ntfy', settings: { topic: 'bills', token: 'tk_drill' } };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(channel) };
  const { status } = await fetch(`${origin}${channelsPath}`, request);
  if (status !== 201) throw new Error(`the channel was refused: ${status}`);
}

/** The channels of the owner of a key, with the names of their secrets. */
export async function channelsAt(origin: string, key: string) {
  const response = await fetch(`${origin}${channelsPath}`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = (await response.json()) as { readonly data: readonly Channel[] };
  return data;
}

interface Channel {
  readonly secretsSet: readonly string[];
  readonly secretsMissing: readonly string[];
}
