import { describe, expect, test } from 'bun:test';
import type { Subscription } from '../../../src/web/subscriptions/fields.ts';
import { unusualOf } from '../../../src/web/subscriptions/unusual.ts';
import { recordOf } from './records.ts';

const one = (name: string, amount: number, fields: Partial<Subscription> = {}) =>
  recordOf({ name, amount, category: 'Streaming', ...fields });
/** So much else that nothing of the category is a quarter of everything. */
const rent = one('Rent', 800, { category: 'Home' });
const namesOf = (all: readonly Subscription[]) => unusualOf(all).map(({ subscription }) => subscription.name);

describe('what costs well above average', () => {
  test('is compared with the others of its category, whatever their interval', () => {
    const all = [rent, one('Sport', 40), one('Films', 10), one('Series', 120, { period: 'yearly' })];
    expect(unusualOf(all)).toEqual([{ subscription: all[1], monthly: 40, average: 10, times: 4 }] as never);
    expect(namesOf([rent, one('Sport', 20), one('Films', 10), one('Series', 10)])).toEqual([]);
  });

  test('is not what other categories, currencies or states make seem expensive', () => {
    const others = [one('Films', 1), one('Series', 1)];
    expect(namesOf([rent, one('Gym', 40, { category: 'Sport' }), ...others])).toEqual([]);
    expect(namesOf([rent, one('Dollars', 40, { currency: 'USD' }), ...others])).toEqual([]);
    expect(namesOf([rent, one('Paused', 40, { status: 'paused' }), ...others])).toEqual([]);
  });

  test('is not hidden by what the others of its category cost in another currency', () => {
    const yen = { currency: 'JPY' } as const;
    const others = [one('Miete', 90_000, { ...yen, category: 'Home' }), one('Eiga', 1000, yen)];
    expect(namesOf([rent, one('Sport', 24), one('Films', 10), one('Series', 10), ...others])).toEqual(['Sport']);
  });

  test('needs two others at least: one is no average', () => {
    expect(namesOf([rent, one('Sport', 40), one('Films', 10)])).toEqual([]);
  });

  test('is not what makes up a quarter of everything or more, and that raises no average', () => {
    const home = { category: 'Home' };
    const small = [one('Water', 10, home), one('Chimney sweep', 10, home)];
    expect(namesOf([rent, ...small])).toEqual([]);
    expect(namesOf([rent, ...small, one('Power', 60, home)])).toEqual(['Power']);
    // Exactly a quarter.
    expect(namesOf([one('Quarter', 100), one('Films', 1), one('Series', 1), one('Rest', 298, home)])).toEqual([]);
  });

  test('is in the order of how many times the average it costs', () => {
    const sport = { category: 'Sport' };
    const all = [rent, one('Films', 5), one('Series', 5), one('Cinema', 15)];
    const more = [one('Gym', 40, sport), one('Shoes', 5, sport), one('Ball', 5, sport)];
    expect(namesOf([...all, ...more])).toEqual(['Gym', 'Cinema']);
  });
});
