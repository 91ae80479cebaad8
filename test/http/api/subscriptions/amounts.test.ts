import { describe, expect, test } from 'bun:test';
import * as fastCheck from 'fast-check';
import { expectRefusal, pathOf, storedRows, subscriptionsPath } from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();
// What is still under way when a test of many requests is cut short must not be seen by others.
const serviceApart = await startService();
const record = await service.create();
const { amount: _amount, ...rest } = validDraft;

/** The body of a draft with the amount in just these characters. */
function draftWith(amount: string): string {
  return `{"amount":${amount},${JSON.stringify(rest).slice(1)}`;
}

/** The number of hundredths that is stored for a subscription, and the type SQLite keeps it in. */
function storedAmount(id: string, { database } = service): unknown {
  const sql =
    'select amount_hundredths as hundredths, typeof(amount_hundredths) as type from subscriptions where id = ?';
  return database.query(sql).get(id);
}

describe('amounts that are accepted', () => {
  test.each([
    ['0', 0],
    ['0.0', 0],
    ['0.01', 1],
    ['0.1', 10],
    ['0.29', 29],
    ['1.1', 110],
    ['1.10', 110],
    ['1.15', 115],
    ['4.35', 435],
    ['8.2', 820],
    ['19.99', 1999],
    ['19.990', 1999],
    ['100.00', 10_000],
    ['1e2', 10_000],
    ['1.5E+3', 150_000],
    ['1999e-2', 1999],
    ['1000', 100_000],
    ['131072.01', 13_107_201],
    ['524288.07', 52_428_807],
    ['999999', 99_999_900],
    ['999999.99', 99_999_999],
  ])('§2.2: %s is stored as %d hundredths and given back as the same number', async (text, hundredths) => {
    const answer = await service.call('POST', subscriptionsPath, { raw: draftWith(text) });
    expect(answer.status).toBe(201);
    expect(answer.json.data.amount).toBe(Number(text));
    expect(storedAmount(answer.json.data.id)).toEqual({ hundredths, type: 'integer' });
    const read = await service.call('GET', pathOf(answer.json.data));
    expect(read.json.data.amount).toBe(Number(text));
  });

  test('§2.2: every amount of whole hundredths comes back as it was sent', async () => {
    const { id } = await serviceApart.create();
    const property = fastCheck.asyncProperty(fastCheck.integer({ min: 0, max: 99_999_999 }), async (hundredths) => {
      const text = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
      const answer = await serviceApart.call('PATCH', pathOf({ id }), { raw: `{"amount":${text}}` });
      expect(answer.json.data.amount).toBe(Number(text));
      expect(storedAmount(id, serviceApart)).toEqual({ hundredths, type: 'integer' });
    });
    await fastCheck.assert(property, { numRuns: 300 });
  });

  test.each(['CNY', 'USD', 'EUR', 'JPY', 'GBP', 'AUD', 'CAD', 'CHF', 'HKD', 'SGD'])(
    '§2.2: an amount in %s is stored in hundredths too',
    async (currency) => {
      const created = await service.create({ currency, amount: 1000.5 });
      expect(created.amount).toBe(1000.5);
      expect(storedAmount(created.id)).toEqual({ hundredths: 100_050, type: 'integer' });
    },
  );
});

describe('amounts that are refused', () => {
  test.each([
    '1.005',
    '0.001',
    '0.009',
    '19.999',
    '0.30000000000000004',
    '999999.991',
    '999999.995',
    '1000000',
    '1000000.01',
    '1e6',
    '1e21',
    '-0.01',
    '-1',
    '-1e-7',
    '1e-7',
    '1e400',
    '-1e400',
    '"5"',
    '"19.99"',
    '""',
    'true',
    'false',
    'null',
    '[]',
    '[5]',
    '{}',
  ])('§2.2: %s is refused and nothing is written', async (text) => {
    const before = storedRows(service);
    const posted = await service.call('POST', subscriptionsPath, { raw: draftWith(text) });
    expectRefusal(posted, 400, { code: 'invalid_subscription', field: 'amount' });
    const patched = await service.call('PATCH', pathOf(record), { raw: `{"amount":${text}}` });
    expectRefusal(patched, 400, { code: 'invalid_subscription', field: 'amount' });
    expect(storedRows(service)).toEqual(before);
  });

  test.each([
    ['"19.99"', '19.99'],
    ['"5"', '5'],
    ['19.999', '20'],
    ['1.004', '1'],
    ['0.126', '0.13'],
  ])('§2.2: to one who sent %s it is suggested to send %s', async (text, meant) => {
    const answer = await service.call('POST', subscriptionsPath, { raw: draftWith(text) });
    expect(answer.json.error.suggestedFix).toMatch(new RegExp(`: ${RegExp.escape(meant)}\\.$`));
  });
});
