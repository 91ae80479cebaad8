import { describe, expect, test } from 'bun:test';
import {
  choicesOf,
  createSelection,
  entriesOf,
  everything,
  isRestricted,
  piecesOf,
  readListQuery,
  selectEntries,
  setFilters,
  writeListQuery,
  type ListQuery,
} from '../../../src/web/pages/subscriptions/list.ts';
import { noDetails, recordOf } from './records.ts';

const records = [
  recordOf({ name: 'spotify', amount: 9.99, nextPaymentDate: '2026-07-20', category: 'Music' }),
  recordOf({ name: 'Netflix', amount: 15.99, nextPaymentDate: '2026-06-10' }),
  recordOf({
    name: 'GitHub',
    amount: 4,
    currency: 'USD',
    details: { ...noDetails, tags: ['work'], notes: 'Team plan', paymentMethod: 'Visa 1234' },
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

  test('is sorted by amount within each currency, in the order of currencies', () => {
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

  test.each([
    ['okostrom', 'Ökostrom'],
    ['Ökostrom', 'Ökostrom'],
    ['oekostrom', 'Ökostrom'],
    ['O\u0308KOSTROM', 'Ökostrom'],
    ['strasse', 'Straße 7'],
    ['STRASSE', 'Straße 7'],
    ['straße', 'Straße 7'],
    ['pokemon', 'Pokémon'],
    ['pokémon', 'Pokémon'],
    ['smorrebrod', 'Smørrebrød'],
    ['smoerrebroed', 'Smørrebrød'],
    ['lodz', 'Łódź'],
    ['istanbul', 'İstanbul'],
    ['office', 'Oﬃce'],
    ['ｎｈｋ', 'NHK'],
    ['か', 'かな'],
  ])('is searched as people write: %s finds %s and nothing else', (q, name) => {
    const names = ['Ökostrom', 'Straße 7', 'Pokémon', 'Smørrebrød', 'Łódź', 'İstanbul', 'Oﬃce', 'NHK', 'かな', 'がな'];
    const entries = entriesOf(names.map((one) => recordOf({ name: one, category: 'x' })));
    const found = selectEntries(entries, { ...everything, q }, today);
    expect(found.map(({ record }) => record.name)).toEqual([name]);
  });

  test('is built in pieces: the first for the first view, and smaller ones for when the browser has time', () => {
    const items = Array.from({ length: 400 }, (_, place) => place);
    const pieces = piecesOf(items);
    expect(pieces.flat()).toEqual(items);
    expect(pieces[0]).toHaveLength(40);
    for (const piece of pieces.slice(1)) expect(piece).toHaveLength(20);
    expect(piecesOf(items.slice(0, 41)).map(({ length }) => length)).toEqual([40, 1]);
    expect(piecesOf([1])).toEqual([[1]]);
  });

  test('is filtered by status, category, currency and tag', () => {
    expect(shown({ status: 'paused' })).toEqual(['Gym']);
    expect(shown({ status: 'overdue' })).toEqual(['Netflix']);
    expect(shown({ category: 'Music' })).toEqual(['spotify']);
    const [composed, other] = ['Café', 'Café'].map((text, at) => text.normalize(at === 0 ? 'NFC' : 'NFD'));
    const cafe = entriesOf([recordOf({ category: composed ?? '' })]);
    expect(selectEntries(cafe, { ...everything, category: other ?? '' }, today)).toHaveLength(1);
    expect(shown({ currency: 'USD' })).toEqual(['GitHub']);
    expect(shown({ tag: 'work' })).toEqual(['GitHub']);
  });

  test.each([
    ['2026-06-30', '2026-06-29', true],
    ['2026-06-30', '2026-06-30', false],
    ['2026-06-30', '2026-07-01', false],
    ['2026-07-01', '2026-06-30', true],
  ])('is on %s overdue when it was due on %s: %p', (day, nextPaymentDate, overdue) => {
    const entries = entriesOf([recordOf({ nextPaymentDate })]);
    expect(selectEntries(entries, { ...everything, status: 'overdue' }, day)).toHaveLength(overdue ? 1 : 0);
  });

  test('has what is cancelled but still runs among the cancelled ones, and among the active ones', () => {
    const ending = recordOf({ name: 'Phone', details: { ...noDetails, endsOn: '2026-12-31' } });
    const entries = entriesOf([ending, recordOf({ name: 'Rent', details: noDetails }), recordOf({ name: 'Films' })]);
    const namesOf = (status: ListQuery['status']) =>
      selectEntries(entries, { ...everything, status, sort: 'name' }, today).map(({ record }) => record.name);
    expect(namesOf('cancelled')).toEqual(['Phone']);
    expect(namesOf('active')).toEqual(['Films', 'Phone', 'Rent']);
    expect(namesOf('paused')).toEqual([]);
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
      paymentMethods: ['Visa 1234'],
    });
  });
});

test('the filters that are set are listed in the order of the form, without search and order', () => {
  expect(setFilters({ ...everything, q: 'x', sort: 'name' })).toEqual([]);
  expect(setFilters({ ...everything, tag: 'work', status: 'overdue' })).toEqual(['status', 'tag']);
});

test('a selection grows and shrinks by what is selected and unselected', () => {
  const { ids, set, clear } = createSelection();
  set(['a', 'b'], true);
  set(['c'], true);
  set(['b'], false);
  expect(Array.from(ids.value)).toEqual(['a', 'c']);
  clear();
  expect(ids.value.size).toBe(0);
});

describe('the address', () => {
  test('says what the list shows, and is empty for the default', () => {
    expect(writeListQuery(everything)).toBe('');
    const query: ListQuery = { ...everything, q: 'a&b', status: 'paused', sort: 'amount', isDescending: true };
    expect(writeListQuery(query, '42')).toBe('?q=a%26b&status=paused&sort=-amount&id=42');
    expect(readListQuery(Object.fromEntries(new URLSearchParams(writeListQuery(query))))).toEqual(query);
  });

  test.each<Partial<ListQuery>>([
    { q: 'plan & git' },
    { status: 'overdue' },
    { category: 'Home & Garden' },
    { currency: 'CHF' },
    { currency: 'INR' },
    { tag: 'a+b' },
    { sort: 'name' },
    { isDescending: true },
    { sort: 'month', isDescending: true },
  ])('keeps %j', (part) => {
    const query: ListQuery = { ...everything, ...part };
    expect(readListQuery(Object.fromEntries(new URLSearchParams(writeListQuery(query))))).toEqual(query);
  });

  test('with unknown values shows everything', () => {
    expect(readListQuery({ status: 'gone', currency: 'euros', sort: '-colour' })).toMatchObject({
      status: '',
      currency: '',
      sort: 'next',
    });
  });

  test('hides something only with a filter or a search', () => {
    expect(isRestricted({ ...everything, q: ' ', sort: 'name', isDescending: true })).toBe(false);
    const parts: Partial<ListQuery>[] = [
      { q: 'a' },
      { status: 'paused' },
      { category: 'Home' },
      { currency: 'EUR' },
      { tag: 'work' },
    ];
    expect(parts.map((part) => isRestricted({ ...everything, ...part }))).toEqual(parts.map(() => true));
  });
});
