import { calls, type CallName } from '../support/calls.ts';
import { load, type Call, type Load } from '../support/load.ts';
import { progress } from '../support/report.ts';
import type { Server } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { median, rounded } from '../support/statistics.ts';
import type { Households } from './households.ts';

const rounds = settings.rounds ?? 2;
const { seconds } = settings;
const callConnections = [1, 32];
const mixConnections = settings.connections ?? [1, 8, 32, 128, 512];

// Those that write come last.
const measured = ['revision', 'get', 'list (50)', 'summary', 'patch', 'create'] as const satisfies readonly CallName[];

/** What households do at once, in hundredths: 90 reads and 10 writes. Few records are added, so that all steps meet as many. */
const mix: readonly Call[] = [
  { ...calls.revision, weight: 30 },
  { ...calls.get, weight: 25 },
  { ...calls['list (50)'], weight: 25 },
  { ...calls.summary, weight: 10 },
  { ...calls.patch, weight: 9 },
  { ...calls.create, weight: 1 },
];
const writesOfMix = 0.1;

/** The load of one step: what, over how many connections, and what it took; medians of the rounds. */
export interface Step {
  readonly what: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** The limit of p99 that a knee must keep, in milliseconds. */
export const p99Max = 100;

/** Measures single calls, each of an owner drawn at random from all. */
export async function measureCalls(server: Server, households: Households): Promise<Step[]> {
  const steps: Step[] = [];
  for (const what of measured) {
    for (const connections of callConnections)
      steps.push(await measureStep(server, households, { what, connections, of: [calls[what]] }));
  }
  return steps;
}

/** Measures the mix of calls over more and more connections. */
export async function measureMix(server: Server, households: Households): Promise<Step[]> {
  const steps: Step[] = [];
  for (const connections of mixConnections)
    steps.push(await measureStep(server, households, { what: 'the mix', connections, of: mix }));
  return steps;
}

/** The step with the most requests a second of those whose p99 is within the limit; undefined when there is none. */
export function kneeOf(steps: readonly Step[]): Step | undefined {
  const within = steps.filter(({ p99 }) => p99 <= p99Max);
  return within.toSorted((one, other) => other.perSecond - one.perSecond)[0];
}

/** The writes a second in a step of the mix. */
export function writesOf({ perSecond }: Step): number {
  return perSecond * writesOfMix;
}

/** The mix for so many seconds, over eight connections: what goes on beside something else. */
export function mixFor(server: Server, households: Households, round: number): Promise<Load> {
  return loadOf(server, households, { of: mix, connections: 8, round });
}

/** Changes subscriptions of all owners, for so many seconds. */
export function patchFor(server: Server, households: Households, loadSeconds: number): Promise<Load> {
  return loadOf(server, households, { of: [calls.patch], connections: 32, round: 0, loadSeconds });
}

/** Lets one owner, or each owner once, read a subscription. */
export async function readOnce(server: Server, { keys, ids }: Households, whose: 'one' | 'each'): Promise<void> {
  for (let done = 0; done < ids.length;) {
    const left = ids.slice(done);
    const key = whose === 'one' ? (keys[0] ?? '') : keys.slice(done);
    const idsRead = whose === 'one' ? left.map(() => ids[0] ?? '') : left;
    const plan = {
      origin: server.origin,
      key,
      ids: idsRead,
      walks: true,
      calls: [calls.get],
      connections: 32,
      seconds,
    };
    done += (await load(plan)).idsTaken;
  }
}

interface Wanted {
  readonly what: string;
  readonly connections: number;
  readonly of: readonly Call[];
}

async function measureStep(server: Server, households: Households, { what, connections, of }: Wanted): Promise<Step> {
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round += 1)
    loads.push(await loadOf(server, households, { of, connections, round }));
  const step = {
    what,
    connections,
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    p50: median(loads.map(({ p50Milliseconds }) => p50Milliseconds)),
    p99: median(loads.map(({ p99Milliseconds }) => p99Milliseconds)),
  };
  progress(what, connections, Math.round(step.perSecond), rounded(step.p50), rounded(step.p99));
  return step;
}

interface LoadWanted extends Omit<Wanted, 'what'> {
  readonly round: number;
  readonly loadSeconds?: number;
}

function loadOf(
  { origin }: Server,
  { keys, ids }: Households,
  { of, connections, round, loadSeconds = seconds }: LoadWanted,
): Promise<Load> {
  return load({ origin, key: keys, ids, calls: of, connections, seconds: loadSeconds, seed: round + 1 });
}
