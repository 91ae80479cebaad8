import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import type { AnsweredRequest, AuthenticationFailure } from '../../../src/core/observability/requestEvents.ts';
import { startService, validDraft } from '../../support/service.ts';

type Seen = Pick<AnsweredRequest, 'method' | 'route' | 'status' | 'requestId' | 'apiKeyId'> & {
  readonly address: string;
};

const seen: Seen[] = [];
const probes: string[] = [];
const failures: AuthenticationFailure[] = [];
const counts = { inFlight: 0, quotaUsedUp: 0 };
const service = await startService({
  quota: { limit: 20, windowSeconds: 3600 },
  invalidKeys: { limit: 1, windowSeconds: 3600 },
  observation: {
    observers: [
      {
        begun: () => void (counts.inFlight += 1),
        answered({ method, route, status, requestId, apiKeyId, request }, addressOf) {
          counts.inFlight -= 1;
          seen.push({ method, route, status, requestId, apiKeyId, address: addressOf(request) });
        },
        probed({ method, route, status, request }, addressOf) {
          counts.inFlight -= 1;
          probes.push(`${method} ${route} ${status} ${addressOf(request)}`);
        },
      },
    ],
    onAuthenticationFailure: (failure) => failures.push(failure),
    onQuotaUsedUp: () => void (counts.quotaUsedUp += 1),
  },
});
const { id: apiKeyId } = service.makeKeyRecord('third', 'read');

/** What observers saw of one request. */
async function observe(method: string, path: string, options: Parameters<typeof service.call>[2] = {}): Promise<Seen> {
  seen.length = 0;
  const response = await service.call(method, path, options);
  expect(seen).toHaveLength(1);
  const [one] = seen;
  if (one === undefined) throw new Error('nothing was seen');
  expect(one.requestId).toBe(response.headers.get('x-request-id') ?? '');
  expect(one.status).toBe(response.status);
  return one;
}

/** The first message of a client of the protocol, for which the service reads its own document. */
async function startMcp(): Promise<void> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const headers = {
    authorization: `Bearer ${service.keys.read}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const response = await fetch(`${service.origin}/mcp`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
}

const list = '/api/v1/subscriptions';
const one = `${list}/01890000-0000-7000-8000-000000000000`;

describe('an observer', () => {
  test('sees every answer once: its status, the template of its route, the key and the client', async () => {
    const created = await observe('POST', list, { json: validDraft });
    expect(created).toMatchObject({ method: 'POST', route: list, status: 201, address: '127.0.0.1' });
    expect(created.apiKeyId).toMatch(/^[0-9a-f-]{36}$/);
    expect(created.apiKeyId).not.toBe(apiKeyId);
    expect(await observe('GET', `${list}?q=secret`)).toMatchObject({ route: list, status: 200 });
    expect(await observe('GET', one)).toMatchObject({ route: `${list}/:id`, status: 404 });
    expect(await observe('GET', `${list}/nothing`)).toMatchObject({ route: `${list}/:id`, status: 400 });
    expect(await observe('POST', list, { raw: '{' })).toMatchObject({ route: list, status: 400 });
    expect(await observe('DELETE', one, { key: service.keys.read })).toMatchObject({ status: 403 });
    expect(await observe('OPTIONS', list, { key: null })).toMatchObject({
      method: 'OPTIONS',
      route: list,
      status: 204,
    });
    expect(await observe('HEAD', list)).toMatchObject({ method: 'HEAD', route: list, status: 200 });
    expect(counts.inFlight).toBe(0);
  });

  test('sees the key of a request that is answered with an error', async () => {
    const { key, id } = service.makeKeyRecord('fifth', 'write');
    const answers = [
      await observe('GET', one, { key }),
      await observe('GET', `${list}?limit=0`, { key }),
      await observe('POST', list, { key, raw: '{' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400]);
    expect(answers.map((answer) => answer.apiKeyId)).toEqual([id, id, id]);
  });

  test('sees with which key MCP is used', async () => {
    seen.length = 0;
    const ask = (authorization: string) =>
      fetch(`${service.origin}/mcp`, { method: 'POST', headers: { authorization }, body: '{' });
    const { key, id } = service.makeKeyRecord('fourth', 'read');
    expect([(await ask(`Bearer ${key}`)).status, (await ask('')).status]).toEqual([400, 401]);
    expect(seen).toMatchObject([
      { route: '/mcp', status: 400, apiKeyId: id },
      { route: '/mcp', status: 401, apiKeyId: undefined },
    ]);
  });

  test('sees one route for all paths that are not served, and no method that HTTP does not know', async () => {
    expect(await observe('GET', '/nothing/at/all')).toMatchObject({ route: 'unknown', status: 404 });
    expect(await observe('PROPFIND', '/x')).toMatchObject({ method: 'other', route: 'unknown' });
  });

  test('sees the route of a path whose method is not served', async () => {
    expect(await observe('PUT', list)).toMatchObject({ method: 'PUT', route: list, status: 405 });
    expect(await observe('PUT', one)).toMatchObject({ route: `${list}/:id`, status: 405 });
    expect(await observe('PUT', `${list}/batch`)).toMatchObject({ route: `${list}/batch`, status: 405 });
    expect(await observe('POST', '/livez')).toMatchObject({ route: '/livez', status: 405 });
  });

  test('sees health checks apart from the requests', async () => {
    seen.length = 0;
    await fetch(`${service.origin}/livez`);
    await fetch(`${service.origin}/readyz`, { method: 'HEAD' });
    expect(probes).toEqual(['GET /livez 200 127.0.0.1', 'HEAD /readyz 200 127.0.0.1']);
    expect({ seen, inFlight: counts.inFlight }).toEqual({ seen: [], inFlight: 0 });
  });

  test('sees none of the reads of its own document that the service makes', async () => {
    seen.length = 0;
    await fetch(`${service.origin}/llms.txt`);
    await startMcp();
    expect(seen.map(({ route, status, address }) => `${route} ${status} ${address}`)).toEqual([
      '/llms.txt 200 127.0.0.1',
      '/mcp 200 127.0.0.1',
    ]);
  });

  test('sees pages and redirections, and what fails without warning', async () => {
    seen.length = 0;
    await fetch(`${service.origin}/`, { redirect: 'manual' });
    await fetch(`${service.origin}/docs`);
    expect(seen.map(({ route, status }) => `${route} ${status}`)).toEqual(['/ 302', '/docs 200']);
    service.database.run('ALTER TABLE audit_entries RENAME TO hidden');
    expect(await observe('GET', '/api/v1/audit')).toMatchObject({ route: '/api/v1/audit', status: 500 });
    service.database.run('ALTER TABLE hidden RENAME TO audit_entries');
  });

  test('sees the end of a request whose client went away', async () => {
    seen.length = 0;
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1');
    const head = `POST ${list} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.keys.write}\r\nContent-Length: 99\r\n\r\n{`;
    socket.write(head);
    while (counts.inFlight === 0) await Bun.sleep(1);
    socket.destroy();
    while (counts.inFlight > 0) await Bun.sleep(1);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: 'POST', route: list });
  });

  test('sees insufficient scopes and used-up quotas', async () => {
    failures.length = 0;
    const refused = [
      await observe('GET', list, { key: null }),
      await observe('GET', list, { key: 'dbk_r_wrong' }),
      await observe('GET', list, { key: 'dbk_r_wrong' }),
      await observe('POST', list, { key: service.keys.read }),
    ];
    const reasons = ['missing_key', 'invalid_key', 'too_many_invalid_keys', 'insufficient_scope'] as const;
    const expected: unknown = refused.map(({ requestId }, place) => ({
      reason: reasons[place],
      requestId,
      address: '127.0.0.1',
    }));
    expect(failures as unknown).toEqual(expected);
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 429, 403]);
    while (counts.quotaUsedUp === 0) await service.call('GET', list, { key: service.keys.otherWrite });
    expect(await observe('GET', list, { key: service.keys.otherWrite })).toMatchObject({ status: 429 });
    expect(counts.quotaUsedUp).toBe(2);
  });
});

interface ComposedRoute {
  readonly method: string;
  readonly path: string;
  readonly hooks: { readonly query?: object };
  readonly compile: () => { toString(): string };
}

describe('what observing costs', () => {
  // Operations declare a query; the routes that only answer 405 do not.
  const readsOf = ({ app }: typeof service) =>
    (app.router.history as unknown as readonly ComposedRoute[]).filter(
      ({ method, path, hooks }) => method === 'GET' && path.startsWith('/api/') && hooks.query !== undefined,
    );
  // An export is read in parts, perhaps by a worker.
  const waits = ({ path }: ComposedRoute) => path === '/api/v1/export' || path === '/api/v1/doctor';

  test('is no promise, no cookies and no copied headers', () => {
    expect(service.app.fetch.toString()).toStartWith('function map(');
    const described = Object.values(service.document.paths).filter((methods) => 'get' in methods);
    expect(readsOf(service)).toHaveLength(described.length);
    for (const read of readsOf(service)) {
      const source = read.compile().toString();
      expect(source).toStartWith(waits(read) ? 'async function handle(c)' : 'function handle(c)');
      expect(source).toContain('e.afterHandle');
      expect(source).not.toContain('parseCookie');
      expect(source).not.toContain('headers.toJSON');
    }
  });

  test('is nothing while nobody observes', async () => {
    const unobserved = await startService();
    for (const { compile } of readsOf(unobserved)) expect(compile().toString()).not.toContain('e.afterHandle');
    expect(unobserved.app.event.request).toHaveLength((service.app.event.request?.length ?? 0) - 1);
    expect(unobserved.app.decorator).not.toHaveProperty('startedAt');
  });
});
