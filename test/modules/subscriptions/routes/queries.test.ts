import { describe, expect, test } from 'bun:test';
import { startService } from '../../../support/service.ts';

const service = await startService();

/** Records that differ in everything that a filter looks at. */
const records = [
  { name: 'Netflix', category: 'Streaming', period: 'monthly', lastPaymentDate: '2026-06-10', status: 'active' },
  { name: 'netflix family', category: 'streaming', period: 'yearly', lastPaymentDate: '2025-07-10', status: 'paused' },
  {
    name: 'Spotify',
    category: 'Music',
    period: 'custom',
    customDate: '30',
    lastPaymentDate: '2026-06-11',
    status: 'active',
  },
  {
    name: '100% Fit',
    category: 'Health & more',
    period: 'monthly',
    lastPaymentDate: '2026-05-31',
    status: 'cancelled',
  },
  { name: '100 Fit', category: 'Health', period: 'monthly', lastPaymentDate: '2026-05-30', status: 'cancelled' },
  { name: 'snake_case', category: 'Dev+Ops', period: 'monthly', lastPaymentDate: '2026-06-01', status: 'active' },
  { name: 'snakeXcase', category: 'Dev Ops', period: 'monthly', lastPaymentDate: '2026-06-01', status: 'active' },
  { name: "O'Reilly [books] *?", category: 'Größe', period: 'yearly', lastPaymentDate: '2026-01-01', status: 'active' },
];
for (const record of records) await service.create(record);
await service.create({ name: 'Netflix', category: 'Streaming' }, service.keys.otherWrite);

/** The names that a query finds, in the order of their creation. */
async function namesFor(parameters: Readonly<Record<string, string>>): Promise<string[]> {
  const query = new URLSearchParams({ ...parameters, sort: 'createdAt' });
  return (await service.list(`?${query.toString()}`)).data.map(({ name }) => name);
}

/** The names of the records that pass a test. */
function namesWhere(passes: (record: (typeof records)[number]) => boolean): string[] {
  return records.filter(passes).map(({ name }) => name);
}

describe('filters', () => {
  test('§1.5: without any, all records of the owner and no others are listed', async () => {
    expect(await namesFor({})).toEqual(records.map(({ name }) => name));
  });

  test.each(['Streaming', 'streaming', 'Health & more', 'Health', 'Dev+Ops', 'Dev Ops', 'Größe'])(
    '§1.5: category "%s" finds exactly those',
    async (category) => {
      expect(await namesFor({ category })).toEqual(namesWhere((record) => record.category === category));
    },
  );

  test.each(['STREAMING', 'Stream', 'Streaming ', 'größe', '%', '', 'Music%'])(
    '§1.5: category "%s", which none has exactly, finds none',
    async (category) => {
      expect(await namesFor({ category })).toEqual([]);
    },
  );

  test('§1.5: the answer has the applied filters and the order', async () => {
    const { query } = await service.list(
      '?status=active&category=Dev%2BOps&period=monthly&q=Snake&expiringBefore=2026-12-31&sort=-name',
    );
    expect(query).toEqual({
      sort: '-name',
      filters: { status: 'active', category: 'Dev+Ops', period: 'monthly', q: 'Snake', expiringBefore: '2026-12-31' },
    });
  });

  test('§1.5: the answer has the filters in the order of the query', async () => {
    const { query } = await service.list('?expiringBefore=2026-12-31&q=Snake&status=active');
    expect(JSON.stringify(query.filters)).toBe('{"expiringBefore":"2026-12-31","q":"Snake","status":"active"}');
  });

  test('§1.5: without filters the answer has none, and is sorted newest first', async () => {
    const { query, data } = await service.list('?limit=3&offset=1');
    expect(query).toEqual({ sort: '-createdAt', filters: {} });
    expect(data.map(({ name }) => name)).toEqual(['snakeXcase', 'snake_case', '100 Fit']);
  });
});

describe('the search q', () => {
  test.each([
    ['Netflix', ['Netflix', 'netflix family']],
    ['NETFLIX', ['Netflix', 'netflix family']],
    ['flix f', ['netflix family']],
    ['%', ['100% Fit']],
    ['0%', ['100% Fit']],
    ['100%Fit', []],
    ['_', ['snake_case']],
    ['e_c', ['snake_case']],
    ['snake', ['snake_case', 'snakeXcase']],
    ['*', ["O'Reilly [books] *?"]],
    ['[b]', []],
    ["'", ["O'Reilly [books] *?"]],
    ["' or '1'='1", []],
    ['\\', []],
    ['Streaming', []],
    ['\0', []],
    ['N\0', []],
    [' ', ['netflix family', '100% Fit', '100 Fit', "O'Reilly [books] *?"]],
  ])('§1.5: "%s" matches literally, in any case, within the name', async (q, names) => {
    expect(await namesFor({ q })).toEqual(names);
  });

  test('§1.5: an empty one matches everything and is not in the answer', async () => {
    const { data, query } = await service.list('?q=&status=active');
    expect(data).toHaveLength(5);
    expect(query.filters).toEqual({ status: 'active' });
    expect((await service.list('?q')).query.filters).toEqual({});
  });

  test('§1.5: a plus sign and %20 are both a space, %2B is a plus sign', async () => {
    expect((await service.list('?category=Dev+Ops')).data).toHaveLength(1);
    expect((await service.list('?category=Dev%20Ops')).query.filters['category']).toBe('Dev Ops');
    expect((await service.list('?category=Dev%2BOps')).query.filters['category']).toBe('Dev+Ops');
  });
});
