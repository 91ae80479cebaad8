import { join } from 'node:path';
import { progress } from '../support/report.ts';
import { root } from '../support/workspace.ts';
import type { Cluster } from './cluster.ts';

/** The files of the product's tests that send requests to a service, and whose operations the spike has. */
const names = {
  'http/api/subscriptions':
    'records patching queries sorting billingPeriods staleState dryRuns renewals severalRenewals idempotency currencies',
  'http/api/audit': 'audit filters',
  'http/pipeline': 'quota invalidKeys requestOrder requestBodies keys',
};
const files = Object.entries(names).flatMap(([folder, ofFolder]) =>
  ofFolder.split(' ').map((name) => `test/${folder}/${name}.test.ts`),
);

// Tests that also use what the spike does not have: payments, details, batches, reverts, reports, MCP; or that look into SQLite.
const beyond =
  /names no path|does not come back|operation of a batch|with a batch|of a revert|include=actor|makes the next payment the last one|records both|a payment keeps its|the end of the subscription|a retry without a body|of ten clients|anchored on the 31st|paid alike|in advance|records none|by a tool|its operations in another order|known for 24 hours|text for agents|offers them to agents|that reads or is refused|the revision|counts no more in its window|does not lower|they ask for/;

/** How many tests of a file passed, and how many failed that use more than the spike has; the names of the other failed ones. */
interface Result {
  readonly file: string;
  readonly passed: number;
  readonly beyond: number;
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
    // Bun lists the failed ones once more at the end.
    const failures = text.matchAll(/^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/gm);
    const failed = Array.from(new Set(Array.from(failures, (match) => match[1] ?? '')));
    if (passed + failed.length === 0) failed.push(text.trim().split('\n').slice(-5).join(' | '));
    const wrong = failed.filter((name) => !beyond.test(name));
    results.push({ file, passed, beyond: failed.length - wrong.length, failed: wrong });
    progress(file, `${passed} passed, ${failed.length - wrong.length} not covered, ${wrong.length} failed`);
    for (const name of wrong) progress('  failed:', name);
  }
  return results;
}

/** The path of the comparison with the executable, which runs as a test, because the generator of requests does. */
export const comparison = join(import.meta.dir, 'sameAnswers.test.ts');
