import { join } from 'node:path';
import { contender, inTurns, measure, type Cell, type Contender } from '../support/contender.ts';
import type { Load } from '../support/load.ts';
import { progress, type Findings } from '../support/report.ts';
import { copyOf, seed } from '../support/seed.ts';
import { buildFloor, startDuebook, startFloor, unlogged } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { fraction, median, quotients, rounded, spread } from '../support/statistics.ts';
import { requireProgram, root, runToEnd, workspace } from '../support/workspace.ts';

const rounds = settings.rounds ?? 3;
const connectionCounts = settings.connections ?? [1, 8, 32];
const { seconds } = settings;
const delaysMilliseconds = [0, 5, 20];
const records = 1000;
const readingConnections = 4;
const measured = ['create', 'patch'] as const;

const shim = join(workspace, 'slowSync.so');

/** Measures writes, and reads beside them, while every sync of the disk is made to take longer. */
export async function measureSlowDisk(): Promise<Findings> {
  requireProgram('cc', 'it compiles the slow disk (Debian, Ubuntu: apt-get install gcc libc6-dev)');
  await runToEnd(['cc', '-shared', '-fPIC', '-O2', '-o', shim, join(root, 'bench/shims/slowSync.c'), '-ldl']);
  await buildFloor();
  const rows: string[][] = [];
  for (const delay of delaysMilliseconds) {
    for (const call of measured) rows.push(...(await compareAt(delay, call)));
  }
  return {
    title: 'On a slow disk',
    notes: [
      `Every fsync and fdatasync of the server takes 0, 5 or 20 ms longer (bench/shims/slowSync.c). ${records} subscriptions at first, ${rounds} rounds of ${seconds} s in turns, medians.`,
      `Writes a second are measured alone; then once more with ${readingConnections} further connections that read single subscriptions as fast as they are answered: those columns are about these reads. A ratio above 1 means that Duebook is the faster. Latencies are in milliseconds.`,
    ],
    tables: [
      {
        heading: 'Writes, and reads beside them',
        columns: [
          'delay',
          'what',
          'connections',
          'Duebook/s',
          'floor/s',
          'ratio',
          'spread',
          'reads/s beside: Duebook, floor',
          'p99 of reads beside: Duebook, floor',
        ],
        rows,
      },
    ],
  };
}

async function compareAt(delay: number, call: (typeof measured)[number]): Promise<string[][]> {
  const ours = seed([records]);
  const theirs = copyOf(ours);
  const environment = { LD_PRELOAD: shim, SLOW_SYNC_MILLISECONDS: String(delay) };
  const pair = [
    contender(await startDuebook(ours.directory, { ...environment, ...unlogged }), ours),
    contender(await startFloor(theirs.directory, environment), theirs),
  ];
  await inTurns(1, pair, (one) => measure(one, { call: 'get', connections: 8, seconds: 1, round: 0 }));
  const rows: string[][] = [];
  for (const connections of connectionCounts) {
    const row = [`${delay} ms`, ...(await compare(pair, call, connections))];
    progress(...row);
    rows.push(row);
  }
  await Promise.all(pair.map(({ server }) => server.stop()));
  return rows;
}

async function compare(
  pair: readonly Contender[],
  call: (typeof measured)[number],
  connections: number,
): Promise<string[]> {
  const alone = await inTurns(rounds, pair, (one, round) => measure(one, { call, connections, seconds, round }));
  const [ours = [], floors = []] = alone.map((loads) => loads.map(({ perSecond }) => perSecond));
  const beside = await inTurns(rounds, pair, (one, round) => readBeside(one, { call, connections, seconds, round }));
  const ratios = quotients(ours, floors);
  return [
    call,
    String(connections),
    rounded(median(ours)),
    rounded(median(floors)),
    fraction(median(ratios)),
    spread(ratios),
    beside.map((loads) => rounded(median(loads.map(({ perSecond }) => perSecond)))).join(', '),
    beside.map((loads) => rounded(median(loads.map(({ p99Milliseconds }) => p99Milliseconds)))).join(', '),
  ];
}

/** Writes and reads at once, and gives what the reads saw. */
async function readBeside(one: Contender, writing: Cell): Promise<Load> {
  const [reads] = await Promise.all([
    measure(one, { ...writing, call: 'get', connections: readingConnections }),
    measure(one, writing),
  ]);
  return reads;
}
