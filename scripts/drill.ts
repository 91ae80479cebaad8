// The machine dies: `npm run drill` kills a server under load together with its Litestream, deletes the data, and lets a
// second machine take over, first by a restore of the replica and then as a warm standby. The replica lies in a folder, on
// an SFTP server and on an S3 server, each of this machine: it needs `litestream`, and for the latter two `sshd` and
// `gofakes3`. `npm run drill -- --replica sftp` tries one of them, and `--runs 3` all of it three times. Prints the tables
// of docs/replication.md and of its decision record. Ends with 1 when a bound is missed.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { seed } from '../bench/support/seed.ts';
import { requireProgram } from '../bench/support/workspace.ts';
import { placeKinds, placesHere, type PlaceKind } from './drill/places.ts';
import { rehearse, type Outcome } from './drill/rehearsal.ts';
import { downSecondsOf, isBound, tableOfDrills, tableOfWays, wayNames } from './drill/tables.ts';

const recordsBefore = Number(Bun.env['DRILL_RECORDS'] ?? 100_000);
const bounds = { lostSeconds: 1, downSeconds: 10 };

const { values: options } = parseArgs({
  options: { replica: { type: 'string' }, runs: { type: 'string', default: '1' } },
});
requireProgram('litestream', 'run "go install github.com/benbjohnson/litestream/cmd/litestream@v0.5.18"');
const kinds = kindsWanted(options.replica);
const data = seed([recordsBefore]);
const outcomes: Outcome[] = [];
const loads: number[] = [];
let isMissed = false;
for (let run = 0; run < Number(options.runs); run += 1) {
  for (const kind of kinds) {
    for (const way of ['restore', 'standby'] as const) {
      loads.push(loadavg()[0] ?? 0);
      const outcome = await rehearse(way, kind, data);
      const missed = missedBy(outcome);
      console.log(linesOf(outcome, missed).join('\n'));
      outcomes.push(outcome);
      isMissed ||= missed.length > 0;
    }
  }
}
console.log(`\n${tableOfDrills(outcomes)}\n${tableOfWays(outcomes)}`);
const load = [Math.min(...loads), Math.max(...loads)].map((average) => average.toFixed(1)).join(' to ');
console.log(`${recordsBefore.toLocaleString('en')} records, ${cpus().length} cores, load average ${load}`);
// The cleanup ends programs that still run.
process.exit(isMissed ? 1 : 0);

function kindsWanted(wanted: string | undefined): readonly PlaceKind[] {
  if (wanted === undefined) return placesHere();
  const kind = placeKinds.find((known) => known === wanted);
  if (kind === undefined) throw new Error(`--replica is one of ${placeKinds.join(', ')}`);
  return [kind];
}

function linesOf(outcome: Outcome, missed: readonly string[]): string[] {
  const { way, place, acknowledged, lost, lostSeconds, steps, records, held } = outcome;
  const { restoring, promoting, starting } = steps;
  const parts = `restore ${restoring.toFixed(2)}, promote ${promoting.toFixed(2)}, start ${starting.toFixed(2)}`;
  return [
    `${wayNames[way]}, replica: ${place}`,
    `  acknowledged writes  ${acknowledged}`,
    `  lost                 ${lost}: those of the last ${lostSeconds.toFixed(2)} s (at most ${bounds.lostSeconds} s)`,
    `  answers again after  ${downSecondsOf(outcome).toFixed(2)} s (at most ${bounds.downSeconds} s): ${parts}`,
    `  records              ${records}`,
    ...Object.entries(held).map(([what, does]) => `  ${does ? 'yes' : 'NO '}  ${what}`),
    ...missed.map((bound) => `  MISSED: ${bound}`),
  ];
}

function missedBy(outcome: Outcome): string[] {
  const { acknowledged, lost, lostSeconds, records, held } = outcome;
  const expected = recordsBefore + acknowledged - lost;
  const isSlow = downSecondsOf(outcome) > bounds.downSeconds;
  return [
    ...(isBound(outcome) && lostSeconds > bounds.lostSeconds ? ['more is lost than allowed'] : []),
    ...(isBound(outcome) && isSlow ? ['it takes too long until the second machine answers'] : []),
    ...(acknowledged > 0 ? [] : ['nothing was written']),
    // A write may be stored whose answer did not arrive any more.
    ...(records >= expected ? [] : [`there are ${records} records, and at least ${expected} are expected`]),
    ...Object.keys(held).filter((what) => held[what] !== true),
  ];
}
