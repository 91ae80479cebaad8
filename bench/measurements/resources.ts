import { statSync } from 'node:fs';
import { calls } from '../support/calls.ts';
import { load, type Call } from '../support/load.ts';
import { progress, type Findings } from '../support/report.ts';
import { copyOf, seed } from '../support/seed.ts';
import {
  buildFloor,
  millisecondsToStartDuebook,
  millisecondsToStartFloor,
  startDuebook,
  type Server,
} from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { fraction, median, rounded, spread } from '../support/statistics.ts';
import { executable } from '../support/workspace.ts';

const records = 1000;
const manyRecords = 100_000;
const connections = 32;
const idleSeconds = 3;
const sampleMilliseconds = 100;
// The first measure of the memory under load: when all that is made on first use has been made.
const requestsEarly = Math.min(100_000, settings.requests);
// Long enough that few requests are sent beyond the wanted number, short enough to see the memory in between.
const stretchSeconds = 2;

/** What clients do, in thousandths. Few records are added, so that the last requests meet the same work as the first. */
const mix: readonly Call[] = [
  { ...calls.get, weight: 880 },
  { ...calls['list (50)'], weight: 30 },
  { ...calls['list filtered and sorted'], weight: 10 },
  { ...calls.search, weight: 10 },
  { ...calls['audit list (50)'], weight: 8 },
  { ...calls.summary, weight: 2 },
  { ...calls.patch, weight: 59 },
  { ...calls.create, weight: 1 },
];

/** Measures how fast the executable starts, how much memory it takes and how large it is. */
export async function measureResources(): Promise<Findings> {
  const starts = await measureStarts();
  const memory = await measureMemory();
  return {
    title: 'Resources',
    notes: [
      `A start is the time from starting the process, on all cores, to its first whole answer over HTTP, ${settings.starts} times, in turns; the floor (bench/floor) is the least that a server of this kind can do.`,
      `Memory is what is resident (VmRSS): ${idleSeconds} s after a start, the most that was seen under load, and after many requests by ${connections} connections: 88% get, 6% list, search, audit and summary, 6% patch and create.`,
    ],
    tables: [
      { heading: 'Start', columns: ['what', 'subscriptions', 'median in ms', 'spread'], rows: starts },
      { heading: 'Memory', columns: ['when', 'MiB resident'], rows: memory },
      {
        heading: 'Size',
        columns: ['what', 'MiB'],
        rows: [['the executable', rounded(statSync(executable).size / 2 ** 20)]],
      },
    ],
  };
}

async function measureStarts(): Promise<string[][]> {
  await buildFloor();
  const few = seed([records]);
  const many = seed([manyRecords]);
  const ofFloor = copyOf(many);
  const contestants = [
    { what: ['Duebook, which makes its database', '0'], start: () => millisecondsToStartDuebook() },
    { what: ['Duebook', String(records)], start: () => millisecondsToStartDuebook(few.directory) },
    { what: ['Duebook', String(manyRecords)], start: () => millisecondsToStartDuebook(many.directory) },
    { what: ['the floor', String(manyRecords)], start: () => millisecondsToStartFloor(ofFloor.directory) },
  ];
  const taken = contestants.map((): number[] => []);
  for (let round = 0; round < settings.starts; round += 1) {
    for (const [place, { start }] of contestants.entries()) taken[place]?.push(await start());
  }
  return contestants.map(({ what }, place) => {
    const row = [...what, rounded(median(taken[place] ?? [])), spread(taken[place] ?? [])];
    progress('start', ...row);
    return row;
  });
}

async function measureMemory(): Promise<string[][]> {
  const data = seed([records]);
  const [{ key, ids }] = data.owners;
  const server = await startDuebook(data.directory);
  await Bun.sleep(idleSeconds * 1000);
  const idle = server.residentMebibytes();
  const peak = watchMemory(server);
  let requests = 0;
  async function loadUntil(wanted: number): Promise<number> {
    while (requests < wanted) {
      const plan = {
        origin: server.origin,
        key,
        ids,
        calls: mix,
        connections,
        seconds: stretchSeconds,
        seed: requests + 1,
      };
      const measured = await load(plan);
      requests += measured.requests;
      progress(requests, 'requests', `${rounded(server.residentMebibytes())} MiB`);
    }
    return requests;
  }
  const early = { requests: await loadUntil(requestsEarly), mebibytes: server.residentMebibytes() };
  const late = { requests: await loadUntil(settings.requests), mebibytes: server.residentMebibytes() };
  const most = peak.stop();
  await server.stop();
  return [
    ['idle', rounded(idle)],
    ['the most under load', rounded(most)],
    [`after ${early.requests} requests`, rounded(early.mebibytes)],
    [`after ${late.requests} requests`, rounded(late.mebibytes)],
    ['ratio of the two', fraction(late.mebibytes / early.mebibytes)],
  ];
}

/** Looks at the memory again and again; `stop` ends that and gives the most that was seen, in mebibytes. */
function watchMemory(server: Server) {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, server.residentMebibytes());
  }, sampleMilliseconds);
  return {
    stop(): number {
      clearInterval(timer);
      return most;
    },
  };
}
