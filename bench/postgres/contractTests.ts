import { join } from 'node:path';
import { progress } from '../support/report.ts';
import { root } from '../support/workspace.ts';
import type { Cluster } from './cluster.ts';

/** The files of the product's tests that send requests to a service, and whose operations the spike has. */
const files = [
  ...['records', 'patching', 'queries', 'sorting', 'billingPeriods', 'staleState', 'dryRuns', 'renewals'],
  ...['severalRenewals', 'idempotency', 'currencies'],
]
  .map((name) => `test/http/api/subscriptions/${name}.test.ts`)
  .concat(
    ['audit', 'filters'].map((name) => `test/http/api/audit/${name}.test.ts`),
    ['quota', 'invalidKeys', 'requestOrder', 'requestBodies', 'keys'].map(
      (name) => `test/http/pipeline/${name}.test.ts`,
    ),
  );

/** How many tests of a file passed and failed, and the names of the failed ones. */
interface Result {
  readonly file: string;
  readonly passed: number;
  readonly failed: readonly string[];
}

/** Runs the product's tests against services whose store is PostgreSQL. */
export async function runContractTests({ directory }: Cluster): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const file of files) {
    const words = ['test', '--timeout', '60000', '--preload', './bench/postgres/asService.ts', file];
    const child = Bun.spawn([process.execPath, ...words], {
      cwd: root,
      env: { ...Bun.env, SPIKE_CLUSTER: directory },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    await child.exited;
    const text = `${output}\n${errors}`;
    const passed = Number(/^ *(\d+) pass$/m.exec(text)?.[1] ?? 0);
    const failed = Array.from(text.matchAll(/^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/gm), (match) => match[1] ?? '');
    if (passed + failed.length === 0) failed.push(text.trim().split('\n').slice(-5).join(' | '));
    results.push({ file, passed, failed });
    progress(file, `${passed} passed, ${failed.length} failed`);
    for (const name of failed) progress('  failed:', name);
  }
  return results;
}

/** The path of the comparison with the executable, which runs as a test, because the generator of requests does. */
export const comparison = join(import.meta.dir, 'sameAnswers.test.ts');
