import { expect, test } from 'bun:test';
import { words } from '../../../support/expectations.ts';
import { connectMcp } from '../../../support/mcpClient.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const client = await connectMcp(service.origin, service.keys.write);
const tools = await client.tools();

const listTools = (query = '') =>
  fetch(`${service.origin}/mcp${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.keys.write}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });

// What an agent carries in every conversation.
const bytesMax = 32 * 1024;

test(`§9.1: the list of tools for a write key takes at most ${bytesMax} bytes, schemas included`, async () => {
  expect((await (await listTools()).bytes()).length).toBeLessThanOrEqual(bytesMax);
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

test('every argument is described, and every day says which form it has', () => {
  for (const { name, inputSchema } of tools) {
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
      expect([name, argument, schema]).toEqual([
        name,
        argument,
        expect.objectContaining({ description: expect.any(String) }),
      ]);
      const { description = '', enum: choices } = schema as { description?: string; enum?: unknown };
      if (/Date$|Before$|On$/.test(argument) && !['customDate', 'fromNowOn'].includes(argument))
        expect(description).toMatch(/YYYY|\d{4}-\d\d/);
      if (/^(status|period|currency|sort)$/.test(argument)) expect(choices).toBeArray();
    }
  }
});

test('the description of customDate has the rule that is broken most often', () => {
  for (const name of ['createSubscription', 'updateSubscription']) {
    const { customDate } = tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {};
    expect(customDate).toMatchObject({ description: expect.stringContaining('required while the period is custom') });
  }
});

test.each([
  ['setings', 'Send "settings".'],
  ['reports,x', 'Name some of subscriptions, payments, reports, audit, corrections, import, reminders, settings, all.'],
])('tools of the toolset %s, which does not exist, are refused with the names of those that do', async (named, fix) => {
  const answer = await listTools(`?toolsets=${named}`);
  expect([answer.status, ((await answer.json()) as { error: object }).error]).toEqual([
    400,
    expect.objectContaining({
      code: 'invalid_query',
      field: 'toolsets',
      suggestedFix: fix,
      allowedValues: words('subscriptions payments reports audit corrections import reminders settings all'),
    }),
  ]);
});
