import { expect, test } from 'bun:test';
import { startServer } from '../support/binary.ts';

const path = '/api/v1/subscriptions';

test('the quota and the limit on invalid keys have separate windows', async () => {
  const [quotaWindow, invalidKeyWindow] = [3000, 600];
  const windows = ['--quota-window', String(quotaWindow), '--invalid-key-window', String(invalidKeyWindow)];
  const server = await startServer(['--quota', '1', '--invalid-key-limit', '1', ...windows]);
  const retryAfter = async (key: string) => {
    await server.call(key, 'GET', path);
    const { status, headers } = await server.call(key, 'GET', path);
    expect(status).toBe(429);
    return Number(headers.get('retry-after'));
  };
  const [ofQuota, ofInvalidKeys] = [await retryAfter(server.initialKey()), await retryAfter('nonsense')];
  expect(ofQuota).toBeWithin(invalidKeyWindow + 1, quotaWindow + 1);
  expect(ofInvalidKeys).toBeWithin(1, invalidKeyWindow + 1);
  await server.stop();
});
