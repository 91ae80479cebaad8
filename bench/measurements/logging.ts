import type { CallName } from '../support/calls.ts';
import { contender, inTurns, measure, type Contender } from '../support/contender.ts';
import { progress, type Findings } from '../support/report.ts';
import { copyOf, seed } from '../support/seed.ts';
import { startDuebook } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { fraction, median, quotients, rounded, spread } from '../support/statistics.ts';

const rounds = settings.rounds ?? 11;
const connectionCounts = settings.connections ?? [8, 32];
const { seconds } = settings;
const records = 1000;
const measured = ['get', 'list (50)'] as const satisfies readonly CallName[];

/** Measures what a log with a line for each request costs, against one that leaves requests out. */
export async function measureLogging(): Promise<Findings> {
  const data = seed([records]);
  const copy = copyOf(data);
  const pair = [
    contender(await startDuebook(data.directory, { DUEBOOK_LOG_LEVEL: 'info' }), data),
    contender(await startDuebook(copy.directory, { DUEBOOK_LOG_LEVEL: 'error' }), copy),
  ];
  const rows: string[][] = [];
  for (const call of measured) {
    for (const connections of connectionCounts) rows.push(await compare(pair, call, connections));
  }
  await Promise.all(pair.map(({ server }) => server.stop()));
  return {
    title: 'What the log costs',
    notes: [
      `The same executable over copies of a database of ${records} subscriptions, with \`--log-level info\`, a line of JSON for each request, and with \`--log-level error\`, which looks at no request at all. Both listen on the loopback address, where the address of a client is not looked up. Standard output is a file. ${rounds} rounds of ${seconds} s in turns, medians.`,
      'A ratio is of one round each: below 1, the log costs something. Latencies are in milliseconds.',
    ],
    tables: [
      {
        heading: 'Requests a second',
        columns: ['what', 'connections', 'info/s', 'error/s', 'ratio', 'spread', 'p99 of info', 'p99 of error'],
        rows,
      },
    ],
  };
}

async function compare(pair: readonly Contender[], call: CallName, connections: number): Promise<string[]> {
  await inTurns(1, pair, (one) => measure(one, { call, connections, seconds: 1, round: 0 }));
  const [info = [], error = []] = await inTurns(rounds, pair, (one, round) =>
    measure(one, { call, connections, seconds, round }),
  );
  const [infoPerSecond, errorPerSecond] = [info, error].map((loads) => loads.map(({ perSecond }) => perSecond));
  const ratios = quotients(infoPerSecond ?? [], errorPerSecond ?? []);
  const row = [
    call,
    String(connections),
    median(infoPerSecond ?? []).toFixed(0),
    median(errorPerSecond ?? []).toFixed(0),
    fraction(median(ratios)),
    spread(ratios),
    rounded(median(info.map(({ p99Milliseconds }) => p99Milliseconds))),
    rounded(median(error.map(({ p99Milliseconds }) => p99Milliseconds))),
  ];
  progress(...row);
  return row;
}
