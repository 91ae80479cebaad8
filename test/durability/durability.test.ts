import { beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { binary, startServer } from '../support/binary.ts';
import { startStopwatch } from '../support/stopwatch.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { randomFrom } from '../generator/random.ts';
import { canPreload, compileShim } from './shims.ts';
import { undoUnsynced } from './undoUnsynced.ts';
import { openLedger, promisesBrokenIn, writeUntilGone, type Ledger } from './workload.ts';

// How often the server is killed; more for a night than for a commit.
const rounds = Number(Bun.env['DURABILITY_ROUNDS'] ?? 5);
// How many writes a server has acknowledged at least before it is killed: what nobody acknowledged cannot be lost.
const acknowledgedMin = 100;
const powerCut = canPreload ? await compileShim('powerCut') : '';
const relaxed = join(temporaryDirectory(), 'duebook-relaxed');

/** Starts the server in a directory, kills it at a random moment under load, and gives the milliseconds it took to start. */
async function serveUntilKilled(
  directory: string,
  ledger: Ledger,
  random: () => number,
  { environment = {}, executable = binary }: { environment?: Record<string, string>; executable?: string } = {},
): Promise<number> {
  const stopTimer = startStopwatch();
  const server = await startServer(['--quota', '1000000000'], { cwd: directory, environment, executable });
  const milliseconds = stopTimer();
  const killing = killUnderLoad(server.child, ledger, random);
  await writeUntilGone(server.origin, server.initialKey(), ledger, random);
  await killing;
  await server.child.exited;
  return milliseconds;
}

/** Kills a server once it has acknowledged enough to lose, at a moment that nothing of its own decides. */
async function killUnderLoad(server: Bun.Subprocess, ledger: Ledger, random: () => number): Promise<void> {
  const enough = ledger.acknowledged + acknowledgedMin;
  const deadline = performance.now() + 30_000;
  while (ledger.acknowledged <= enough && performance.now() < deadline) await Bun.sleep(5);
  await Bun.sleep(random() * 500);
  server.kill('SIGKILL');
}

describe('a server that is killed', () => {
  test(
    `keeps all that it acknowledged, ${rounds} times over, and is ready again within two seconds`,
    async () => {
      const directory = temporaryDirectory();
      const random = randomFrom(1);
      const ledger = openLedger();
      for (let round = 0; round <= rounds; round += 1) {
        const milliseconds = await serveUntilKilled(directory, ledger, random);
        // The first start makes the database; after it, each is one again.
        if (round > 0) expect(milliseconds).toBeLessThan(2000);
        expect(promisesBrokenIn(join(directory, 'data'), ledger)).toEqual([]);
      }
      expect(ledger.acknowledged).toBeGreaterThan(acknowledgedMin * rounds);
    },
    60_000 * (rounds + 1),
  );
});

describe.if(canPreload)('a machine whose power is cut', () => {
  beforeAll(buildRelaxed, 60_000);

  async function cutPower(executable: string, seed: number): Promise<{ broken: string[]; undone: number }> {
    const directory = temporaryDirectory();
    const journal = join(directory, 'journal');
    const ledger = openLedger();
    const environment = { LD_PRELOAD: powerCut, POWER_CUT_JOURNAL: journal };
    await serveUntilKilled(directory, ledger, randomFrom(seed), { environment, executable });
    expect(ledger.acknowledged).toBeGreaterThan(acknowledgedMin);
    const undone = existsSync(journal) ? undoUnsynced(join(directory, 'data'), journal) : 0;
    // The index of the log is memory shared between processes; a power cut leaves none.
    rmSync(join(directory, 'data/duebook.db-shm'), { force: true });
    return { broken: promisesBrokenIn(join(directory, 'data'), ledger), undone };
  }

  test(
    `loses nothing that was acknowledged, ${rounds} times over`,
    async () => {
      for (let round = 0; round < rounds; round += 1) expect((await cutPower(binary, 100 + round)).broken).toEqual([]);
    },
    60_000 * rounds,
  );

  test('would lose some with synchronous=NORMAL: the proof above can fail', async () => {
    // A cut just after the log was folded in finds nothing to take away; one of a few does not.
    for (let seed = 7; seed < 15; seed += 1) {
      const { broken, undone } = await cutPower(relaxed, seed);
      if (undone > 0 && broken.length > 0) return;
    }
    throw new Error('nothing was lost');
  }, 60_000);

  /** Builds the same executable with the one setting changed that the proof is about. */
  async function buildRelaxed(): Promise<void> {
    const source = join(import.meta.dir, '../../src');
    const strict = "['synchronous', 'FULL', 2]";
    const result = await Bun.build({
      entrypoints: [join(source, 'main.ts'), join(source, 'modules/worker.ts')],
      compile: { outfile: relaxed },
      plugins: [
        {
          name: 'relax',
          setup(build) {
            build.onLoad({ filter: /core\/database\/database\.ts$/ }, async ({ path }) => {
              const text = await Bun.file(path).text();
              expect(text).toContain(strict);
              return { contents: text.replace(strict, "['synchronous', 'NORMAL', 1]"), loader: 'ts' };
            });
          },
        },
      ],
    });
    expect(result.success).toBe(true);
  }
});
