import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { periods } from '../../../../src/domain/billing/periodTable.ts';
import { statuses } from '../../../../src/domain/subscriptions/fields.ts';
import { foldCase } from '../../../../src/domain/text/text.ts';
import { anyDay } from '../../../support/arbitraries.ts';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { startService, type ListBody } from '../../../support/service.ts';

const service = await startService();

// Few different values, so that there are many ties.
const anyRecord: fc.Arbitrary<RecordFields> = fc.record({
  name: fc.constantFrom('netflix', 'Netflix', 'NETFLIX', 'Ähre', 'ähre', 'Straße', 'STRASSE', '100%', '1_0', 'z'),
  category: fc.constantFrom('Streaming', 'streaming', 'Music'),
  amountHundredths: fc.constantFrom(0, 1, 999, 1000, 99_999_999),
  currency: fc.constantFrom('USD', 'EUR'),
  period: fc.constantFrom('monthly', 'yearly'),
  customDays: fc.constant(null),
  nextPaymentDate: anyDay('2026-06-14', '2026-06-18'),
  status: fc.constantFrom(...statuses),
  createdAt: fc.constantFrom('2026-06-16T12:00:00.000Z', '2026-06-16T12:00:00.001Z', '2026-06-15T00:00:00.000Z'),
});
const anyRecords = fc.array(anyRecord, { maxLength: 60 });
const anySort = fc.constantFrom('createdAt', 'nextPaymentDate', 'amount', 'name');

function insert(records: readonly RecordFields[]): readonly string[] {
  removeRecords(service.database);
  return insertRecords(service.database, 'first', records);
}

function idsOf({ data }: ListBody): string[] {
  return data.map(({ id }) => id);
}

/** Follows the pages from the first to the last. */
async function allPages(query: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += limit) {
    const page = await service.list(`?${query}&limit=${limit}&offset=${offset}`);
    ids.push(...idsOf(page));
    expect(page.pagination).toMatchObject({ limit, offset });
    if (!page.pagination.hasMore) return ids;
    expect(page.data).toHaveLength(limit);
  }
}

describe('lists of any records', () => {
  test('§3.1: sorted by -x are the exact reverse of those sorted by x, ties included', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, anySort, async (records, sort) => {
        insert(records);
        const ascending = idsOf(await service.list(`?limit=100&sort=${sort}`));
        const descending = idsOf(await service.list(`?limit=100&sort=-${sort}`));
        expect(descending).toEqual(ascending.toReversed());
      }),
      { numRuns: 60 },
    );
  });

  test('§3.1: are in their order, and equal ones in the order of their creation', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, anySort, async (records, sort) => {
        const ids = insert(records);
        const keyOf = {
          createdAt: 'createdAt',
          nextPaymentDate: 'nextPaymentDate',
          amount: 'amountHundredths',
        } as const;
        const valued = records.map((record, position) => ({
          id: ids[position] ?? '',
          value: sort === 'name' ? foldCase(record.name) : record[keyOf[sort]],
        }));
        // A stable sort keeps the order of creation among equal ones.
        valued.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
        expect(idsOf(await service.list(`?limit=100&sort=${sort}`))).toEqual(valued.map(({ id }) => id));
      }),
      { numRuns: 60 },
    );
  });

  test('read page by page with any limit show every record exactly once, in the order of the whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRecords,
        anySort,
        fc.boolean(),
        fc.integer({ min: 1, max: 100 }),
        async (records, by, down, limit) => {
          insert(records);
          const sort = `sort=${down ? '-' : ''}${by}`;
          const whole = idsOf(await service.list(`?limit=100&${sort}`));
          const paged = await allPages(sort, limit);
          expect(paged).toEqual(whole);
          expect(new Set(paged).size).toBe(records.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('§1.5: filtered show exactly the records that pass every filter', async () => {
    const filters = fc.record(
      {
        status: fc.constantFrom(...statuses),
        category: fc.constantFrom('Streaming', 'streaming', 'None', ''),
        period: fc.constantFrom(...periods),
        q: fc.constantFrom('NET', 'flix', 'ä', 'ss', 'ß', '%', '_', '1_', '', 'zz'),
        expiringBefore: anyDay('2026-06-13', '2026-06-19'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(anyRecords, filters, async (records, chosen) => {
        const ids = insert(records);
        const passing = ids.filter((_, position) => {
          const record = records[position];
          return (
            record !== undefined &&
            (chosen.status ?? record.status) === record.status &&
            (chosen.category ?? record.category) === record.category &&
            (chosen.period ?? record.period) === record.period &&
            foldCase(record.name).includes(foldCase(chosen.q ?? '')) &&
            record.nextPaymentDate <= (chosen.expiringBefore ?? '9999-12-31')
          );
        });
        const query = new URLSearchParams({ ...chosen, limit: '100', sort: 'createdAt' });
        const found = await service.list(`?${query.toString()}`);
        expect(idsOf(found).sort()).toEqual(passing.toSorted());
        const { q, ...others } = chosen;
        expect(found.query.filters).toEqual({ ...others, ...(q !== undefined && q !== '' && { q }) });
      }),
      { numRuns: 120 },
    );
  });
});
