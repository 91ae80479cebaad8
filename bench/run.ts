// bun run bench [name ...] [--baseline PATH]: takes the measurements that are named, or all, and writes bench/results. See
// bench/README.md.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureDashboard } from './measurements/dashboard.ts';
import { measureFloor } from './measurements/floor.ts';
import { measureGrowth } from './measurements/growth.ts';
import { measureImports } from './measurements/imports.ts';
import { measureLanding } from './measurements/landing.ts';
import { measureLimits } from './measurements/limits.ts';
import { measureLogging } from './measurements/logging.ts';
import { measureOwners } from './measurements/owners.ts';
import { measurePeers } from './measurements/peers.ts';
import { measureResources } from './measurements/resources.ts';
import { measureSlowDisk } from './measurements/slowDisk.ts';
import { report } from './support/report.ts';
import { requireProgram } from './support/workspace.ts';

const measurements = {
  floor: measureFloor,
  peers: measurePeers,
  growth: measureGrowth,
  resources: measureResources,
  slowDisk: measureSlowDisk,
  logging: measureLogging,
  imports: measureImports,
  limits: measureLimits,
  dashboard: measureDashboard,
  owners: measureOwners,
  landing: measureLanding,
};

const { values: options, positionals: names } = parseArgs({
  options: { baseline: { type: 'string' } },
  allowPositionals: true,
});
const unknown = names.filter((name) => !Object.hasOwn(measurements, name));
if (unknown.length > 0) {
  throw new Error(`there is no measurement ${unknown.join(', ')}: known are ${Object.keys(measurements).join(', ')}`);
}
requireProgram('wrk', 'it makes the load (Debian, Ubuntu: apt-get install wrk; macOS has no taskset: use Linux)');
requireProgram('taskset', 'it keeps server and load on a core each (Debian, Ubuntu: apt-get install util-linux)');
if (cpus().length < 2) throw new Error('two cores are needed: one for the server, one for the load');

const exceeded: string[] = [];
for (const [name, take] of Object.entries(measurements)) {
  // Without names, all are taken that need no baseline.
  const isWanted = names.length > 0 ? names.includes(name) : name !== 'landing' || options.baseline !== undefined;
  if (!isWanted) continue;
  const findings = await take(options);
  report(name, findings);
  exceeded.push(...(findings.exceeded ?? []));
}
for (const what of exceeded) console.error(`the budget is exceeded: ${what}`);
process.exit(exceeded.length === 0 ? 0 : 1);
