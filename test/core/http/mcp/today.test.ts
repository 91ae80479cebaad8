import { expect, test } from 'bun:test';
import { clientKinds, connectMcp } from '../../../support/mcpClient.ts';
import { startService, validDraft } from '../../../support/service.ts';

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

test('the instructions say what to do about a next payment in the past, and how to read errors', async () => {
  const { client } = await newClient();
  expect(client.instructions()).toContain('If the nextPaymentDate of a subscription that you create is in the past');
  expect(client.instructions()).toContain('If-Match is ifMatch');
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
