import { join } from 'node:path';
import { type CallName } from '../support/calls.ts';
import { contender, inTurns, measure, type Contender, type Measured } from '../support/contender.ts';
import { progress, type Findings } from '../support/report.ts';
import { seed, type Data } from '../support/seed.ts';
import { start, startDuebook, unlogged, type Server } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { fraction, median, quotients, rounded, spread } from '../support/statistics.ts';
import { root, runToEnd, workspace } from '../support/workspace.ts';
import { createDatabase, type Cluster } from './cluster.ts';
import { addRecords, copyInto } from './copyData.ts';
import { connect } from './database.ts';
import { findings } from './findings.ts';
import type { WriteForm } from './writes.ts';

const records = 2000;
const rounds = settings.rounds ?? 3;
const { seconds } = settings;
const calls = ['get', 'list (50)', 'search', 'audit list (50)', 'create', 'patch', 'delete'] as const;

/** A contender, and what its name says of it. */
interface Named extends Contender {
  readonly name: string;
  /** The processor time that its server process has taken, without that of PostgreSQL. */
  readonly serverMilliseconds: () => number;
}

/** Measures Duebook and the spike in turns, all processes of each side on the first core. */
export async function measureSpike(cluster: Cluster): Promise<Findings> {
  await buildSpike();
  const data = seed([records]);
  const sqlite = await named('SQLite', await startDuebook(data.directory, unlogged), data);
  const wide = await spikeOver(cluster, data, { name: 'pool of 32', connections: 32, form: 'counter' });
  const idle = memoryOf(cluster, sqlite.server, wide.server);
  const narrow = await spikeOver(cluster, data, { name: 'pool of 10', connections: 10, form: 'counter' });
  const requests: string[][] = [];
  for (const call of calls) {
    requests.push(await row(call, 1, [sqlite, wide]));
    requests.push(await row(call, 32, [sqlite, wide, narrow]));
  }
  const loaded = memoryOf(cluster, sqlite.server, wide.server);
  await narrow.server.stop();
  const rows = await spikeOver(cluster, data, { name: 'rows', connections: 32, form: 'rows' });
  const plain = await spikeOver(cluster, data, { name: 'plain', connections: 32, form: 'plain' });
  const writes = [
    await writesRow(cluster, 'create', [sqlite, wide, rows, plain]),
    await writesRow(cluster, 'patch', [sqlite, wide, rows]),
  ];
  await Promise.all([sqlite, wide, rows, plain].map(({ server }) => server.stop()));
  const starts = await timeStarts(cluster, data);
  return findings({ version: cluster.version, records, rounds, seconds, requests, writes, idle, loaded, starts });
}

/** Compiles the server of the spike, with the same options as the executable. */
async function buildSpike(): Promise<void> {
  const options = ['--compile', '--minify', '--bytecode', '--format=esm'];
  const outfile = join(workspace, 'spike');
  await runToEnd([process.execPath, 'build', ...options, 'bench/postgres/server.ts', '--outfile', outfile], root);
}

async function named(name: string, server: Server, data: Data): Promise<Named> {
  return { ...contender(server, data), name, serverMilliseconds: () => server.processorMilliseconds() };
}

interface SpikeOptions {
  readonly name: string;
  readonly connections: number;
  readonly form: WriteForm;
}

let databases = 0;

async function spikeOver(cluster: Cluster, data: Data, { name, connections, form }: SpikeOptions): Promise<Named> {
  databases += 1;
  const database = `measured_${databases}`;
  await createDatabase(cluster, database);
  const postgres = connect({ directory: cluster.directory, name: database, connections: 1 });
  await copyInto(postgres, data.directory);
  const server = await startSpike(cluster, database, connections, form);
  const [owner] = data.owners;
  const both = {
    ...server,
    processorMilliseconds: () => server.processorMilliseconds() + cluster.processorMilliseconds(),
  };
  return {
    ...contender(both, data),
    name,
    addRecords: (count) => addRecords(postgres, owner, count),
    serverMilliseconds: () => server.processorMilliseconds(),
  };
}

function startSpike({ directory }: Cluster, database: string, connections: number, form: WriteForm) {
  return start([join(workspace, 'spike'), directory, database, String(connections), form]);
}

/** A measured turn, with the part of the processor time that the server process has taken. */
type Turn = Measured & { readonly serverMicroseconds: number };

async function turnOf(one: Named, cell: Parameters<typeof measure>[1]): Promise<Turn> {
  const before = one.serverMilliseconds();
  const measured = await measure(one, cell);
  return { ...measured, serverMicroseconds: ((one.serverMilliseconds() - before) * 1000) / measured.requests };
}

async function turns(call: CallName, connections: number, contenders: readonly Named[]): Promise<Turn[][]> {
  // Connections are made, statements prepared and code compiled before.
  for (const one of contenders) await measure(one, { call, connections, seconds: 1, round: 0 });
  return inTurns(rounds, contenders, (one, round) => turnOf(one as Named, { call, connections, seconds, round }));
}

const perSecond = (ofOne: readonly Turn[]) => ofOne.map((turn) => turn.perSecond);
const medianOf = (ofOne: readonly Turn[] | undefined, value: (turn: Turn) => number): string =>
  ofOne === undefined ? '' : rounded(median(ofOne.map(value)));

async function row(call: CallName, connections: number, contenders: readonly Named[]): Promise<string[]> {
  const [sqlite = [], wide = [], narrow] = await turns(call, connections, contenders);
  const ratios = quotients(perSecond(sqlite), perSecond(wide));
  const present = [sqlite, wide, ...(narrow === undefined ? [] : [narrow])];
  const cells = [
    call,
    String(connections),
    ...[sqlite, wide].map((ofOne) => median(perSecond(ofOne)).toFixed(0)),
    narrow === undefined ? '' : median(perSecond(narrow)).toFixed(0),
    `${fraction(median(ratios))} (${spread(ratios)})`,
    present.map((ofOne) => medianOf(ofOne, (turn) => turn.p50Milliseconds)).join(', '),
    present.map((ofOne) => medianOf(ofOne, (turn) => turn.p99Milliseconds)).join(', '),
    medianOf(sqlite, (turn) => turn.processorMicroseconds),
    medianOf(wide, (turn) => turn.serverMicroseconds),
    medianOf(wide, (turn) => turn.processorMicroseconds - turn.serverMicroseconds),
  ];
  progress(...cells);
  return cells;
}

/** How the writes of one owner at 32 connections depend on the lock of the owner's row, commit_delay and the statements. */
async function writesRow(cluster: Cluster, call: CallName, contenders: readonly Named[]): Promise<string[]> {
  const measured = await turns(call, 32, contenders);
  await setCommitDelay(cluster, 1000);
  const [delayed = []] = await turns(call, 32, contenders.slice(2, 3));
  await setCommitDelay(cluster, 0);
  const [ofSqlite = [], counter = [], rows = [], plain] = measured;
  const least = plain ?? rows;
  const cells = [
    call,
    ...[ofSqlite, counter, rows, delayed].map((ofOne) => median(perSecond(ofOne)).toFixed(0)),
    plain === undefined ? '' : median(perSecond(plain)).toFixed(0),
    medianOf(ofSqlite, (turn) => turn.processorMicroseconds),
    medianOf(least, (turn) => turn.serverMicroseconds),
    medianOf(least, (turn) => turn.processorMicroseconds - turn.serverMicroseconds),
  ];
  progress(...cells);
  return cells;
}

async function setCommitDelay(cluster: Cluster, microseconds: number): Promise<void> {
  await cluster.run(`ALTER SYSTEM SET commit_delay = ${microseconds}`);
  await cluster.run('SELECT pg_reload_conf()');
}

function memoryOf(cluster: Cluster, sqlite: Server, spike: Server): string[] {
  return [
    sqlite.residentMebibytes().toFixed(0),
    spike.residentMebibytes().toFixed(0),
    cluster.mebibytes().toFixed(0),
    String(cluster.processes()),
  ];
}

/** The milliseconds from the start of each server to its first answer, over data that is there and with a cluster that runs. */
async function timeStarts(cluster: Cluster, data: Data): Promise<string[]> {
  const [owner] = data.owners;
  const starts = [() => startDuebook(data.directory, unlogged), () => startSpike(cluster, 'measured_1', 10, 'counter')];
  const times: number[][] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    for (const [place, begin] of starts.entries()) {
      const began = performance.now();
      const server = await begin();
      const headers = { authorization: `Bearer ${owner.key}` };
      const answer = await fetch(`${server.origin}/api/v1/subscriptions/${owner.ids[7] ?? ''}`, { headers });
      await answer.text();
      times[place]?.push(performance.now() - began);
      await server.stop();
    }
  }
  const { start: ofCluster, initdb } = cluster.milliseconds;
  return [...times.map((ofOne) => median(ofOne).toFixed(0)), ofCluster.toFixed(0), initdb.toFixed(0)];
}
