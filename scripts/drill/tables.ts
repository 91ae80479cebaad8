import { markdownTable } from '../markdownTable.ts';
import type { Outcome, Way } from './rehearsal.ts';

/** The ways to take over, as the documentation calls them. */
export const wayNames: Readonly<Record<Way, string>> = { restore: 'second machine', standby: 'warm standby' };

const seconds = (value: number, digits: number): string => value.toFixed(digits);

/** The time until the second machine has answered a request, in seconds. */
export function downSecondsOf({ steps }: Pick<Outcome, 'steps'>): number {
  return Object.values(steps).reduce((sum, step) => sum + step, 0);
}

/** Whether the bounds apply: a standby follows an SFTP server too slowly for the load of the drill, as the guide says. */
export const isBound = ({ way, place }: Pick<Outcome, 'way' | 'place'>): boolean =>
  !(way === 'standby' && place === 'SFTP');

/** All drills, one a row, as the decision record has them. */
export function tableOfDrills(outcomes: readonly Outcome[]): string {
  const head = ['replica', 'way', 'acknowledged', 'lost', 'answers after', 'restore', 'promote', 'start'];
  const rows = outcomes.map((outcome) => {
    const { way, place, acknowledged, lost, lostSeconds, steps } = outcome;
    const times = [downSecondsOf(outcome), steps.restoring, steps.promoting, steps.starting];
    return [
      place,
      wayNames[way],
      acknowledged.toLocaleString('en'),
      `${lost.toLocaleString('en')} (${seconds(lostSeconds, 2)} s)`,
      ...times.map((time) => `${seconds(time, 2)} s`),
    ];
  });
  return markdownTable([head, ...rows]);
}

/** The least and the most of each way to which the bounds apply, as the guide has them. */
export function tableOfWays(outcomes: readonly Outcome[]): string {
  const head = ['way', 'acknowledged writes that were lost', 'answers again after'];
  const rows = (Object.keys(wayNames) as Way[]).flatMap((way) => {
    const ofWay = outcomes.filter((outcome) => outcome.way === way && isBound(outcome));
    if (ofWay.length === 0) return [];
    const span = (values: readonly number[], show: (value: number) => string, word: string): string => {
      const ends = [Math.min(...values), Math.max(...values)].map(show);
      return Array.from(new Set(ends)).join(word);
    };
    const lost = span(
      ofWay.map((outcome) => outcome.lost),
      (value) => value.toLocaleString('en'),
      ' to ',
    );
    const lostTime = span(
      ofWay.map(({ lostSeconds }) => lostSeconds),
      (value) => seconds(value, 2),
      '–',
    );
    const down = span(ofWay.map(downSecondsOf), (value) => seconds(value, 1), '–');
    return [[wayNames[way], `${lost}, from the last ${lostTime} s`, `${down} s`]];
  });
  return markdownTable([head, ...rows]);
}
