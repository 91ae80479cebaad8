import type { CallName } from '../support/calls.ts';
import { inTurns, measure, type Contender } from '../support/contender.ts';
import { contenderOverHttp, dataOf } from '../support/overHttp.ts';
import { progress, type Findings } from '../support/report.ts';
import { copyOf, type Data } from '../support/seed.ts';
import { millisecondsToStartDuebook, startDuebook, unlogged } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { fraction, median, quotients, rounded, spread } from '../support/statistics.ts';
import { executable, freshDirectory } from '../support/workspace.ts';

const rounds = settings.rounds ?? 5;
const connectionCounts = settings.connections ?? [1, 32];
const { seconds } = settings;

const records = 2000;
const reads = ['get', 'list (50)', 'list filtered and sorted', 'search', 'audit list (50)', 'summary'] as const;
const writes = ['create', 'patch', 'delete'] as const;
// A server compiles its code while it runs: the first second of a kind of request would tell how much code it has.
const warmUpSeconds = 2;
const idleSeconds = 3;

const limits = { throughputMin: 0.97, costMax: 1.15 };

/** An executable, and a data directory that it has made itself. */
interface Side {
  readonly program: string;
  readonly data: Data;
}

/** A row of a table, and the median ratio in it. */
interface Compared {
  readonly row: readonly string[];
  readonly ratio: number;
}

/**
 * Compares the executable with another one, such as that of an earlier version.
 *
 * @param baseline the path of the other executable
 */
export async function measureLanding({ baseline }: { readonly baseline?: string } = {}): Promise<Findings> {
  if (baseline === undefined) throw new Error('landing needs the executable to compare with: --baseline PATH');
  const sides = [
    { program: executable, data: await dataOf(executable, records) },
    { program: baseline, data: await dataOf(baseline, records) },
  ];
  const throughput = [...(await compareReads(sides)), ...(await compareWrites(sides))];
  const costs = [...(await compareStarts(sides)), await compareMemory(sides)];
  const columns = ['what', 'connections', 'this one', 'baseline', 'ratio', 'spread', 'ratio of each round'];
  return {
    title: 'Against another executable',
    notes: [
      `This executable and another one, in turns, with ${records} subscriptions that each has stored in its own database. Neither writes a log of requests. ${rounds} rounds of ${seconds} s, after ${warmUpSeconds} s that are not counted; medians. A ratio is of one round each; the spread shows how noisy the machine was.`,
      'Processor time is that of all threads of the server, in microseconds a request. It depends less on other work of the machine than requests a second. Above 1, this executable takes more.',
    ],
    tables: [
      { heading: 'Requests a second', columns, rows: throughput.map(({ perSecond }) => perSecond.row) },
      { heading: 'Processor time of a request', columns, rows: throughput.map(({ processor }) => processor.row) },
      { heading: 'Start and memory', columns: columns.toSpliced(1, 1), rows: costs.map(({ row }) => row) },
    ],
    exceeded: [
      ...throughput
        .filter(({ perSecond }) => perSecond.ratio < limits.throughputMin)
        .map(({ name, perSecond }) => `${name}: ${fraction(perSecond.ratio)} of the baseline`),
      ...costs
        .filter(({ ratio }) => ratio > limits.costMax)
        .map(({ row, ratio }) => `${row[0]}: ${fraction(ratio)} of the baseline`),
    ],
  };
}

async function compareReads(sides: readonly Side[]) {
  const cells: ComparedCell[] = [];
  const contenders = await startAll(sides);
  for (const call of reads) {
    for (const connections of connectionCounts) cells.push(await compareCell(contenders, call, connections));
  }
  await stopAll(contenders);
  return cells;
}

/** Each with fresh data, so that what one wrote does not slow the next. */
async function compareWrites(sides: readonly Side[]) {
  const cells: ComparedCell[] = [];
  for (const call of writes) {
    for (const connections of connectionCounts) {
      const contenders = await startAll(sides.map((side) => ({ ...side, data: copyOf(side.data) })));
      cells.push(await compareCell(contenders, call, connections));
      await stopAll(contenders);
    }
  }
  return cells;
}

type ComparedCell = Awaited<ReturnType<typeof compareCell>>;

async function compareCell(contenders: readonly Contender[], call: CallName, connections: number) {
  await inTurns(1, contenders, (one) => measure(one, { call, connections, seconds: warmUpSeconds, round: rounds }));
  const [ours = [], theirs = []] = await inTurns(rounds, contenders, (one, round) =>
    measure(one, { call, connections, seconds, round }),
  );
  const words = [call, String(connections)];
  const perSecond = compared(words, ours, theirs, (taken) => taken.perSecond);
  const processor = compared(words, ours, theirs, (taken) => taken.processorMicroseconds);
  progress(...perSecond.row, 'processor', ...processor.row.slice(words.length));
  return { name: `${call} at ${connections}`, perSecond, processor };
}

async function compareStarts(sides: readonly Side[]): Promise<Compared[]> {
  const start = sides.map((): number[] => []);
  const firstStart = sides.map((): number[] => []);
  for (let round = 0; round < settings.starts; round += 1) {
    for (const [place, { program, data }] of sides.entries()) {
      start[place]?.push(await millisecondsToStartDuebook(data.directory, program));
      firstStart[place]?.push(await millisecondsToStartDuebook(freshDirectory(), program));
    }
  }
  return [comparedCost('start in ms', start), comparedCost('first start in ms', firstStart)];
}

async function compareMemory(sides: readonly Side[]): Promise<Compared> {
  const memory = sides.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, { program, data }] of sides.entries()) {
      const server = await startDuebook(data.directory, unlogged, program);
      await Bun.sleep(idleSeconds * 1000);
      memory[place]?.push(server.residentMebibytes());
      await server.stop();
    }
  }
  return comparedCost('MiB resident when idle', memory);
}

function comparedCost(what: string, [ours = [], theirs = []]: readonly (readonly number[])[]): Compared {
  const cost = compared([what], ours, theirs, (value) => value);
  progress(...cost.row);
  return cost;
}

/** A row about one figure of both sides, and the median of the ratios of its rounds. */
function compared<Taken>(
  words: readonly string[],
  ours: readonly Taken[],
  theirs: readonly Taken[],
  figureOf: (taken: Taken) => number,
): Compared {
  const figures = [ours.map(figureOf), theirs.map(figureOf)] as const;
  const ratios = quotients(...figures);
  const ratio = median(ratios);
  const medians = figures.map((side) => rounded(median(side)));
  return { row: [...words, ...medians, fraction(ratio), spread(ratios), ratios.map(fraction).join(' ')], ratio };
}

function startAll(sides: readonly Side[]): Promise<Contender[]> {
  return Promise.all(
    sides.map(async ({ program, data }) =>
      contenderOverHttp(await startDuebook(data.directory, unlogged, program), data),
    ),
  );
}

async function stopAll(contenders: readonly Contender[]): Promise<void> {
  await Promise.all(contenders.map(({ server }) => server.stop()));
}
