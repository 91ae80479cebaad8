import { describe, expect, test } from 'bun:test';
import { currenciesWith } from '../../../../src/core/billing/currencies.ts';
import { systemRandomness } from '../../../../src/core/runtime/system.ts';
import type { ReferenceRates } from '../../../../src/modules/rates/rules/referenceDocument.ts';
import { expectRefusal } from '../../../support/expectations.ts';
import { startService, type Call } from '../../../support/service.ts';

// 16 June 2026, noon.
const currencies = { ...currenciesWith(['PLN']), kept: ['SEK'] };
const service = await startService({ fetchesRates: true, currencies });
const path = '/api/v1/rates';
const put = (json: unknown, call: Call = {}) => service.call('PUT', path, { ...call, json });
const get = (call: Call = {}) => service.call('GET', path, call);
const dataOf = async (answer: ReturnType<typeof get>) => (await answer).json.data as object;

let owners = 0;

/** The write key of a new owner, who has set no rates. */
const newOwner = () => ({ key: service.makeKey(`owner ${(owners += 1)}`, 'write') });

/** Stores reference rates as a fetch does. */
const fetched = (reference: ReferenceRates) =>
  service.writes.submit({
    kind: 'rates.fetched',
    at: '2026-06-16T14:30:00.000Z',
    actor: { kind: 'service', requestId: systemRandomness.uuid() },
    reference,
  });

/** The actions and metadata of an owner's newest entries. */
async function activity(call: Call, limit = 10) {
  const answer = await service.call('GET', `/api/v1/activity?entityType=rates&limit=${limit}`, call);
  return answer.json.data as unknown as readonly {
    readonly id: string;
    readonly action: string;
    readonly entityId: string | null;
    readonly actor: { readonly kind: string };
    readonly metadata: Readonly<Record<string, unknown>>;
  }[];
}

const manual = { base: 'EUR', rates: { USD: 1.1642, JPY: 180.77 } };
const shown = { base: 'EUR', source: 'manual', asOf: '2026-06-16', rates: { USD: 1.1642, JPY: 180.77 } };

describe('rates set by hand', () => {
  test('are those of today, replace all others, and belong to one owner', async () => {
    const owner = newOwner();
    expectRefusal(await get(owner), 404, { code: 'rates_not_found' });
    expect(await dataOf(put(manual, owner))).toEqual(shown);
    expect(await dataOf(get(owner))).toEqual(shown);
    expectRefusal(await get(newOwner()), 404, { code: 'rates_not_found' });
    const other = { base: 'USD', source: 'manual', rates: {} };
    expect(await dataOf(put(other, owner))).toEqual({ ...other, asOf: '2026-06-16' });
    const neighbour = newOwner();
    await put(manual, neighbour);
    expect((await service.call('DELETE', path, owner)).status).toBe(200);
    expect(await dataOf(get(neighbour))).toEqual(shown);
  });

  test('are audited, and a change can be reverted', async () => {
    const owner = newOwner();
    await put(manual, owner);
    await put({ base: 'USD', rates: { EUR: 0.86 } }, owner);
    const [update] = await activity(owner);
    expect(update).toMatchObject({ action: 'rates.update', entityId: null });
    expect((await service.call('POST', `/api/v1/audit/${update?.id}/revert`, owner)).status).toBe(200);
    expect(await dataOf(get(owner))).toEqual(shown);
    expect((await service.call('DELETE', path, owner)).json.deleted).toBe(true);
    expectRefusal(await get(owner), 404, { code: 'rates_not_found' });
    const actions = (await activity(owner)).map(({ action }) => action);
    expect(actions).toEqual(['rates.delete', 'rates.update', 'rates.update', 'rates.create']);
  });

  test.each<[unknown, string, string | undefined]>([
    [{}, 'base', 'base is missing.'],
    [{ ...manual, base: 'QQQ' }, 'base', undefined],
    [{ ...manual, base: 'CZK' }, 'base', undefined],
    [{ base: 'EUR' }, 'rates', 'rates is missing.'],
    [{ base: 'EUR', rates: [] }, 'rates', undefined],
    [{ base: 'EUR', rates: { EUR: 1 } }, 'rates', 'EUR is the base, and has no rate of its own.'],
    [{ base: 'EUR', rates: { CZK: 25 } }, 'rates', undefined],
    [{ base: 'EUR', rates: { usd: 1.1 } }, 'rates', undefined],
    [{ base: 'EUR', rates: { USD: 0 } }, 'rates', undefined],
    [{ base: 'EUR', rates: { USD: -1 } }, 'rates', undefined],
    [{ base: 'EUR', rates: { USD: '1.1' } }, 'rates', undefined],
    [{ base: 'EUR', rates: { USD: 1_000_000_001 } }, 'rates', undefined],
    [{ base: 'EUR', rates: { USD: 1.234_567_890_1 } }, 'rates', undefined],
    [{ base: 'EUR', source: 'bank' }, 'source', undefined],
    [{ base: 'EUR', source: 'ecb', rates: {} }, 'rates', 'rates are not sent with the source ecb.'],
  ])('are refused with what is wrong: %j', async (json, field, message) => {
    expectRefusal(await put(json), 400, { code: 'invalid_field', field, ...(message !== undefined && { message }) });
  });

  test.each(['constructor', '__proto__', 'usd'])(
    'are not told to have a rate of %s, which is no currency',
    async (name) => {
      const { suggestedFix } = (await put({ base: 'EUR', rates: JSON.parse(`{"${name}":1}`) as object })).json.error;
      expect(suggestedFix).toStartWith(`Remove "${name}": the currencies are `);
    },
  );

  test('have at most 18 decimals, as the refusal says', async () => {
    const { message } = (await put({ base: 'EUR', rates: { USD: 1e-19 } })).json.error;
    expect(message).toEndWith('at most ten significant digits and 18 decimals.');
  });

  test('name a currency that the server lacks, and how it gets it', async () => {
    const { suggestedFix } = (await put({ base: 'EUR', rates: { CZK: 25 } })).json.error;
    expect(suggestedFix).toContain('--currencies CZK');
  });

  test('cannot be set with a day', async () => {
    expectRefusal(await put({ ...manual, asOf: '2026-01-01' }), 400, { code: 'unknown_field', field: 'asOf' });
  });

  test('can be those of currencies that the server has added, or keeps', async () => {
    const json = { base: 'PLN', rates: { SEK: 2.5, EUR: 0.23 } };
    expect(await dataOf(put(json, newOwner()))).toMatchObject(json);
  });
});

describe('the rates of the European Central Bank', () => {
  const follow = { base: 'EUR', source: 'ecb' };

  test('are refused by a server that does not fetch them, which names the setting', async () => {
    const plain = await startService();
    const answer = await plain.call('PUT', path, { json: follow });
    expectRefusal(answer, 400, { code: 'invalid_field', field: 'source' });
    expect(answer.json.error.suggestedFix).toContain('--exchange-rates ecb');
  });

  test('are there for who follows them, from the first fetch on', async () => {
    const [owner, other] = [newOwner(), newOwner()];
    expect(await dataOf(put(follow, owner))).toEqual({ ...follow, asOf: null, rates: {} });
    await put(manual, other);
    const reference = { asOf: '2026-06-15', rates: { USD: 1.25, JPY: 180, PLN: 4.2 } };
    expect(await fetched(reference)).toEqual({ outcome: 'fetched', isNew: true });
    expect(await dataOf(get(owner))).toEqual({ ...follow, ...reference });
    expect(await dataOf(get(other))).toMatchObject(manual);
    // To another base, with ten digits.
    const inDollars = await dataOf(put({ base: 'USD', source: 'ecb' }, owner));
    expect(inDollars).toEqual({
      base: 'USD',
      source: 'ecb',
      asOf: '2026-06-15',
      rates: { EUR: 0.8, JPY: 144, PLN: 3.36 },
    });
    const refused = await put({ base: 'CHF', source: 'ecb' }, owner);
    expectRefusal(refused, 400, { code: 'invalid_field', field: 'base' });
  });

  test('have one audit entry for each change, by the service, and are never replaced by older ones', async () => {
    const [owner, byHand] = [newOwner(), newOwner()];
    await put(follow, owner);
    await put(manual, byHand);
    const [before, rates] = [(await activity(owner)).length, { USD: 1.3, JPY: 181 }];
    const revision = async () => (await service.call('GET', '/api/v1/revision', owner)).json['revision'];
    const seen = await revision();
    await fetched({ asOf: '2026-06-16', rates });
    expect(await fetched({ asOf: '2026-06-16', rates })).toMatchObject({ isNew: false });
    expect(await fetched({ asOf: '2026-06-12', rates: { USD: 1 } })).toMatchObject({ isNew: false });
    const entries = await activity(owner);
    expect(entries.length).toBe(before + 1);
    expect((await activity(byHand)).map(({ action }) => action)).toEqual(['rates.create']);
    expect(await revision()).not.toEqual(seen);
    expect(entries[0]).toMatchObject({
      action: 'rates.fetch',
      actor: { kind: 'service' },
      metadata: { after: { asOf: '2026-06-16', rates } },
    });
    expect(await dataOf(get(owner))).toMatchObject({ asOf: '2026-06-16', rates });
  });

  test('are replaced by those that the bank has corrected on the same day', async () => {
    const owner = newOwner();
    await put(follow, owner);
    for (const USD of [1.3, 1.31]) {
      const rates = { USD, JPY: 181 };
      expect(await fetched({ asOf: '2026-06-17', rates })).toMatchObject({ isNew: true });
      expect(await dataOf(get(owner))).toMatchObject({ asOf: '2026-06-17', rates });
    }
  });
});
