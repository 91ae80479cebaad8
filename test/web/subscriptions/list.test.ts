import { describe, expect, test } from 'bun:test';
import { choicesOf, entriesOf, selectEntries } from '../../../src/web/pages/subscriptions/model/listEntries.ts';
import {
  everything,
  isRestricted,
  readListQuery,
  writeListQuery,
  type ListQuery,
} from '../../../src/web/pages/subscriptions/model/listQuery.ts';
import { noDetails, recordOf } from './records.ts';

const records = [
  recordOf({ name: 'spotify', amount: 9.99, nextPaymentDate: '2026-07-20', category: 'Music' }),
  recordOf({ name: 'Netflix', amount: 15.99, nextPaymentDate: '2026-06-10' }),
  recordOf({
    name: 'GitHub',
    amount: 4,
    currency: 'USD',
    details: { ...noDetails, tags: ['work'], notes: 'Team plan' },
  }),
  recordOf({ name: 'Gym', amount: 30, nextPaymentDate: '2026-06-01', status: 'paused' }),
];
const today = '2026-06-16';

describe('the list', () => {
  const shown = (query: Partial<ListQuery>) =>
    selectEntries(entriesOf(records), { ...everything, ...query }, today).map(({ record }) => record.name);

  test('is in the order of the next payment, with what is not active at the end', () => {
    expect(shown({})).toEqual(['Netflix', 'GitHub', 'spotify', 'Gym']);
    expect(shown({ isDescending: true })).toEqual(['spotify', 'GitHub', 'Netflix', 'Gym']);
  });

  test('is sorted by name without regard to case', () => {
    expect(shown({ sort: 'name' })).toEqual(['GitHub', 'Gym', 'Netflix', 'spotify']);
    expect(shown({ sort: 'name', isDescending: true })).toEqual(['spotify', 'Netflix', 'Gym', 'GitHub']);
  });

  test('is sorted by amount within each currency, that of most subscriptions first', () => {
    expect(shown({ sort: 'amount' })).toEqual(['spotify', 'Netflix', 'Gym', 'GitHub']);
    expect(shown({ sort: 'amount', isDescending: true })).toEqual(['Gym', 'Netflix', 'spotify', 'GitHub']);
  });

  test('is searched for every word, in names, categories, notes and tags, without regard to case', () => {
    expect(shown({ q: 'SPOT' })).toEqual(['spotify']);
    expect(shown({ q: 'plan git' })).toEqual(['GitHub']);
    expect(shown({ q: 'work' })).toEqual(['GitHub']);
    expect(shown({ q: 'music' })).toEqual(['spotify']);
    expect(shown({ q: 'music git' })).toEqual([]);
  });

  test('is filtered by status, category, currency and tag', () => {
    expect(shown({ status: 'paused' })).toEqual(['Gym']);
    expect(shown({ status: 'overdue' })).toEqual(['Netflix']);
    expect(shown({ category: 'Music' })).toEqual(['spotify']);
    expect(shown({ currency: 'USD' })).toEqual(['GitHub']);
    expect(shown({ tag: 'work' })).toEqual(['GitHub']);
  });

  test('is not overdue after its end', () => {
    const ended = recordOf({ nextPaymentDate: '2026-06-10', details: { ...noDetails, endsOn: '2026-06-09' } });
    expect(selectEntries(entriesOf([ended]), { ...everything, status: 'overdue' }, today)).toEqual([]);
  });

  test('offers the filters that some subscription has', () => {
    expect(choicesOf(records)).toEqual({
      categories: ['Music', 'Streaming'],
      currencies: ['EUR', 'USD'],
      tags: ['work'],
    });
  });
});

describe('the address', () => {
  test('says what the list shows, and is empty for the default', () => {
    expect(writeListQuery(everything)).toBe('');
    const query: ListQuery = { ...everything, q: 'a&b', status: 'paused', sort: 'amount', isDescending: true };
    expect(writeListQuery(query, '42')).toBe('?q=a%26b&status=paused&sort=-amount&id=42');
    expect(readListQuery(Object.fromEntries(new URLSearchParams(writeListQuery(query))))).toEqual(query);
  });

  test('with unknown values shows everything', () => {
    expect(readListQuery({ status: 'gone', currency: 'XXX', sort: '-colour' })).toMatchObject({
      status: '',
      currency: '',
      sort: 'next',
    });
  });

  test('hides something only with a filter or a search', () => {
    expect(isRestricted({ ...everything, q: ' ', sort: 'name' })).toBe(false);
    expect(isRestricted({ ...everything, tag: 'work' })).toBe(true);
  });
});
