import { expect, test } from 'bun:test';
import { connectMcp } from '../../support/mcpClient.ts';
import { startService, validDraft } from '../../support/service.ts';

const service = await startService({ writesInline: true });
const operations = Array.from({ length: 100 }, () => ({
  action: 'create',
  subscription: { ...validDraft, name: 'n'.repeat(120), category: 'c'.repeat(80) },
}));

test('a result of more than 1 MiB is refused as a result of a tool, and says how to ask for less', async () => {
  for (let batches = 0; batches < 35; batches += 1) {
    const { status } = await service.call('POST', '/api/v1/subscriptions/batch', { json: { operations } });
    expect(status).toBe(200);
  }
  const report = await service.call('GET', '/api/v1/analytics/duplicates');
  expect(report.text.length).toBeGreaterThan(1024 * 1024);
  const client = await connectMcp(service.origin, service.keys.read);
  const result = await client.call('findDuplicateSubscriptions');
  expect(result.isError).toBe(true);
  expect(result.structured).toMatchObject({
    error: {
      code: 'payload_too_large',
      message: expect.stringContaining('the limit for a tool is 1 MiB'),
      // Whatever the tool, one of these is a parameter of it, or the way around it.
      suggestedFix: 'Ask for less: fewer days or months, a smaller limit, or listSubscriptions page by page.',
    },
    requestId: expect.any(String),
  });
  const listed = await client.call('listSubscriptions', { limit: 100 });
  expect(listed.isError).toBe(false);
  await client.close();
});
