import { describe, expect, test } from 'bun:test';
import { startService } from '../../support/service.ts';

const ready = await startService({ checks: { read: true, write: true } });
const failing = await startService({ checks: { read: true, write: false } });

describe('a health check', () => {
  test('needs no key and is not counted', async () => {
    const response = await fetch(`${ready.origin}/readyz`);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-ratelimit-limit')).toBeNull();
    expect(await response.json()).toEqual({
      status: 'ready',
      checks: { read: 'ok', write: 'ok' },
      requestId: response.headers.get('x-request-id'),
    });
  });

  test('is 503 with the name of the failing check when the service cannot serve', async () => {
    const response = await fetch(`${failing.origin}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: 'not ready', checks: { read: 'ok', write: 'failing' } });
  });

  test('lists what is not configured, which is not a failure', async () => {
    const { origin } = await startService({ checks: { read: true, backup: 'not configured' }, instanceId: 'abc' });
    const response = await fetch(`${origin}/readyz`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      status: 'ready',
      instance: 'abc',
      checks: { read: 'ok', backup: 'not configured' },
    });
  });

  test('of liveness is 200 even then', async () => {
    const response = await fetch(`${failing.origin}/livez`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'alive' });
  });
});
