import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { calls, type CallName } from '../support/calls.ts';
import { contender, inTurns, measure, type Contender } from '../support/contender.ts';
import { progress, type Findings } from '../support/report.ts';
import { requireSameAnswers } from '../support/sameAnswers.ts';
import { copyOf, seed, type Data } from '../support/seed.ts';
import { start, startDuebook, unlogged, type Server } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { fraction, median, quotients, rounded, spread } from '../support/statistics.ts';
import { requireProgram, root, runToEnd } from '../support/workspace.ts';

const rounds = settings.rounds ?? 5;
const connectionCounts = settings.connections ?? [1, 8, 32];
const { seconds } = settings;
const records = 1000;
const measured = ['get', 'list (50)', 'create'] as const;

const folder = join(root, 'bench/peers');
const peers = ['fastify', 'express', 'hono'] as const;

/** Compares the executable with what people write by hand. */
export async function measurePeers(): Promise<Findings> {
  await buildPeers();
  const data = seed([records]);
  const servers = [contender(await startDuebook(data.directory, unlogged), data)];
  for (const peer of peers) {
    const copy = copyOf(data);
    servers.push(contender(await startPeer(peer, copy), copy));
  }
  await checkAnswers(servers);
  const rows: string[][] = [];
  for (const call of measured) {
    for (const connections of connectionCounts) rows.push(await compare(servers, call, connections));
  }
  await Promise.all(servers.map(({ server }) => server.stop()));
  return {
    title: 'Against what people write by hand',
    notes: [
      `Small implementations of three requests (bench/peers) over copies of the same database of ${records} subscriptions: validation, hashed keys, an audit entry in the same transaction, WAL with synchronous=FULL, the same bodies. They count no quota. None writes a log of requests. ${rounds} rounds of ${seconds} s in turns, medians.`,
      'Fastify: JSON schemas in and out, better-sqlite3, Node. Express: zod, better-sqlite3, Node. Hono: zod, the query builder of Drizzle over bun:sqlite, Bun. The ratio is Duebook to the best of them in the same round: above 1, Duebook is the faster. Latencies are in milliseconds.',
    ],
    tables: [
      {
        heading: 'Requests a second',
        columns: [
          'what',
          'connections',
          'Duebook/s',
          'Fastify/s',
          'Express/s',
          'Hono/s',
          'ratio to the best',
          'spread',
          'p99: Duebook, Fastify, Express, Hono',
        ],
        rows,
      },
    ],
  };
}

/** Installs what the peers need, when it is not there, and makes JavaScript of those that run on Node. */
async function buildPeers(): Promise<void> {
  requireProgram('node', 'two of the peers run on it (20 or newer)');
  requireProgram('npm', 'it installs what the peers are made of');
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) {
    progress('installing what the peers are made of');
    await runToEnd(['npm', 'ci', '--no-audit', '--no-fund'], folder);
  }
  const sources = ['fastify.ts', 'express.ts'];
  const options = ['--target=node', '--packages=external', '--outdir', 'dist'];
  await runToEnd([process.execPath, 'build', ...options, ...sources], folder);
}

function startPeer(peer: (typeof peers)[number], { directory }: Data): Promise<Server> {
  const program =
    peer === 'hono' ? [process.execPath, join(folder, 'hono.ts')] : ['node', join(folder, `dist/${peer}.js`)];
  return start([...program, join(directory, 'duebook.db')], { NODE_ENV: 'production' });
}

/** Throws unless each peer answers with the same status and body as Duebook. */
async function checkAnswers([ours, ...others]: readonly Contender[]): Promise<void> {
  if (ours === undefined) return;
  const { key, ids } = ours.owner;
  const reads = (['get', 'list (50)'] as const).map((name) => ({ key, id: ids[500] ?? '', call: calls[name] }));
  const create = [{ key, id: '', call: calls.create }];
  const us = { name: 'Duebook', origin: ours.server.origin };
  for (const [place, { server }] of others.entries()) {
    await requireSameAnswers([us, { name: peers[place] ?? '', origin: server.origin }], reads, 'bodies');
  }
  for (const [place, { server }] of others.entries()) {
    await requireSameAnswers([us, { name: peers[place] ?? '', origin: server.origin }], create, 'bodies');
  }
}

async function compare(servers: readonly Contender[], call: CallName, connections: number): Promise<string[]> {
  await inTurns(1, servers, (one) => measure(one, { call, connections, seconds: 1, round: 0 }));
  const loads = await inTurns(rounds, servers, (one, round) => measure(one, { call, connections, seconds, round }));
  const [ours = [], ...others] = loads.map((ofOne) => ofOne.map(({ perSecond }) => perSecond));
  const best = ours.map((_, round) => Math.max(...others.map((ofOne) => ofOne[round] ?? 0)));
  const ratios = quotients(ours, best);
  const p99s = loads.map((ofOne) => rounded(median(ofOne.map(({ p99Milliseconds }) => p99Milliseconds))));
  const row = [
    call,
    String(connections),
    ...[ours, ...others].map((ofOne) => median(ofOne).toFixed(0)),
    fraction(median(ratios)),
    spread(ratios),
    p99s.join(', '),
  ];
  progress(...row);
  return row;
}
