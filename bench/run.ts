// bun run bench: measures the executable against the floor (bench/floor), in turns, and writes bench/results/floor.md.
// The load comes from wrk (Debian: apt-get install wrk). The server gets the first core, the load the second.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyOf, seed, type Seed } from './seed.ts';

const rounds = 3;
const secondsEach = 2;
const subscriptions = 1000;
const root = join(import.meta.dir, '..');

interface Scenario {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: (data: Seed) => string;
  readonly body?: string;
}

const list = '/api/v1/subscriptions';
const draft =
  '{"name":"Netflix","category":"TV","amount":15.99,"currency":"USD","period":"monthly","lastPaymentDate":"2026-01-31"}';
const scenarios: readonly Scenario[] = [
  { name: 'get', method: 'GET', path: ({ ids }) => `${list}/${ids[500]}` },
  { name: 'list (50)', method: 'GET', path: () => list },
  { name: 'list filtered and sorted', method: 'GET', path: () => `${list}?status=active&sort=name` },
  { name: 'search', method: 'GET', path: () => `${list}?q=name+99` },
  { name: 'summary', method: 'GET', path: () => '/api/v1/analytics/summary' },
  { name: 'patch', method: 'PATCH', path: ({ ids }) => `${list}/${ids[500]}`, body: '{"amount":20.5}' },
  { name: 'create', method: 'POST', path: () => list, body: draft },
];

interface Server {
  readonly origin: string;
  readonly data: Seed;
  readonly stop: () => Promise<unknown>;
}

async function start(words: readonly string[], data: Seed): Promise<Server> {
  const child = Bun.spawn(['taskset', '-c', '0', ...words], { stdout: 'pipe', stderr: 'inherit' });
  const { value } = await child.stdout.getReader().read();
  const origin = /http:\S+/.exec(new TextDecoder().decode(value))?.[0];
  if (origin === undefined) throw new Error(`${words[0]} does not listen`);
  const stop = () => {
    child.kill();
    return child.exited;
  };
  return { origin, data, stop };
}

interface Measured {
  readonly perSecond: number;
  readonly p99: string;
}

async function measure(
  { origin, data }: Server,
  scenario: Scenario,
  connections: number,
  folder: string,
): Promise<Measured> {
  const script = join(folder, 'load.lua');
  const lines = [
    `wrk.method = "${scenario.method}"`,
    `wrk.headers["Authorization"] = "Bearer ${data.key}"`,
    ...(scenario.body === undefined ? [] : [`wrk.body = [[${scenario.body}]]`]),
  ];
  writeFileSync(script, lines.join('\n'));
  const words = [
    '-t1',
    `-c${connections}`,
    `-d${secondsEach}s`,
    '--latency',
    '-s',
    script,
    origin + scenario.path(data),
  ];
  const load = Bun.spawn(['taskset', '-c', '1', 'wrk', ...words], { stdout: 'pipe' });
  const report = await new Response(load.stdout).text();
  if (/Non-2xx/.test(report)) throw new Error(`${scenario.name} was refused:\n${report}`);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1]),
    p99: /^ +99% +(\S+)/m.exec(report)?.[1] ?? '?',
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Runs both servers in turns and gives one line of the table. */
async function compare(scenario: Scenario, connections: number, folder: string): Promise<string> {
  // Fresh data for each line, so that what one wrote does not slow the next.
  rmSync(join(folder, 'data'), { recursive: true, force: true });
  rmSync(join(folder, 'copy'), { recursive: true, force: true });
  const ours = seed(join(folder, 'data'), subscriptions);
  const theirs = copyOf(ours, 'copy');
  const duebook = await start(
    [join(root, 'dist/duebook'), 'serve', '--port', '0', '--data-dir', ours.directory, '--quota', '1000000000'],
    ours,
  );
  const floor = await start([join(folder, 'floor'), join(theirs.directory, 'duebook.db')], theirs);
  const seen: { duebook: Measured[]; floor: Measured[] } = { duebook: [], floor: [] };
  for (let round = 0; round < rounds; round += 1) {
    seen.duebook.push(await measure(duebook, scenario, connections, folder));
    seen.floor.push(await measure(floor, scenario, connections, folder));
  }
  await Promise.all([duebook.stop(), floor.stop()]);
  const ratios = seen.duebook.map(({ perSecond }, round) => perSecond / (seen.floor[round]?.perSecond ?? Number.NaN));
  const cells = [
    scenario.name,
    connections,
    Math.round(median(seen.duebook.map(({ perSecond }) => perSecond))),
    Math.round(median(seen.floor.map(({ perSecond }) => perSecond))),
    median(ratios).toFixed(2),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    seen.duebook.map(({ p99 }) => p99).join(' '),
  ];
  return `| ${cells.join(' | ')} |`;
}

if (Bun.which('wrk') === null) throw new Error('wrk makes the load: apt-get install wrk');
const folder = mkdtempSync(join(tmpdir(), 'duebook-bench-'));
const build = Bun.spawn(
  [
    'bun',
    'build',
    '--compile',
    '--minify',
    '--bytecode',
    '--format=esm',
    'bench/floor/server.ts',
    '--outfile',
    join(folder, 'floor'),
  ],
  { cwd: root, stdout: 'ignore' },
);
if ((await build.exited) !== 0 || !existsSync(join(folder, 'floor'))) throw new Error('the floor could not be built');

const rows: string[] = [];
for (const scenario of scenarios) {
  for (const connections of [1, 8, 32]) {
    const row = await compare(scenario, connections, folder);
    console.log(row);
    rows.push(row);
  }
}
rmSync(folder, { recursive: true });
const table = [
  '# Against the floor',
  '',
  `${subscriptions} subscriptions, ${rounds} rounds of ${secondsEach} s in turns, medians; ${cpus()[0]?.model}, Bun ${Bun.version}.`,
  'The ratio is of one round each; its spread shows how noisy the machine was.',
  '',
  '| what | connections | Duebook/s | floor/s | ratio | spread | p99 of Duebook |',
  '| --- | --- | --- | --- | --- | --- | --- |',
  ...rows,
];
mkdirSync(join(root, 'bench/results'), { recursive: true });
writeFileSync(join(root, 'bench/results/floor.md'), `${table.join('\n')}\n`);
