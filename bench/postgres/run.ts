// bun bench/postgres/run.ts [tests] [answers] [figures]: makes a cluster and does what is named, or all. See README.md.
import { existsSync } from 'node:fs';
import { report } from '../support/report.ts';
import { executable, requireProgram, root } from '../support/workspace.ts';
import { startCluster } from './cluster.ts';
import { comparison, runContractTests } from './contractTests.ts';
import { measureSpike } from './measure.ts';

const known = ['tests', 'answers', 'figures'] as const;
const names = process.argv.slice(2);
const unknown = names.filter((name) => !known.some((one) => one === name));
if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', ')}: known are ${known.join(', ')}`);
const wants = (name: (typeof known)[number]) => names.length === 0 || names.includes(name);

requireProgram('wrk', 'it makes the load (Debian, Ubuntu: apt-get install wrk)');
requireProgram('taskset', 'it keeps servers and load on a core each (Debian, Ubuntu: apt-get install util-linux)');
requireProgram('psql', 'it is the client of PostgreSQL (Debian, Ubuntu: apt-get install postgresql)');
if (!existsSync(executable)) throw new Error('dist/duebook is missing: build it with bun run build');

const cluster = await startCluster();
let exitCode = 0;
if (wants('tests')) {
  const results = await runContractTests(cluster);
  const sumOf = (count: (result: (typeof results)[number]) => number) =>
    results.reduce((sum, result) => sum + count(result), 0);
  const failed = sumOf((result) => result.failed.length);
  console.log(`Of the product's tests, ${sumOf((result) => result.passed)} passed over PostgreSQL, ${failed} failed;`);
  console.log(`${sumOf((result) => result.beyond)} use more than the spike has.`);
  if (failed > 0) exitCode = 1;
}
if (wants('answers')) {
  const child = Bun.spawn([process.execPath, 'test', '--timeout', '600000', comparison], {
    cwd: root,
    env: { ...Bun.env, SPIKE_CLUSTER: cluster.directory },
    stdout: 'inherit',
    stderr: 'inherit',
  });
  if ((await child.exited) !== 0) exitCode = 1;
}
if (wants('figures')) report('postgres', await measureSpike(cluster));
process.exit(exitCode);
