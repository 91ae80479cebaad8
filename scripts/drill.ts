// The machine dies: `npm run drill` kills a server under load together with its Litestream, deletes the data, and lets a
// second machine take over, first by a restore of the replica and then as a warm standby. It needs `litestream`, and uses
// `gofakes3` as its S3 server if it is installed, and a folder otherwise. Ends with 1 when a bound is missed.
import { seed } from '../bench/support/seed.ts';
import { requireProgram } from '../bench/support/workspace.ts';
import { rehearse, type Outcome, type Way } from './drill/rehearsal.ts';

const recordsBefore = Number(Bun.env['DRILL_RECORDS'] ?? 100_000);
const bounds = { lostSeconds: 1, downSeconds: 10 };

requireProgram('litestream', 'run "go install github.com/benbjohnson/litestream/cmd/litestream@v0.5.18"');
const data = seed([recordsBefore]);
const titles: Readonly<Record<Way, string>> = { restore: 'restore on a second machine', standby: 'warm standby' };
let isMissed = false;
for (const way of ['restore', 'standby'] as const) {
  const outcome = await rehearse(way, data);
  const missed = missedBy(outcome);
  console.log(linesOf(titles[way], outcome, missed).join('\n'));
  isMissed ||= missed.length > 0;
}
// The cleanup ends programs that still run.
process.exit(isMissed ? 1 : 0);

function linesOf(title: string, outcome: Outcome, missed: readonly string[]): string[] {
  const { place, acknowledged, lost, lostSeconds, steps, records, held } = outcome;
  const { restoring, promoting, starting } = steps;
  const parts = `restore ${restoring.toFixed(2)}, promote ${promoting.toFixed(2)}, start ${starting.toFixed(2)}`;
  return [
    `${title}, replica on ${place}`,
    `  acknowledged writes  ${acknowledged}`,
    `  lost                 ${lost}: those of the last ${lostSeconds.toFixed(2)} s (at most ${bounds.lostSeconds} s)`,
    `  answers again after  ${downSecondsOf(outcome).toFixed(2)} s (at most ${bounds.downSeconds} s): ${parts}`,
    `  records              ${records}`,
    ...Object.entries(held).map(([what, does]) => `  ${does ? 'yes' : 'NO '}  ${what}`),
    ...missed.map((bound) => `  MISSED: ${bound}`),
  ];
}

function downSecondsOf({ steps }: Outcome): number {
  return Object.values(steps).reduce((sum, seconds) => sum + seconds, 0);
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
