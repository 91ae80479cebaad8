// The machine dies: `npm run drill` kills a server under load together with its Litestream, deletes the data, and continues
// on a second machine as docs/replication.md says: `litestream restore`, `duebook restore`, start. The replica lies in a folder
// and on an S3 server of this machine: it needs `litestream`, and for the latter `gofakes3`. `npm run drill -- --replica s3` tries
// one of them. Prints the table of docs/replication.md. Ends with 1 when a bound is missed.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { seed } from '../bench/support/seed.ts';
import { requireProgram } from '../bench/support/workspace.ts';
import { placeKinds, placesHere, type PlaceKind } from './drill/places.ts';
import { rehearse, type Outcome } from './drill/rehearsal.ts';
import { markdownTable } from './markdownTable.ts';

const recordsBefore = Number(Bun.env['DRILL_RECORDS'] ?? 100_000);
const bounds = { lostSeconds: 1, downSeconds: 10 };

const { values: options } = parseArgs({ options: { replica: { type: 'string' } } });
requireProgram('litestream', 'run "go install github.com/benbjohnson/litestream/cmd/litestream@v0.5.18"');
const kinds = kindsWanted(options.replica);
const data = seed([recordsBefore]);
const outcomes: Outcome[] = [];
let isMissed = false;
for (const kind of kinds) {
  const outcome = await rehearse(kind, data);
  const missed = missedBy(outcome);
  console.log(linesOf(outcome, missed).join('\n'));
  outcomes.push(outcome);
  isMissed ||= missed.length > 0;
}
console.log(`\n${tableOf(outcomes)}`);
const [load = 0] = loadavg();
console.log(`${recordsBefore.toLocaleString('en')} records, ${cpus().length} cores, load average ${load.toFixed(1)}`);
// The cleanup ends programs that still run.
process.exit(isMissed ? 1 : 0);

function kindsWanted(wanted: string | undefined): readonly PlaceKind[] {
  if (wanted === undefined) return placesHere();
  const kind = placeKinds.find((known) => known === wanted);
  if (kind === undefined) throw new Error(`--replica is one of ${placeKinds.join(', ')}`);
  return [kind];
}

/** The time until the second machine has answered a request, in seconds. */
function downSecondsOf({ steps }: Outcome): number {
  return Object.values(steps).reduce((sum, step) => sum + step, 0);
}

function linesOf(outcome: Outcome, missed: readonly string[]): string[] {
  const { place, acknowledged, lost, lostSeconds, records, held } = outcome;
  return [
    `replica: ${place}`,
    `  acknowledged writes  ${acknowledged}`,
    `  lost                 ${lost}: those of the last ${lostSeconds.toFixed(2)} s (at most ${bounds.lostSeconds} s)`,
    `  answers again after  ${downSecondsOf(outcome).toFixed(2)} s (at most ${bounds.downSeconds} s)`,
    `  records              ${records}`,
    ...Object.entries(held).map(([what, does]) => `  ${does ? 'yes' : 'NO '}  ${what}`),
    ...missed.map((bound) => `  MISSED: ${bound}`),
  ];
}

function tableOf(rows: readonly Outcome[]): string {
  const head = ['replica', 'acknowledged', 'lost', 'answers after', 'litestream restore', 'duebook restore', 'start'];
  const seconds = (value: number) => `${value.toFixed(2)} s`;
  return markdownTable([
    head,
    ...rows.map((outcome) => {
      const { place, acknowledged, lost, lostSeconds, steps } = outcome;
      const times = [downSecondsOf(outcome), steps.fetching, steps.restoring, steps.starting].map(seconds);
      const counts = [acknowledged.toLocaleString('en'), `${lost.toLocaleString('en')} (${seconds(lostSeconds)})`];
      return [place, ...counts, ...times];
    }),
  ]);
}

function missedBy(outcome: Outcome): string[] {
  const { acknowledged, lost, lostSeconds, records, held } = outcome;
  const expected = recordsBefore + acknowledged - lost;
  return [
    ...(lostSeconds > bounds.lostSeconds ? ['more is lost than allowed'] : []),
    ...(downSecondsOf(outcome) > bounds.downSeconds ? ['it takes too long until the second machine answers'] : []),
    ...(acknowledged > 0 ? [] : ['nothing was written']),
    // A write may be stored whose answer did not arrive any more.
    ...(records >= expected ? [] : [`there are ${records} records, and at least ${expected} are expected`]),
    ...Object.keys(held).filter((what) => held[what] !== true),
  ];
}
