import { beforeEach, describe, expect, test } from 'bun:test';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { duplicatesOf } from '../../../support/reports.ts';
import { pathOf } from '../../../support/expectations.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

beforeEach(() => removeRecords(service.database));

function insert(...records: readonly Partial<RecordFields>[]): readonly string[] {
  return insertRecords(service.database, 'first', records);
}

async function groupNames(): Promise<readonly string[]> {
  return (await duplicatesOf(service)).map(({ normalizedName }) => normalizedName);
}

describe('duplicates', () => {
  test.each([
    ['case', ['Netflix', 'NETFLIX'], 'netflix'],
    ['white space', ['Net flix', 'Net \u2003 flix', ' Net flix'], 'net flix'],
    ['width', ['Netflix', 'Ｎｅｔｆｌｉｘ'], 'netflix'],
    ['composition', ['Caf\u00e9', 'Cafe\u0301'], 'café'],
    ['sharp s', ['Straße', 'STRASSE', 'STRAẞE'], 'strasse'],
  ])('§5.5: are names that differ in %s only', async (_, names, normalizedName) => {
    const ids = insert(...names.map((name) => ({ name })));
    const groups = await duplicatesOf(service);
    expect(groups.map((group) => group.normalizedName)).toEqual([normalizedName]);
    expect(groups[0]?.subscriptions.map(({ id }) => id)).toEqual([...ids]);
    expect(groups[0]?.subscriptions.map(({ name }) => name)).toEqual(names);
  });

  test('§5.5: are not names that differ in a letter, an accent, or a space within', async () => {
    insert(...['Netflix', 'Netflixx', 'Nétflix', 'Net flix', 'Netflix+'].map((name) => ({ name })));
    expect(await groupNames()).toEqual([]);
  });

  test('§5.5: are compared by name alone', async () => {
    insert(
      { category: 'A', currency: 'USD' },
      { category: 'B', currency: 'JPY', period: 'yearly', amountHundredths: 1 },
    );
    expect(await groupNames()).toEqual(['netflix']);
  });

  test('§5.5: count active and paused subscriptions, and no cancelled ones', async () => {
    insert(
      { name: 'both paused', status: 'paused' },
      { name: 'both paused', status: 'paused' },
      { name: 'one active', status: 'active' },
      { name: 'one active', status: 'paused' },
      { name: 'one cancelled', status: 'active' },
      { name: 'one cancelled', status: 'cancelled' },
      { name: 'all cancelled', status: 'cancelled' },
      { name: 'all cancelled', status: 'cancelled' },
      { name: 'three', status: 'active' },
      { name: 'three', status: 'cancelled' },
      { name: 'three', status: 'paused' },
    );
    const groups = await duplicatesOf(service);
    expect(groups.map(({ normalizedName, subscriptions }) => [normalizedName, subscriptions.length])).toEqual([
      ['both paused', 2],
      ['one active', 2],
      ['three', 2],
    ]);
  });

  test('§5.4: tell of each member also its period and status', async () => {
    const fields = { category: 'TV', currency: 'EUR', amountHundredths: 999 } as const;
    const [one, two] = insert(
      { ...fields, name: 'Netflix', period: 'custom', customDays: 10 },
      { ...fields, name: 'netflix', period: 'yearly', status: 'paused' },
    );
    expect((await duplicatesOf(service))[0]?.subscriptions).toEqual([
      { id: one, name: 'Netflix', category: 'TV', amount: 9.99, currency: 'EUR', period: 'custom', status: 'active' },
      { id: two, name: 'netflix', category: 'TV', amount: 9.99, currency: 'EUR', period: 'yearly', status: 'paused' },
    ]);
  });

  test('§5.3: come with the largest group first, groups of one size by their names', async () => {
    const sizes = { b: 2, a: 2, z: 3, ä: 2, B2: 2 };
    for (const [name, size] of Object.entries(sizes)) insert(...Array.from({ length: size }, () => ({ name })));
    expect(await groupNames()).toEqual(['z', 'a', 'b', 'b2', 'ä']);
  });

  test('follow what is written through the API: a new name, a cancelled one, a deleted one', async () => {
    const [one, two, three] = [await service.create(), await service.create({ name: 'Other' }), await service.create()];
    expect((await duplicatesOf(service)).map(({ subscriptions }) => subscriptions.length)).toEqual([2]);
    await service.call('PATCH', pathOf(two), { json: { name: ' NETFLIX ' } });
    expect((await duplicatesOf(service)).map(({ subscriptions }) => subscriptions.length)).toEqual([3]);
    await service.call('PATCH', pathOf(one), { json: { status: 'cancelled' } });
    await service.call('DELETE', pathOf(three));
    expect(await groupNames()).toEqual([]);
  });
});
