import type { Findings } from '../support/report.ts';

type Row = readonly string[];

/** What was measured, as cells of tables, and how. */
interface Measurements {
  readonly version: string;
  readonly records: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly requests: readonly Row[];
  readonly writes: readonly Row[];
  /** The memory before and after the load. */
  readonly idle: Row;
  readonly loaded: Row;
  readonly starts: Row;
}

const ofRequests = [
  'what',
  'connections',
  'SQLite/s',
  'pool of 32/s',
  'pool of 10/s',
  'ratio (spread)',
  'p50: SQLite, pool of 32, of 10',
  'p99: SQLite, pool of 32, of 10',
  'time: SQLite',
  'time: spike',
  'time: PostgreSQL',
];
const ofWrites = [
  'what',
  'SQLite',
  'counter in the row of the owner',
  'row for each write',
  'the same, commit_delay of 1 ms',
  'row, one statement of plain SQL',
  'time: SQLite',
  'time: spike',
  'time: PostgreSQL',
];
const ofMemory = ['when', 'SQLite', 'the server of the spike', 'PostgreSQL', 'processes of PostgreSQL'];
const ofStarts = ['SQLite', 'the spike, PostgreSQL running', 'PostgreSQL, first start', 'initdb'];

function notesOf({ version, records, rounds, seconds }: Measurements): string[] {
  return [
    `Duebook's executable over SQLite beside the spike in bench/postgres over ${version}, with one owner of ${records} subscriptions. All processes of a side share the first core, PostgreSQL included; the load has the second. Both sides are durable: WAL with synchronous=FULL, and fsync and synchronous_commit on. ${rounds} rounds of ${seconds} s in turns, medians. Latencies are in milliseconds, processor time is in microseconds for each request.`,
    'The spike runs the same code for HTTP, validation and the rules. It looks up the key with a query of its own for each request, as Duebook does. It reaches PostgreSQL over a Unix socket, by Drizzle over the SQL client of Bun. The ratio is SQLite to the pool of 32: above 1, SQLite is the faster. In the second table, the times of the spike and of PostgreSQL are those of the last form that was measured.',
  ];
}

/** The tables of the report. */
export function findings(measured: Measurements): Findings {
  const { requests, writes, idle, loaded, starts } = measured;
  const memory = [
    ['after the start', ...idle],
    ['after the load, pools of 32 and 10', ...loaded],
  ];
  return {
    title: 'The store on PostgreSQL: a spike',
    notes: notesOf(measured),
    tables: [
      { heading: 'Requests a second', columns: ofRequests, rows: requests },
      { heading: 'Writes of one owner a second, at 32 connections', columns: ofWrites, rows: writes },
      { heading: 'Memory in MiB', columns: ofMemory, rows: memory },
      { heading: 'Milliseconds until the first answer', columns: ofStarts, rows: [starts] },
    ],
  };
}
