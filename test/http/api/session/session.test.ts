import { describe, expect, test } from 'bun:test';
import { startService } from '../../../support/service.ts';

const service = await startService();
const path = '/api/v1/session';

async function signIn(body: unknown) {
  return service.call('POST', path, { key: null, json: body });
}

describe('a session', () => {
  test('is made with an API key, has its scope, and is valid in its own header until the sign-out', async () => {
    const answer = await signIn({ apiKey: service.keys.read });
    expect(answer.status).toBe(201);
    const { token, ...shown } = answer.json.data as unknown as { readonly token: string };
    expect(shown).toEqual({
      user: null,
      owner: 'first',
      scope: 'read',
      expiresAt: '2026-07-16T12:00:00.000Z',
      today: '2026-06-16',
      timeZone: 'UTC',
    });
    const headers = { 'X-Duebook-Session': token };
    const read = await service.call('GET', path, { key: null, headers });
    expect(read.json.data as unknown).toEqual(shown);
    expect((await service.call('POST', '/api/v1/subscriptions', { key: null, headers, json: {} })).status).toBe(403);
    expect((await service.call('DELETE', path, { key: null, headers })).json.deleted).toBe(true);
    expect((await service.call('GET', path, { key: null, headers })).status).toBe(401);
  });
});
