import { expect, test } from 'bun:test';
import { words } from '../../support/expectations.ts';
import { startService } from '../../support/service.ts';

const service = await startService();

test.each([
  ['setings', 'Send "settings".'],
  ['reports,x', 'Name some of subscriptions, payments, reports, audit, settings, all.'],
])('tools of the toolset %s, which does not exist, are refused with the names of those that do', async (named, fix) => {
  const headers = { authorization: `Bearer ${service.keys.read}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const answer = await fetch(`${service.origin}/mcp?toolsets=${named}`, { method: 'POST', headers, body });
  expect([answer.status, ((await answer.json()) as { error: object }).error]).toEqual([
    400,
    expect.objectContaining({
      code: 'invalid_query',
      field: 'toolsets',
      suggestedFix: fix,
      allowedValues: words('subscriptions payments reports audit settings all'),
    }),
  ]);
});
