import { expect, test } from 'bun:test';
import { storedRows } from '../../../support/expectations.ts';
import { connectMcp } from '../../../support/mcpClient.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const client = await connectMcp(service.origin, service.keys.write);

/** What the error of a call says. */
async function errorOf(name: string, given: Record<string, unknown>) {
  const { isError, structured } = await client.call(name, given);
  expect(isError).toBe(true);
  expect(structured['requestId']).toBeString();
  return structured['error'] as { readonly suggestedFix: string };
}

test.each([
  ['cancelSubscription', 'cancelled'],
  ['pauseSubscription', 'paused'],
  ['resumeSubscription', 'active'],
])('%s changes the status alone: what else is sent is refused, and nothing written', async (name, status) => {
  const { id } = await service.create({ status: 'paused' });
  const before = storedRows(service);
  const otherStatus = status === 'active' ? 'cancelled' : 'active';
  const surpluses = [{ name: 'Hulu' }, { amount: 1 }, { period: 'yearly' }, { status: otherStatus }, { reason: 'x' }];
  for (const surplus of [...surpluses, { name: null }, { toString: 1 }]) {
    const [field = ''] = Object.keys(surplus);
    const error = await errorOf(name, { id, ...surplus });
    expect(error).toMatchObject({ code: 'invalid_subscription_field', field });
    expect(error.suggestedFix).toMatch(new RegExp(`^Remove "${field}": ${name} .+\\.$`));
  }
  expect(await errorOf(name, { id, dry_run: true })).toMatchObject({ suggestedFix: 'Rename "dry_run" to "dryRun".' });
  expect(storedRows(service)).toEqual(before);
  expect((await client.call(name, { id, status })).structured).toMatchObject({ data: { id, status } });
});

test.each([
  ['getSubscription', {}],
  ['deleteSubscription', {}],
  ['updateSubscription', { amount: 3 }],
  ['pauseSubscription', {}],
  ['revertAuditEntry', {}],
])('%s without an id says which argument is to be renamed to it', async (name, others) => {
  const uuid = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';
  for (const [field, value] of [
    ['subscriptionId', uuid],
    ['subscription_id', 'x'],
    ['ID', uuid],
    ['uuid', uuid.toUpperCase()],
  ] as const) {
    for (const id of [{}, { id: null }, { id: '' }]) {
      const given = { ...others, ...id, [field]: value };
      expect(await errorOf(name, given)).toMatchObject({
        field,
        suggestedFix: `Rename "${field}" to "id".`,
      });
    }
  }
  // A key that looks like an id is none.
  expect((await errorOf(name, { ...others, idempotency_key: uuid })).suggestedFix).not.toContain('"id"');
  expect(await errorOf(name, { ...others, name: 'x' })).toMatchObject({
    field: name.startsWith('pause') ? 'name' : 'id',
  });
});

test.each([{}, { encoding: 'windows-1250' }])(
  'importSubscriptions with %j: no encoding garbles the text',
  async (others) => {
    const table = 'Name,Price,Currency,Cycle,Next payment\nPrąd,9.99,EUR,monthly,2027-01-31\n';
    for (const content of [table, `\ufeff${table}`]) {
      const { structured } = await client.call('importSubscriptions', { file: content, dryRun: true, ...others });
      expect(structured).toMatchObject({ import: { encoding: 'utf-8', results: [{ name: 'Prąd' }] } });
    }
  },
);

test('a read key that calls a writing tool gets insufficient_scope, whatever the arguments', async () => {
  const reader = await connectMcp(service.origin, service.keys.read);
  const { structured } = await reader.call('pauseSubscription', { subscriptionId: 'x', name: 'y' });
  expect(structured['error']).toMatchObject({ code: 'insufficient_scope' });
});
