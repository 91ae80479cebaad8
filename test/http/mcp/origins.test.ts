import { describe, expect, test } from 'bun:test';
import { startService } from '../../support/service.ts';

const allowedOrigin = 'https://chat.example.org';
const service = await startService({ mcpAllowedOrigins: [allowedOrigin] });
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Posts a message with a key, as a page or a program would. */
async function post(message: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${service.origin}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.keys.write}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(message),
  });
  return { status: response.status, headers: response.headers, json: (await response.json()) as object };
}

describe('the origin of a page', () => {
  const { port } = new URL(service.origin);

  test.each([
    [service.origin, `127.0.0.1:${port}`],
    [`http://localhost:${port}`, `localhost:${port}`],
    [`http://[::1]:${port}`, `[::1]:${port}`],
    [`http://nas.example:${port}`, `nas.example:${port}`],
    ['https://192.168.1.9', '192.168.1.9'],
    [allowedOrigin, `127.0.0.1:${port}`],
  ])('%s may, of the host %s', async (origin, host) => {
    const answer = await post(listTools, { origin, host });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('vary')).toBe('Origin');
  });

  test.each([
    // The name of an attacker that points to this machine: the browser takes the two for the same.
    [`http://attacker.example:${port}`, `attacker.example:${port}`],
    ['http://localhost:3000', `127.0.0.1:${port}`],
    ['http://127.0.0.1:3000', `127.0.0.1:${port}`],
    ['https://chat.example.org.attacker.example', `127.0.0.1:${port}`],
    ['null', `127.0.0.1:${port}`],
    ['', `127.0.0.1:${port}`],
  ])('%p may not, of the host %s, even with a key', async (origin, host) => {
    const answer = await post(listTools, { origin, host });
    expect(answer).toMatchObject({ status: 403, json: { error: { code: 'origin_not_allowed' } } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is not asked of programs, which send none; their answers name no origin', async () => {
    expect((await post(listTools)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is answered before the call: an allowed page may, another may not', async () => {
    const ask = (origin: string) => fetch(`${service.origin}/mcp`, { method: 'OPTIONS', headers: { origin } });
    const allowed = await ask(allowedOrigin);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(allowedOrigin);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(allowed.headers.get('access-control-max-age')).toBe('7200');
    expect((await ask('https://attacker.example')).status).toBe(403);
  });
});
