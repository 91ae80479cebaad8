import { expect, test } from 'bun:test';
import { clientKinds, connectMcp } from '../../support/mcpClient.ts';
import { startService, validDraft } from '../../support/service.ts';

const service = await startService();
const { id } = await service.create({ ...validDraft, name: 'Ökostrom', category: 'Home' });
await service.create({ ...validDraft, name: 'Netflix', category: 'Streaming' });
const stranger = service.makeKey('stranger', 'write');
await service.create({ ...validDraft, name: 'Netto', category: 'Stranger' }, stranger);

const savings = { prompt: 'find-savings' };
const template = { template: 'duebook://subscriptions/{id}' };

test.each(clientKinds)(
  'a client of kind %s completes categories, names, ids and days, of its owner only',
  async (kind) => {
    const client = await connectMcp(service.origin, service.keys.read, kind);
    expect(await client.complete(savings, 'category', 'str')).toEqual(['Streaming']);
    expect(await client.complete(savings, 'category', '')).toEqual(['Home', 'Streaming']);
    expect(await client.complete(savings, 'name', 'NET')).toEqual(['Netflix']);
    expect(await client.complete(template, 'id', 'öko')).toEqual([id]);
    expect(await client.complete(template, 'id', id)).toEqual([id]);
    expect(await client.complete({ prompt: 'what-renews-soon' }, 'days', '3')).toEqual(['30', '365']);
    expect(await client.complete(savings, 'other', '')).toEqual([]);
    expect(await client.prompt('find-savings', { category: 'Home' })).toContain('with the category "Home"');
  },
);

test('a completion costs nothing of the quota', async () => {
  const small = await startService({ quota: { limit: 1, windowSeconds: 60 } });
  const client = await connectMcp(small.origin, small.keys.read);
  for (let time = 0; time < 3; time += 1) await client.complete(template, 'id', '');
  expect((await small.call('GET', '/api/v1/subscriptions')).status).toBe(200);
});
