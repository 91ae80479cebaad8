import { calls, type CallName } from '../support/calls.ts';
import { contender, inTurns, measure, type Contender } from '../support/contender.ts';
import { progress, type Findings } from '../support/report.ts';
import { requireSameAnswers } from '../support/sameAnswers.ts';
import { copyOf, seed } from '../support/seed.ts';
import { buildFloor, startDuebook, startFloor, unlogged } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { fraction, median, quotients, rounded, spread } from '../support/statistics.ts';

const rounds = settings.rounds ?? 5;
const connectionCounts = settings.connections ?? [1, 8, 32];
const { seconds } = settings;

const reads = ['get', 'list (50)', 'list filtered and sorted', 'search', 'audit list (50)'] as const;
const reports = ['summary', 'forecast', 'payments to come'] as const;
const writes = ['create', 'patch', 'delete'] as const;
const warmUpConnections = 8;

/** Compares the executable with the least that the machine can do for the same answers. */
export async function measureFloor(): Promise<Findings> {
  await buildFloor();
  await checkAnswers();
  const rows = [
    ...(await compareReads(1000, reads)),
    ...(await compareReads(100, reports)),
    ...(await compareReads(10_000, reports)),
    ...(await compareWrites()),
  ];
  return {
    title: 'Against the floor',
    notes: [
      `The floor (bench/floor) answers with the same bytes, without a framework, and commits once a write. Neither writes a log of requests. ${rounds} rounds of ${seconds} s in turns, medians; each connection waits for its answer before it asks again.`,
      'A ratio is of one round each: above 1, Duebook is the faster; the spread shows how noisy the machine was. Latencies are in milliseconds.',
    ],
    tables: [
      {
        heading: 'Requests a second',
        columns: [
          'what',
          'records',
          'connections',
          'Duebook/s',
          'floor/s',
          'ratio',
          'spread',
          'p99 of Duebook',
          'p99 of the floor',
        ],
        rows,
      },
    ],
  };
}

async function startPair(records: number): Promise<[Contender, Contender]> {
  const ours = seed([records]);
  const theirs = copyOf(ours);
  return [
    contender(await startDuebook(ours.directory, unlogged), ours),
    contender(await startFloor(theirs.directory), theirs),
  ];
}

async function startWarmPair(records: number): Promise<Contender[]> {
  const pair = await startPair(records);
  await inTurns(1, pair, (one) => measure(one, { call: 'get', connections: warmUpConnections, seconds: 1, round: 0 }));
  return pair;
}

async function stopPair(pair: readonly Contender[]): Promise<void> {
  await Promise.all(pair.map(({ server }) => server.stop()));
}

/** Throws unless the floor answers as Duebook does, and has stored the same after each write. */
async function checkAnswers(): Promise<void> {
  for (const records of [100, 1000, 10_000]) {
    const [ours, theirs] = await startPair(records);
    const names: CallName[] = [...reads, ...reports, 'create', 'patch', 'list (50)', 'audit list (50)', 'delete'];
    const { key, ids } = ours.owner;
    const id = ids[ids.length - 2] ?? '';
    const questions = [...names, 'list (50)' as const, 'audit list (50)' as const].map((name) => {
      return { key, id, call: calls[name] };
    });
    const parties = [
      { name: 'Duebook', origin: ours.server.origin },
      { name: 'the floor', origin: theirs.server.origin },
    ] as const;
    await requireSameAnswers(parties, questions);
    await stopPair([ours, theirs]);
  }
}

async function compareReads(records: number, names: readonly CallName[]): Promise<string[][]> {
  const rows: string[][] = [];
  const pair = await startWarmPair(records);
  for (const name of names) {
    for (const connections of connectionCounts) rows.push(await compare(pair, name, connections, records));
  }
  await stopPair(pair);
  return rows;
}

/** Each with fresh data, so that what one wrote does not slow the next. */
async function compareWrites(): Promise<string[][]> {
  const rows: string[][] = [];
  for (const name of writes) {
    for (const connections of connectionCounts) {
      const pair = await startWarmPair(1000);
      rows.push(await compare(pair, name, connections, 1000));
      await stopPair(pair);
    }
  }
  return rows;
}

async function compare(
  pair: readonly Contender[],
  call: CallName,
  connections: number,
  records: number,
): Promise<string[]> {
  const [ours = [], theirs = []] = await inTurns(rounds, pair, (one, round) =>
    measure(one, { call, connections, seconds, round }),
  );
  const perSecond = [ours, theirs].map((loads) => loads.map((load) => load.perSecond));
  const [oursPerSecond = [], theirsPerSecond = []] = perSecond;
  const ratios = quotients(oursPerSecond, theirsPerSecond);
  const row = [
    call,
    String(records),
    String(connections),
    median(oursPerSecond).toFixed(0),
    median(theirsPerSecond).toFixed(0),
    fraction(median(ratios)),
    spread(ratios),
    rounded(median(ours.map(({ p99Milliseconds }) => p99Milliseconds))),
    rounded(median(theirs.map(({ p99Milliseconds }) => p99Milliseconds))),
  ];
  progress(...row);
  return row;
}
