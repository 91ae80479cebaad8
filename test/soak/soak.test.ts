import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { createKey, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { numberFromEnvironment, pick, randomFrom, streamSeed } from '../generator/random.ts';
import type { OwnerModel } from './soakModel.ts';
import { createSoakOwner, type SoakOwner } from './soakOwner.ts';
import { differencesIn } from './soakRows.ts';

// Longer at night: SOAK_OPERATIONS=1000000 SOAK_SEED=7.
const seed = numberFromEnvironment('SOAK_SEED', 1);
const operations = numberFromEnvironment('SOAK_OPERATIONS', 8_000);
const ownersAtOnce = 16;

const directory = temporaryDirectory();

async function makeOwners(): Promise<Map<string, SoakOwner>> {
  const owners = new Map<string, SoakOwner>();
  const today = new Date().toISOString().slice(0, 10);
  for (let number = 0; number < ownersAtOnce; number += 1) {
    const name = `owner ${number}`;
    const [write, read] = [await createKey(directory, name, 'write'), await createKey(directory, name, 'read')];
    const random = randomFrom(streamSeed(seed, 1000 + number));
    // The record of another owner, which may be deleted by then.
    const strangersId = () => {
      const others = [...owners].filter(([other, { model }]) => other !== name && model.records.size > 0);
      return others.length === 0 ? Bun.randomUUIDv7() : pick(random, [...pick(random, others)[1].model.records.keys()]);
    };
    owners.set(name, createSoakOwner({ write, read, seed: streamSeed(seed, number), today, strangersId }));
  }
  return owners;
}

function modelsOf(owners: ReadonlyMap<string, SoakOwner>): ReadonlyMap<string, OwnerModel> {
  return new Map(Array.from(owners, ([name, { model }]) => [name, model]));
}

/** How each run of the server ends, and the share of all requests that are answered by then. */
const runs = [
  { signal: 'SIGTERM', share: 0.35, isUnderLoad: true },
  { signal: 'SIGKILL', share: 0.7, isUnderLoad: true },
  { signal: 'SIGTERM', share: 1, isUnderLoad: false },
] as const;

/**
 * Starts the server, compares the whole database with the model, and lets all owners work until a share of the requests
 * is answered and the server ends.
 */
async function soak(
  owners: ReadonlyMap<string, SoakOwner>,
  { signal, share, isUnderLoad }: (typeof runs)[number],
): Promise<void> {
  const server = await startServer(['--quota', '1000000000'], { cwd: directory });
  const answered = () => Array.from(owners.values()).reduce((sum, owner) => sum + owner.operations(), 0);
  const isEnough = () => answered() >= operations * share;
  await Promise.all(Array.from(owners.values(), (owner) => owner.connect(server.origin)));
  expect(differencesIn(server.dataDirectory, modelsOf(owners))).toEqual([]);
  let ended: ReturnType<typeof server.stop> | undefined;
  const end = () => {
    if (signal === 'SIGKILL') server.child.kill(signal);
    else ended ??= server.stop(signal);
  };
  const isTheEnd = () => {
    if (isEnough()) end();
    return false;
  };
  await Promise.all(Array.from(owners.values(), (owner) => owner.work(isUnderLoad ? isTheEnd : isEnough)));
  for (const owner of owners.values()) owner.disconnect();
  end();
  if (ended !== undefined) expect(await ended).toMatchObject({ exitCode: 0, stderr: '' });
  await server.child.exited;
}

test(
  `every answer and every row equals that of a model of the database, over ${operations} requests of ${ownersAtOnce} owners, a stop and a kill`,
  async () => {
    const owners = await makeOwners();
    try {
      for (const each of runs) await soak(owners, each);
      expect(differencesIn(join(directory, 'data'), modelsOf(owners))).toEqual([]);
      const kept = Array.from(owners.values(), ({ model }) => model.records.size);
      expect(Math.min(...kept)).toBeGreaterThan(0);
    } catch (error) {
      throw new Error(`SOAK_SEED=${seed} SOAK_OPERATIONS=${operations}`, { cause: error });
    }
  },
  60_000 + operations * 20,
);
