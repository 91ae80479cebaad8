import { mkdirSync } from 'node:fs';
import { freshDirectory } from '../../bench/support/workspace.ts';
import { freePort, programCalled, start, untilTrue } from './programs.ts';

/** A place that takes a replica. */
export interface Place {
  /** What it is, for the report. */
  readonly name: string;
  /** The lines of the settings of the replica in the configuration of Litestream. */
  readonly lines: readonly string[];
}

/** The kinds of places, each with the program that must be installed for it. */
const programs = { folder: 'litestream', s3: 'gofakes3' } as const;

/** A kind of place. */
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
export async function openPlace(kind: PlaceKind): Promise<Place> {
  const program = programCalled(programs[kind]);
  if (program === null) throw new Error(`${programs[kind]} is missing`);
  return kind === 's3' ? openS3(program) : openFolder();
}

function openFolder(): Place {
  const path = freshDirectory();
  mkdirSync(path);
  return { name: 'folder', lines: ['type: file', `path: ${path}`] };
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
