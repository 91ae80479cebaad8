import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freshDirectory, runToEnd } from '../../bench/support/workspace.ts';
import { freePort, programCalled, start, untilTrue } from './programs.ts';

/** A place that takes a replica. */
export interface Place {
  /** What it is, for the report. */
  readonly name: string;
  /** The lines of the settings of the replica in the configuration of Litestream. */
  readonly lines: readonly string[];
  /** Copies the replica into a new folder, where a restore from the place itself takes long. */
  readonly download?: (to: string) => Promise<void>;
}

/** The kinds of places, each with the program that must be installed for it. */
const programs = { folder: 'litestream', sftp: 'sshd', s3: 'gofakes3' } as const;

/** One of the three kinds of places. */
export type PlaceKind = keyof typeof programs;

/** The kinds of places. */
export const placeKinds = Object.keys(programs) as readonly PlaceKind[];

/** Those whose program is installed here. */
export const placesHere = (): PlaceKind[] => placeKinds.filter((kind) => programCalled(programs[kind]) !== null);

/**
 * Makes a place for a replica, with a server of its own on this machine.
 *
 * @throws {Error} when its program is missing, or its server does not answer
 */
export function openPlace(kind: PlaceKind): Promise<Place> {
  const program = programCalled(programs[kind]);
  if (program === null) throw new Error(`${programs[kind]} is missing`);
  return opened[kind](program);
}

const opened: Readonly<Record<PlaceKind, (program: string) => Promise<Place>>> = {
  folder: async () => openFolder(),
  sftp: openSftp,
  s3: openS3,
};

/** A folder of this machine. */
export function openFolder(): Place & { readonly path: string } {
  const path = freshDirectory();
  mkdirSync(path);
  return { name: 'folder', path, lines: ['type: file', `path: ${path}`] };
}

/** An SSH server as the user of the drill, who signs in to it with a key. */
async function openSftp(program: string): Promise<Place> {
  const directory = freshDirectory();
  mkdirSync(directory, { mode: 0o700 });
  const makeKey = async (name: string, type: string): Promise<string> => {
    const path = join(directory, name);
    await runToEnd(['ssh-keygen', '-q', '-t', type, '-N', '', '-C', '', '-f', path]);
    return path;
  };
  // As on a usual server. Litestream compares the ECDSA key, if there is one.
  const [hostKey, otherHostKey] = [await makeKey('ecdsa', 'ecdsa'), await makeKey('ed25519', 'ed25519')];
  const clientKey = await makeKey('client', 'ed25519');
  copyFileSync(`${clientKey}.pub`, join(directory, 'authorized'));
  const port = await freePort();
  const settings = [
    `ListenAddress 127.0.0.1:${port}`,
    `HostKey ${hostKey}`,
    `HostKey ${otherHostKey}`,
    `AuthorizedKeysFile ${join(directory, 'authorized')}`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'UsePAM no',
    'PidFile none',
    // Its files lie in a folder for temporary files, in which everybody may write.
    'StrictModes no',
    'Subsystem sftp internal-sftp',
    'ForceCommand internal-sftp',
  ];
  writeFileSync(join(directory, 'settings'), `${settings.join('\n')}\n`);
  // As root, it insists on this directory.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  start([program, '-D', '-e', '-f', join(directory, 'settings')]);
  await untilTrue(() => isListening(port), 'sshd does not answer');
  const [type, key] = readFileSync(`${hostKey}.pub`, 'utf8').split(' ');
  const replica = join(directory, 'replica');
  const known = join(directory, 'known');
  writeFileSync(known, `[127.0.0.1]:${port} ${type} ${key}\n`);
  const words = ['sftp', '-q', '-r', '-i', clientKey, '-o', `UserKnownHostsFile=${known}`, '-P', String(port)];
  return {
    name: 'SFTP',
    download: (to) => runToEnd([...words, `${userName()}@127.0.0.1:${replica}`, to]),
    lines: [
      'type: sftp',
      `host: 127.0.0.1:${port}`,
      `user: ${userName()}`,
      `key-path: ${clientKey}`,
      `host-key: ${type} ${key?.trim()}`,
      `path: ${replica}`,
    ],
  };
}

// Bun takes the name from the environment, which need not have it.
const userName = (): string => Bun.spawnSync(['id', '-un']).stdout.toString().trim();

function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

const bucket = 'duebook';
const region = 'us-east-1';

/** An S3 server in memory. */
async function openS3(program: string): Promise<Place> {
  const port = await freePort();
  start([program, '-quiet', '-backend', 'memory', '-host', `127.0.0.1:${port}`, '-initialbucket', bucket]);
  const endpoint = `http://127.0.0.1:${port}`;
  await untilTrue(async () => (await fetch(endpoint).catch(() => undefined)) !== undefined, 'gofakes3 does not answer');
  return {
    name: 'S3',
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
