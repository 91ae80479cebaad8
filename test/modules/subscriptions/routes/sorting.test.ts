import { describe, expect, test } from 'bun:test';
import { pathOf } from '../../../support/expectations.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

/** Records with many ties; `at` counts the seconds at which they are created, in the order of creation. */
const drafts = [
  { at: 0, name: 'banana', amount: 10, lastPaymentDate: '2026-03-05' },
  { at: 0, name: 'Apple', amount: 9.5, lastPaymentDate: '2026-01-05' },
  { at: 0, name: 'cherry', amount: 100, lastPaymentDate: '2026-02-05' },
  { at: 5, name: 'apple', amount: 9.05, lastPaymentDate: '2026-02-05' },
  { at: 5, name: 'APPLE', amount: 10, lastPaymentDate: '2026-01-05' },
  { at: 9, name: 'Banana', amount: 0, lastPaymentDate: '2025-12-31' },
  { at: 9, name: 'Cherry', amount: 100, lastPaymentDate: '2026-02-05' },
  { at: 9, name: 'apple pie', amount: 10, lastPaymentDate: '2026-03-05' },
];

for (const [index, { at, ...fields }] of drafts.entries()) {
  service.clock.advance(at - (drafts[index - 1]?.at ?? 0));
  await service.create({ ...fields, currency: index % 2 === 0 ? 'USD' : 'JPY' });
}

/** The numbers of the drafts in the order that a query gives. */
async function orderOf(query: string): Promise<number[]> {
  const { data } = await service.list(query);
  return data.map((record) => drafts.findIndex(({ name }) => name === record.name));
}

// Of any records, filters and pages: the model in test/soak.
describe('sorting', () => {
  const orders = {
    createdAt: [0, 1, 2, 3, 4, 5, 6, 7],
    nextPaymentDate: [5, 1, 4, 2, 3, 6, 0, 7],
    amount: [5, 3, 1, 0, 4, 7, 2, 6],
    name: [1, 3, 4, 7, 0, 5, 2, 6],
  };

  test.each(Object.entries(orders))('§3.1: by %s keeps equal ones in the order of creation', async (sort, order) => {
    expect(await orderOf(`?sort=${sort}`)).toEqual(order);
    expect(await orderOf(`?sort=-${sort}`)).toEqual(order.toReversed());
  });

  test.each(Object.entries(orders))('by %s, page by page, shows each record once', async (sort, order) => {
    for (const limit of [1, 3, 8]) {
      const pages: number[] = [];
      for (let offset = 0; offset < order.length; offset += limit)
        pages.push(...(await orderOf(`?sort=${sort}&limit=${limit}&offset=${offset}`)));
      expect(pages).toEqual(order);
    }
  });

  test('§3.1: holds within what a filter leaves', async () => {
    expect(await orderOf('?q=apple&sort=amount')).toEqual([3, 1, 4, 7]);
    expect(await orderOf('?q=apple&sort=-amount')).toEqual([7, 4, 1, 3]);
  });

  test('§3.1: by creation does not change when a record is changed', async () => {
    const { data } = await service.list('?sort=createdAt');
    for (const record of data.slice(0, 2)) {
      await service.call('PATCH', pathOf(record), { json: { notificationEnabled: false } });
    }
    expect(await orderOf('?sort=createdAt')).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('sorting by name', () => {
  test('§3.1: follows a change of the name', async () => {
    const owner = service.makeKey('renamer', 'write');
    const first = await service.create({ name: 'alpha' }, owner);
    await service.create({ name: 'Beta' }, owner);
    await service.call('PATCH', pathOf(first), { key: owner, json: { name: 'GAMMA' } });
    expect((await service.list('?sort=name', owner)).data.map(({ name }) => name)).toEqual(['Beta', 'GAMMA']);
    expect((await service.list('?q=alpha', owner)).data).toEqual([]);
    expect((await service.list('?q=gamma', owner)).data).toHaveLength(1);
  });
});
