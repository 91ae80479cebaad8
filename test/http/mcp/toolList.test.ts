import { expect, test } from 'bun:test';
import { connectMcp } from '../../support/mcpClient.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
const client = await connectMcp(service.origin, service.keys.write);
const tools = await client.tools();

// What an agent carries in every conversation.
const bytesMax = 32 * 1024;

test(`§9.1: the list of tools for a write key takes at most ${bytesMax} bytes, schemas included`, async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = {
    authorization: `Bearer ${service.keys.write}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const answer = await (await fetch(`${service.origin}/mcp`, { method: 'POST', headers, body })).bytes();
  expect(answer.length).toBeLessThanOrEqual(bytesMax);
});

test('no tool takes more than 4 KiB, and no description more than 350 characters', () => {
  for (const tool of tools) {
    expect([tool.name, JSON.stringify(tool).length <= 4096]).toEqual([tool.name, true]);
    expect([tool.name, (tool.description ?? '').length <= 350]).toEqual([tool.name, true]);
  }
});

test('all names have one form: a verb and what it is about', () => {
  for (const { name } of tools) expect(name).toMatch(/^[a-z]+(?:[A-Z][a-z]+)+$/);
});

test('every argument is described, and every text that has a form says which', () => {
  for (const { name, inputSchema } of tools) {
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
      expect([name, argument, schema]).toEqual([
        name,
        argument,
        expect.objectContaining({ description: expect.any(String) }),
      ]);
      const { type, format, enum: words } = schema as { type?: unknown; format?: string; enum?: unknown };
      expect(type).toBeDefined();
      if (/Date$|Before$/.test(argument) && argument !== 'customDate') expect(format).toBe('date');
      if (/^(id|subscriptionId)$/.test(argument)) expect(format).toBe('uuid');
      if (/^(status|period|currency|sort)$/.test(argument)) expect(words).toBeArray();
    }
    expect(inputSchema['additionalProperties']).toBe(false);
  }
});

test('the description of customDate has the rule that is broken most often', () => {
  for (const name of ['createSubscription', 'updateSubscription']) {
    const { customDate } = tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {};
    expect(customDate).toMatchObject({ description: expect.stringContaining('required while the period is custom') });
  }
});

test('every tool has an output schema of its own that needs no other document', () => {
  for (const { outputSchema } of tools) {
    expect(outputSchema).toMatchObject({ type: 'object', properties: { error: {}, requestId: {} } });
    expect(JSON.stringify(outputSchema)).not.toContain('$ref');
  }
});
