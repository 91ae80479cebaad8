import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connectToRead, databaseBytes, walBytes } from '../../src/store/database/database.ts';
import { progress } from '../support/report.ts';
import { millisecondsToFirstList, type Server } from '../support/servers.ts';
import { median } from '../support/statistics.ts';
import { executable, freshDirectory, runToEnd } from '../support/workspace.ts';
import type { Households } from './households.ts';
import { mixFor } from './throughput.ts';

const [warmStarts, coldStarts] = [5, 3];
const settleMilliseconds = 2000;

/** The milliseconds from a start to the first list of an owner: from memory, and when nothing of it is in memory. */
export async function measureStarts({ directory, keys }: Households) {
  const start = () => millisecondsToFirstList(directory, keys.at(-1) ?? '');
  // The first start reads what the measurements before it have not.
  await start();
  const [warm, cold]: [number[], number[]] = [[], []];
  for (let place = 0; place < warmStarts; place += 1) warm.push(await start());
  for (let place = 0; place < coldStarts; place += 1) {
    forget([executable, join(directory, 'duebook.db')]);
    cold.push(await start());
  }
  progress('start', `warm ${median(warm)}`, `cold ${median(cold)}`);
  return { warm: median(warm), cold: median(cold) };
}

/** Drops files from the page cache of the system. */
function forget(paths: readonly string[]): void {
  Bun.spawnSync(['sync']);
  for (const path of paths) Bun.spawnSync(['dd', `if=${path}`, 'iflag=nocache', 'count=0', 'status=none']);
}

/** The bytes of the database with its write-ahead log; a server that was stopped has folded that in. */
export function bytesOf({ directory }: Households): number {
  return databaseBytes(directory) + walBytes(directory);
}

/** The number of rows of a table whose rows have numbers of their own. */
export function countOf({ directory }: Households, table: 'audit_entries' | 'payments'): number {
  const database = connectToRead(directory);
  try {
    return (
      database.query<{ rows: number }, []>(`SELECT coalesce(max(sequence), 0) AS rows FROM ${table}`).get()?.rows ?? 0
    );
  } finally {
    database.close();
  }
}

/** A backup on the core of the server, beside the mix over eight connections. */
export async function measureBackup(server: Server, households: Households) {
  const path = `${freshDirectory()}.db`;
  // What the loads before it have left to do is done then.
  await Bun.sleep(settleMilliseconds);
  const before = (await mixFor(server, households, 0)).p99Milliseconds;
  const began = performance.now();
  let seconds = Number.NaN;
  const words = [executable, 'backup', '--data-dir', households.directory, '--to', path];
  const backup = runToEnd(['taskset', '-c', '0', ...words]).then(() => (seconds = (performance.now() - began) / 1000));
  const meanwhile = await repeatUntil(
    backup,
    () => mixFor(server, households, 1),
    () => walBytes(households.directory),
  );
  const bytes = existsSync(path) ? statSync(path).size : Number.NaN;
  rmSync(path, { force: true });
  progress('backup', `${seconds} s`, `p99 ${before} before`, `${median(meanwhile.p99s)} meanwhile`);
  return { seconds, bytes, p99Before: before, ...meanwhile };
}

/** Repeats a load until some work is done; gives the p99 and the requests of each, and the most of what is watched. */
async function repeatUntil(
  work: Promise<unknown>,
  repeat: () => ReturnType<typeof mixFor>,
  watch: () => number = () => 0,
) {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  const [p99s, perSecond]: [number[], number[]] = [[], []];
  let most = 0;
  const isOver = () => isDone;
  do {
    const { p99Milliseconds, perSecond: requests } = await repeat();
    p99s.push(p99Milliseconds);
    perSecond.push(requests);
    most = Math.max(most, watch());
  } while (!isOver());
  await done;
  return { p99s, perSecond, most };
}

/** The seconds of the integrity check of a whole database, as `duebook check` does it, while nothing else runs. */
export async function secondsOfCheck({ directory }: Households): Promise<number> {
  const began = performance.now();
  await runToEnd([executable, 'check', '--data-dir', directory]);
  return (performance.now() - began) / 1000;
}
