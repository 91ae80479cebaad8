import { expect, test } from 'bun:test';
import { connectMcp } from '../../../support/mcpClient.ts';
import { startService, validDraft } from '../../../support/service.ts';

test('connecting and listing cost nothing; a call costs what its request costs, once', async () => {
  const service = await startService({ quota: { limit: 3, windowSeconds: 60 } });
  const client = await connectMcp(service.origin, service.keys.write);
  for (let time = 0; time < 5; time += 1) {
    await client.tools();
  }
  // A faulty call costs nothing either.
  expect((await client.call('createSubscription', { ...validDraft, amount: -1 })).isError).toBe(true);
  await client.call('createSubscription', validDraft);
  await client.call('getSpendSummary');
  const last = await service.call('GET', '/api/v1/subscriptions');
  expect(last.headers.get('x-ratelimit-remaining')).toBe('0');
  expect((await client.call('listSubscriptions')).structured['error']).toMatchObject({
    code: 'rate_limit_exceeded',
    suggestedFix: 'Wait 60 seconds.',
  });
  expect(await client.tools()).not.toBeEmpty();
});

test('invalid keys are counted together with those of the API, by address', async () => {
  const service = await startService({ invalidKeys: { limit: 2, windowSeconds: 60 } });
  const ask = (path: string, method: string) =>
    fetch(service.origin + path, { method, headers: { authorization: 'Bearer dbk_w_wrong' } });
  expect((await ask('/mcp', 'POST')).status).toBe(401);
  expect((await ask('/api/v1/subscriptions', 'GET')).status).toBe(401);
  const third = await ask('/mcp', 'POST');
  expect(third.status).toBe(429);
  expect(third.headers.get('retry-after')).toBe('60');
  expect(await (await connectMcp(service.origin, service.keys.read)).tools()).not.toBeEmpty();
});

test('a change through a tool is in the audit trail with the key that made it and the request that its result names', async () => {
  const service = await startService();
  const { key, id: apiKeyId } = service.makeKeyRecord('first', 'write');
  const client = await connectMcp(service.origin, key);
  const { structured } = await client.call('createSubscription', validDraft);
  const { data } = await service.auditTrail();
  expect(data).toMatchObject([{ apiKeyId, requestId: structured['requestId'], action: 'subscription.create' }]);
});

test('a call works below a base path and behind a proxy, and counts the address that the proxy sends', async () => {
  const invalidKeys = { limit: 1, windowSeconds: 60 };
  const service = await startService({ basePath: '/duebook', trustedProxies: '127.0.0.1', invalidKeys });
  const client = await connectMcp(service.origin, service.keys.write);
  expect(await client.call('createSubscription', validDraft)).toMatchObject({ isError: false });
  const text = await (await fetch(`${service.origin}/llms.txt`)).text();
  expect(text).toContain('](/duebook/openapi.json)');
  expect(text).toContain('`GET /duebook/api/v1/subscriptions`');
  const ask = async (from: string) => {
    const headers = { authorization: 'Bearer dbk_w_wrong', 'x-forwarded-for': from };
    return (await fetch(`${service.origin}/mcp`, { method: 'POST', headers })).status;
  };
  expect([await ask('198.51.100.1'), await ask('198.51.100.1'), await ask('198.51.100.2')]).toEqual([401, 429, 401]);
});
