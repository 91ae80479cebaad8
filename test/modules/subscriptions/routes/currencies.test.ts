import { describe, expect, test } from 'bun:test';
import { contractCurrencies, currenciesWith } from '../../../../src/core/billing/currencies.ts';
import { connectMcp } from '../../../support/mcpClient.ts';
import { startService, validDraft } from '../../../support/service.ts';

const subscriptions = '/api/v1/subscriptions';

/** Every different list in a JSON value that has a currency of the contract. */
function listsIn(value: unknown): readonly unknown[] {
  const found = new Map<string, unknown>();
  JSON.stringify(value, (_, part: unknown) => {
    if (Array.isArray(part) && part.includes('SGD')) found.set(part.join(), part);
    return part;
  });
  return Array.from(found.values());
}

describe('§2.8: without a setting, a server has the ten currencies of the contract', async () => {
  const service = await startService();

  test('in its OpenAPI document, in the schemas and in the example of an error', () => {
    expect(listsIn(service.document)).toEqual([contractCurrencies]);
    expect(service.document.components['schemas']?.['Subscription']).toMatchObject({
      properties: { currency: { $ref: '#/components/schemas/Currency' } },
    });
    expect(service.document.components['schemas']?.['Session']).not.toHaveProperty('properties.currencies');
  });

  const rule = 'one of "CNY", "USD", "EUR", "JPY", "GBP", "AUD", "CAD", "CHF", "HKD", "SGD"';
  const ask = 'Send one of the allowed values, if one means the same; otherwise ask the user.';
  const fixForPln =
    'The server does not have PLN. Its operator can add it: start it with --currencies PLN, beside the codes that are there. Or send one of the allowed values, if one means the same.';
  const wrong = { code: 'invalid_subscription', message: `currency must be ${rule}.`, field: 'currency' };
  const missing = {
    ...wrong,
    message: 'currency is missing.',
    suggestedFix: `Add currency: ${rule}; for example "USD".`,
  };

  test.each([
    ['usd', { ...wrong, suggestedFix: 'Send "USD".' }],
    ['PLN', { ...wrong, suggestedFix: fixForPln }],
    ['pln', { ...wrong, suggestedFix: fixForPln }],
    ['USDT', { ...wrong, suggestedFix: ask }],
    ['', { ...wrong, suggestedFix: ask }],
    [null, { ...wrong, suggestedFix: ask }],
    [7, { ...wrong, suggestedFix: ask }],
    [['USD'], { ...wrong, suggestedFix: ask }],
    [undefined, missing],
  ])('and refuses %p', async (currency, expected) => {
    const allowed = { ...expected, allowedValues: contractCurrencies };
    const { status, json } = await service.call('POST', subscriptions, { json: { ...validDraft, currency } });
    expect([status, json.error]).toEqual([400, allowed]);
    if (currency === undefined) return;
    const { id } = await service.create();
    const patched = await service.call('PATCH', `${subscriptions}/${id}`, { json: { currency } });
    expect([patched.status, patched.json.error]).toEqual([400, allowed]);
  });
});

test('§2.8: payments, prices and the audit trail keep a currency that no subscription has any more', async () => {
  const service = await startService();
  const { id } = await service.create({ currency: 'EUR' });
  await service.call('PATCH', `${subscriptions}/${id}`, { json: { currency: 'USD' } });
  // As if the server had been started with the currency then.
  service.database.run(`UPDATE audit_entries SET metadata = replace(metadata, '"EUR"', '"PLN"')`);
  const { prices } = (await service.call('GET', `${subscriptions}/${id}/prices`)).json;
  expect(prices).toMatchObject([{ currency: 'USD' }, { currency: 'PLN' }]);
  const { data } = (await service.call('GET', `/api/v1/audit?subscriptionId=${id}`)).json;
  expect(data).toMatchObject([
    { metadata: { before: { currency: 'PLN' } } },
    { metadata: { after: { currency: 'PLN' } } },
  ]);
});

describe('§2.8: a server with further currencies', async () => {
  const further = ['PLN', 'INR', 'SEK', 'NOK', 'DKK', 'BRL', 'MXN', 'KRW', 'TRY', 'ZAR'];
  const currencies = currenciesWith(further);
  const service = await startService({ currencies });

  test('has them in every list of its OpenAPI document and of the text for agents', async () => {
    expect(listsIn(service.document)).toEqual([currencies.allowed]);
    const text = await (await fetch(`${service.origin}/llms.txt`)).text();
    expect(text).toContain(currencies.allowed.map((code) => `\`${code}\``).join(', '));
  });

  test('offers them to agents, whose list of tools stays below 32 KB', async () => {
    const tools = await (await connectMcp(service.origin, service.keys.write)).tools();
    expect(listsIn(tools)).toEqual([currencies.allowed]);
    expect(Buffer.byteLength(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools } }))).toBeLessThan(32 * 1024);
  });
});
