import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyOf, type Data } from '../../bench/support/seed.ts';
import { freshDirectory } from '../../bench/support/workspace.ts';
import { beginLoad, type Acknowledged } from './load.ts';
import {
  channelsAt,
  createChannel,
  createSubscription,
  duebook,
  idsIn,
  keyOf,
  newMachine,
  startServer,
  statusWith,
} from './machine.ts';
import { openPlace, type Place, type PlaceKind } from './places.ts';
import { untilTrue } from './programs.ts';
import { litestreamFor } from './replica.ts';

/** What a drill has shown. */
export interface Outcome {
  readonly place: string;
  readonly acknowledged: number;
  readonly lost: number;
  /** The time from the acknowledgement of the first lost write to the failure; 0 if none is lost. */
  readonly lostSeconds: number;
  /** What it takes until the second machine has answered a request with a key, in seconds. */
  readonly steps: Readonly<Record<'fetching' | 'restoring' | 'starting', number>>;
  readonly records: number;
  /** What else must hold, each with whether it does. */
  readonly held: Readonly<Record<string, boolean>>;
}

const loadMilliseconds = 10_000;

/** Kills a server under load with its Litestream, deletes its data, and continues on a second machine. */
export async function rehearse(kind: PlaceKind, data: Data): Promise<Outcome> {
  const place = await openPlace(kind);
  const { directory: first, owners } = copyOf(data);
  const { key } = owners[0];
  const server = await startServer(first, key);
  await litestreamFor(first, place).replicateOnce();
  const litestream = litestreamFor(first, place).replicate();
  const { revoked, admin } = await prepare(first, server.origin);
  const second = newMachine();
  copyFileSync(join(first, 'secret.key'), join(second, 'secret.key'));

  const load = beginLoad(server.origin, key);
  await Bun.sleep(loadMilliseconds);
  await Promise.all([server.kill(), litestream.kill()]);
  const failedAt = performance.now();
  const acknowledged = await load.end();
  rmSync(first, { recursive: true });

  const file = `${freshDirectory()}.db`;
  const fetching = await timed(() => litestreamFor(second, place).restore(file));
  const restoring = await timed(() => duebook(second, 'restore', file));
  if (!restoring.result.isDone) throw new Error(`the restore failed: ${restoring.result.stderr}`);
  const starting = await timed(() => startServer(second, key));
  const successor = starting.result;
  const ids = idsIn(second);
  const next = litestreamFor(second, place).replicate();
  const held = {
    'no damage is found': (await duebook(second, 'check')).isDone,
    'the key is valid': (await statusWith(successor.origin, key)) === 200,
    'the revoked key is not valid': (await statusWith(successor.origin, revoked)) === 401,
    'the copied secret.key decrypts the secrets of the channel': (await channelsAt(successor.origin, admin)).some(
      hasItsSecrets,
    ),
    'the second machine replicates to the same place': await goesOn(second, successor.origin, key, place),
  };
  await Promise.all([successor.kill(), next.kill()]);
  const steps = { fetching: fetching.seconds, restoring: restoring.seconds, starting: starting.seconds };
  return { place: place.name, ...lossesOf(acknowledged, ids, failedAt), steps, records: ids.size, held };
}

async function timed<Result>(action: () => Promise<Result>) {
  const begunAt = performance.now();
  const result = await action();
  return { result, seconds: (performance.now() - begunAt) / 1000 };
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

/** Whether a restore of the replica has a new record of the second machine, and is whole. */
async function goesOn(directory: string, origin: string, key: string, place: Place): Promise<boolean> {
  const id = await createSubscription(origin, key);
  let restored = '';
  await untilTrue(async () => {
    restored = newMachine();
    // Between two snapshots of the replica there may be none.
    const fetched = litestreamFor(directory, place).restore(join(restored, 'duebook.db'));
    return fetched.then(
      () => idsIn(restored).has(id),
      () => false,
    );
  }, 'the replica has not what the second machine has');
  return (await duebook(restored, 'check')).isDone;
}
