import { describe, expect, test } from 'bun:test';
import { clientKinds, connectMcp } from '../../support/mcpClient.ts';
import { startService, validDraft } from '../../support/service.ts';

// In Auckland it is the 17th already.
const service = await startService({ now: '2026-06-16T13:00:00.000Z', timeZone: 'Pacific/Auckland' });
const today = '2026-06-17';
let owners = 0;

async function newClient() {
  const key = service.makeKey(`owner ${(owners += 1)}`, 'write');
  return { key, client: await connectMcp(service.origin, key) };
}

test.each(clientKinds)(
  'the instructions for a client of kind %s have the day in the time zone of the server',
  async (kind) => {
    const client = await connectMcp(service.origin, service.keys.read, kind);
    expect(client.instructions()).toContain(`it was ${today} in Pacific/Auckland`);
  },
);

test('the prompt what-renews-soon leads to every payment of the days, not to one of each subscription', async () => {
  const { key, client } = await newClient();
  const weekly = { period: 'custom', customDate: '7', amount: 20, currency: 'EUR' };
  await service.create({ ...weekly, lastPaymentDate: '2026-06-16' }, key);
  const text = await client.prompt('what-renews-soon', { days: '30' });
  const [, tool = '', from, to] = /Call (\w+) with from (\S+) and to (\S+)\./.exec(text) ?? [];
  expect([tool, from, to]).toEqual(['listUpcomingPayments', today, '2026-07-17']);
  const { structured } = await client.call(tool, { from, to });
  // On 23 and 30 June, 7 and 14 July.
  expect(structured).toMatchObject({ totalsByCurrency: { EUR: 80 } });
});

describe('the result of a creation', () => {
  const past = { ...validDraft, lastPaymentDate: '2026-05-16', name: 'Old' };
  const hint = /^The next payment is in the past: "Old" was due on 2026-06-16\. Ask the user whether it was made/;

  test.each([{}, { dryRun: true }])(
    'says with %j that the next payment is past, in both of its parts',
    async (options) => {
      const { client } = await newClient();
      const { structured, text } = await client.call('createSubscription', { ...past, ...options });
      expect(structured['hint']).toMatch(hint);
      expect(JSON.parse(text)).toMatchObject({ hint: structured['hint'] });
    },
  );

  test('says it in a batch for what it creates, and not for what it updates', async () => {
    const { client } = await newClient();
    const { structured: before } = await client.call('createSubscription', { ...past, name: 'Before' });
    const { id } = before['data'] as { id: string };
    const operations = [
      { action: 'update', id, patch: { amount: 3 } },
      ...[1, 2, 3, 4, 5, 6, 7].map((number) => ({
        action: 'create',
        subscription: { ...past, name: `New ${number}` },
      })),
    ];
    const { structured, text } = await client.call('batchSubscriptions', { operations });
    expect(structured['hint']).toContain('"New 5" was due on 2026-06-16 and 2 more.');
    expect(structured['hint']).not.toContain('Before');
    expect(text).toContain(`hint: ${String(structured['hint'])}`);
  });

  test.each([
    ['is due today', { lastPaymentDate: '2026-05-17' }],
    ['is paused', { lastPaymentDate: '2026-05-16', status: 'paused' }],
  ])('says nothing when the subscription %s', async (_, fields) => {
    const { client } = await newClient();
    expect((await client.call('createSubscription', { ...validDraft, ...fields })).structured).not.toHaveProperty(
      'hint',
    );
  });
});

test('the tools say what cancelling does not do, and how a batch is undone', async () => {
  const { client } = await newClient();
  const tools = await client.tools();
  const textOf = (wanted: string) => tools.find(({ name }) => name === wanted)?.description ?? '';
  expect(textOf('cancelSubscription')).toContain('does not cancel with the provider');
  expect(textOf('revertAuditEntry')).toContain('To undo a whole batch: revertRequest.');
});

test('a batch is undone by reverting each of its entries, the newest first', async () => {
  const { client } = await newClient();
  const make = async (name: string) =>
    (await client.call('createSubscription', { ...validDraft, name })).structured['data'] as { id: string };
  const ids = [await make('One'), await make('Two')].map(({ id }) => id);
  service.clock.advance(1);
  const pause = ids.map((id) => ({ action: 'update', id, patch: { status: 'paused' } }));
  const again = ids.map((id) => ({ action: 'update', id, patch: { status: 'cancelled' } }));
  await client.call('batchSubscriptions', { operations: [...pause, ...again] });
  const { structured } = await client.call('listAuditLog');
  const entries = structured['data'] as readonly { id: string; createdAt: string }[];
  const ofBatch = entries.filter(({ createdAt }) => createdAt === entries[0]?.createdAt);
  expect(ofBatch).toHaveLength(4);
  for (const { id } of ofBatch) expect(await client.call('revertAuditEntry', { id })).toMatchObject({ isError: false });
  for (const id of ids) {
    expect((await client.call('getSubscription', { id })).structured).toMatchObject({ data: { status: 'active' } });
  }
});
