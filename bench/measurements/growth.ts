import { statSync } from 'node:fs';
import { join } from 'node:path';
import { calls, type CallName } from '../support/calls.ts';
import { contender, inTurns, measure, type Cell, type Contender } from '../support/contender.ts';
import type { Load } from '../support/load.ts';
import { progress, type Findings } from '../support/report.ts';
import { seed } from '../support/seed.ts';
import { startDuebook } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { median, rounded } from '../support/statistics.ts';

const rounds = settings.rounds ?? 5;
const connectionCounts = settings.connections ?? [1, 8];
const { seconds, records: sizes } = settings;
// One owner has a tenth of all records. Another has as many at every size, so that only the database around it grows.
const bigOwnerShare = 0.1;
const ordinaryOwnerRecords = 100;
const requestsEnough = 5;
const longerFactor = 5;
const secondsMax = 25 * seconds;

// Those that add and remove records come last.
const measured = [
  'get',
  'list (50)',
  'list filtered and sorted',
  'search',
  'audit list (50)',
  'summary',
  'forecast',
  'duplicates',
  'optimizations',
  'patch',
  'create',
  'delete',
] as const satisfies readonly CallName[];

/** Measures every operation over databases of growing size, and how large they and the server become. */
export async function measureGrowth(): Promise<Findings> {
  const seeded = sizes.map((size) => {
    const data = seed(recordsOfOwners(size));
    const mebibytes = statSync(join(data.directory, 'duebook.db')).size / 2 ** 20;
    progress(size, 'subscriptions seeded', `${rounded(mebibytes)} MiB`);
    return { size, data, mebibytes };
  });
  // More than a gibibyte that is still on its way to the disk would hold up what is measured first.
  Bun.spawnSync(['sync']);
  const [big, ordinary]: Contender[][] = [[], []];
  for (const { data } of seeded) {
    const server = await startDuebook(data.directory);
    big?.push(contender(server, data, 0));
    ordinary?.push(contender(server, data, 1));
  }
  const ofOrdinary = await measureOwner(ordinary ?? []);
  const ofBig = await measureOwner(big ?? []);
  const memory = (big ?? []).map(({ server }) => rounded(server.residentMebibytes()));
  await Promise.all((big ?? []).map(({ server }) => server.stop()));
  const columns = ['what', 'connections', ...sizes.map((size) => `${thousands(size)}: p50 / p99`), ratioName()];
  return {
    title: 'As the records grow',
    notes: [
      `Databases of ${sizes.map(thousands).join(', ')} subscriptions, each with the audit entry of its creation, served at once and measured in turns; ${rounds} rounds of ${seconds} s, medians. Ids are drawn at random for each request. Where few answers came in that time, it was measured for longer, and p99 is the slowest answer. Latencies are in milliseconds.`,
      `One owner has a tenth of all records. Another has ${ordinaryOwnerRecords} at every size: what it waits longer is due to the records of the others. The rest belongs to ${ownersOf(sizes[0] ?? 0) - 2} further owners at the smallest size, and to ${ownersOf(sizes.at(-1) ?? 0) - 2} at the largest.`,
    ],
    tables: [
      { heading: `An ordinary owner (${ordinaryOwnerRecords} records at every size)`, columns, rows: ofOrdinary },
      {
        heading: `The big owner (${sizes.map((size) => thousands(size * bigOwnerShare)).join(', ')} records)`,
        columns,
        rows: ofBig,
      },
      {
        heading: 'Size and memory',
        columns: ['subscriptions', 'MiB of the database', 'MiB resident after the measurement'],
        rows: seeded.map(({ size, mebibytes }, place) => [thousands(size), rounded(mebibytes), memory[place] ?? '']),
      },
    ],
  };
}

function ownersOf(size: number): number {
  return size < 100_000 ? 10 : 1000;
}

/** How many records each owner has: first the big one, then the ordinary one, then all others alike. */
function recordsOfOwners(size: number): number[] {
  const big = Math.floor(size * bigOwnerShare);
  const others = ownersOf(size) - 2;
  const rest = size - big - ordinaryOwnerRecords;
  const counts = Array.from({ length: others }, (_, place) => Math.floor((rest + place) / others));
  return [big, ordinaryOwnerRecords, ...counts];
}

async function measureOwner(contenders: readonly Contender[]): Promise<string[][]> {
  const rows: string[][] = [];
  for (const call of measured) {
    for (const connections of connectionCounts) {
      const loads = await inTurns(rounds, contenders, (one, round) =>
        measureLongEnough(one, { call, connections, seconds, round }),
      );
      const p50s = loads.map((ofOne) => median(ofOne.map(({ p50Milliseconds }) => p50Milliseconds)));
      const p99s = loads.map((ofOne) => median(ofOne.map(({ p99Milliseconds }) => p99Milliseconds)));
      const cells = p50s.map((p50, place) => `${rounded(p50)} / ${rounded(p99s[place] ?? Number.NaN)}`);
      const ratio = (p99s.at(-1) ?? Number.NaN) / (p99s[0] ?? Number.NaN);
      const row = [call, String(connections), ...cells, rounded(ratio)];
      progress(...row);
      rows.push(row);
    }
  }
  return rows;
}

/** What takes so long that hardly any answer came is measured for longer, once the server has done with what was asked of it. */
async function measureLongEnough(one: Contender, cell: Cell): Promise<Load> {
  await settle(one);
  const found = await measure(one, cell);
  if (found.requests >= requestsEnough || cell.seconds >= secondsMax) return found;
  return measureLongEnough(one, { ...cell, seconds: cell.seconds * longerFactor });
}

/** Waits until the server answers: it may still be at work for connections that are gone. */
async function settle({ server, owner: { key, ids } }: Contender): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${server.origin}${calls.get.path.replace('{id}', ids[0] ?? '')}`, { headers });
  await response.text();
}

function ratioName(): string {
  return `p99 at ${thousands(sizes.at(-1) ?? 0)} / at ${thousands(sizes[0] ?? 0)}`;
}

function thousands(count: number): string {
  return count.toLocaleString('en');
}
