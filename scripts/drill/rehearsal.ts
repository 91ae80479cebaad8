import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyOf, type Data } from '../../bench/support/seed.ts';
import { freshDirectory } from '../../bench/support/workspace.ts';
import { beginLoad, type Acknowledged } from './load.ts';
import { channelsAt, createChannel, duebook, idsIn, keyOf, newMachine, startServer, statusWith } from './machine.ts';
import { openPlace, type Place, type PlaceKind } from './places.ts';
import { untilTrue, type Running } from './programs.ts';
import { litestreamFor } from './replica.ts';

/** What a drill has shown. */
export interface Outcome {
  readonly way: Way;
  readonly place: string;
  readonly acknowledged: number;
  readonly lost: number;
  /** The time from the acknowledgement of the first lost write to the failure; 0 if none is lost. */
  readonly lostSeconds: number;
  /** What it takes until the second machine has answered a request with a key, in seconds. */
  readonly steps: Readonly<Record<'restoring' | 'promoting' | 'starting', number>>;
  readonly records: number;
  /** What else must hold, each with whether it does. */
  readonly held: Readonly<Record<string, boolean>>;
}

/** How the second machine gets the database. */
export type Way = 'restore' | 'standby';

const loadMilliseconds = 10_000;
// Longer than two intervals in which the follower asks for what is new.
const catchUpMilliseconds = 1000;

/** Kills a server under load with its Litestream, deletes its data, and lets a second machine take over. */
export async function rehearse(way: Way, kind: PlaceKind, data: Data): Promise<Outcome> {
  const place = await openPlace(kind);
  const { directory: first, owners } = copyOf(data);
  const { key } = owners[0];
  const replication = litestreamFor(first, place);
  const server = await startServer(first, key);
  await replication.replicateOnce();
  const litestream = replication.replicate();
  const { revoked, admin } = await prepare(first, server.origin);
  const wasCurrent = await isCurrent(first, place);
  const second = newMachine();
  copyFileSync(join(first, 'secret.key'), join(second, 'secret.key'));
  const follower = way === 'standby' ? await litestreamFor(second, place).follow() : undefined;

  const load = beginLoad(server.origin, key);
  await Bun.sleep(loadMilliseconds);
  await Promise.all([server.kill(), litestream.kill()]);
  const failedAt = performance.now();
  const acknowledged = await load.end();
  // For its return later. What the drill copies and tries besides is no part of the failure.
  const returned = freshDirectory();
  cpSync(first, returned, { recursive: true });
  rmSync(first, { recursive: true });

  const restoring = await timed(() => receive(second, place, follower));
  const untried = await duebook(second, 'serve', '--port', '0');
  const promoting = await timed(() => duebook(second, 'promote'));
  if (!promoting.result.isDone) throw new Error(`the promotion failed: ${promoting.result.stderr}`);
  const starting = await timed(() => startServer(second, key));
  const successor = starting.result;
  const ids = idsIn(second);
  const next = litestreamFor(second, place).replicate();
  const held = {
    'the replica is not served before it is promoted': !untried.isDone && untried.stderr.includes('duebook promote'),
    'no damage is found': (await duebook(second, 'check')).isDone,
    'the key is valid': (await statusWith(successor.origin, key)) === 200,
    'the revoked key is not valid': (await statusWith(successor.origin, revoked)) === 401,
    'the copied secret.key decrypts the secrets of the channel':
      promoting.result.stderr === '' && (await channelsAt(successor.origin, admin)).every(hasItsSecrets),
    'the first machine was current before it failed': wasCurrent,
    'the first machine finds out that it was replaced': await findsOut(returned, place),
  };
  await Promise.all([successor.kill(), next.kill()]);
  const steps = { restoring: restoring.seconds, promoting: promoting.seconds, starting: starting.seconds };
  return { way, place: place.name, ...lossesOf(acknowledged, ids, failedAt), steps, records: ids.size, held };
}

async function timed<Result>(action: () => Promise<Result>) {
  const begunAt = performance.now();
  const result = await action();
  return { result, seconds: (performance.now() - begunAt) / 1000 };
}

/** Gets the newest state of the replica into the data directory of the second machine. */
async function receive(second: string, place: Place, follower: Running | undefined): Promise<void> {
  if (follower === undefined) return litestreamFor(second, place).restore();
  await Bun.sleep(catchUpMilliseconds);
  return follower.stop();
}

function lossesOf(acknowledged: readonly Acknowledged[], ids: ReadonlySet<string>, failedAt: number) {
  const lost = acknowledged.filter(({ id }) => !ids.has(id));
  const lostSeconds = lost.length === 0 ? 0 : (failedAt - Math.min(...lost.map(({ at }) => at))) / 1000;
  return { acknowledged: acknowledged.length, lost: lost.length, lostSeconds };
}

/** Adds, while the server runs, a channel with a secret, the key for it, and a key that is revoked again. */
async function prepare(directory: string, origin: string) {
  const [revoked, admin] = [await keyOf(directory, 'read'), await keyOf(directory, 'admin')];
  const ended = await duebook(directory, 'keys', 'revoke', revoked.id);
  if (!ended.isDone) throw new Error(`the key was not revoked: ${ended.stderr}`);
  await createChannel(origin, admin.key);
  return { revoked: revoked.key, admin: admin.key };
}

const hasItsSecrets = ({ secretsSet, secretsMissing }: Awaited<ReturnType<typeof channelsAt>>[number]): boolean =>
  secretsSet.includes('token') && secretsMissing.length === 0;

/** Whether a data directory may be served, compared with the newest state of the replica. */
async function isCurrent(directory: string, place: Place): Promise<boolean> {
  const copy = `${freshDirectory()}.db`;
  await litestreamFor(directory, place).restore(copy);
  const compared = await duebook(directory, 'generation', '--not-behind', copy);
  if (!compared.isDone && !compared.stderr.includes('is out of date')) throw new Error(compared.stderr);
  return compared.isDone;
}

/** Whether the first machine, when it comes back, finds that it is out of date, once the second one has begun to replicate. */
async function findsOut(returned: string, place: Place): Promise<boolean> {
  await untilTrue(async () => !(await isCurrent(returned, place)), 'the first machine is not told');
  return true;
}
