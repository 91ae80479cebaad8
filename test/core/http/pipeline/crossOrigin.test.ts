import { describe, expect, test } from 'bun:test';
import { absentId, costOf, subscriptionsPath, words } from '../../../support/expectations.ts';
import { apiPaths } from '../../../support/operations.ts';
import { startWithOutcomes } from '../../../support/outcomes.ts';

const { outcomes, service } = await startWithOutcomes();
const paths = [...apiPaths.map(({ path }) => path.replace('{id}', absentId)), `${subscriptionsPath}/no-uuid`];
const preflightHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'Authorization, Content-Type',
};
/** Only where there is a PUT is it one of the methods. */
const methodsOf = (path: string) =>
  path === '/api/v1/rates' ? 'GET, POST, PUT, PATCH, DELETE, OPTIONS' : 'GET, POST, PATCH, DELETE, OPTIONS';

const exposed = words(`etag idempotency-replayed location retry-after x-ratelimit-limit x-ratelimit-remaining
  x-ratelimit-reset x-request-id`);

/** The members of a header that lists names, in lower case. */
function listed(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? '').split(',').map((member) => member.trim().toLowerCase());
}

describe.each(paths)('OPTIONS %s', (path) => {
  test.each([
    ['without a key and without any header', null, {}],
    ['as a browser asks', null, { origin: 'https://example.org', 'access-control-request-method': 'PATCH' }],
    [
      'with the headers that a browser asks for',
      null,
      { origin: 'null', 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'authorization' },
    ],
    ['with an invalid key', 'nonsense', {}],
    ['with a read key', service.keys.read, {}],
    ['with the content type of a body', null, { 'content-type': 'application/json' }],
  ])('§1.6: is answered 204 with the three headers and no body, %s', async (_, key, headers) => {
    const answer = await service.call('OPTIONS', path, { key, headers });
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...preflightHeaders,
      'access-control-allow-methods': methodsOf(path),
    });
  });

  test('§1.6: is answered 204 whatever body comes with it, and may be kept for two hours', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await service.call('OPTIONS', path, { key: null, raw: '{', headers });
    expect([answer.status, answer.headers.get('access-control-max-age')]).toEqual([204, '7200']);
  });

  test('§1.6: costs nothing', async () => {
    const { cost } = await costOf(service, service.keys.write, () => service.call('OPTIONS', path));
    expect(cost).toBe(0);
  });
});

describe('an answer to a page of another origin', () => {
  test.each(outcomes)('§1.6: $name may be read by it, with every header of the API', async ({ send, status }) => {
    for (const headers of [{}, { origin: 'https://example.org' }, { origin: 'null' }]) {
      const answer = await send(headers);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
      expect(listed(answer.headers, 'access-control-expose-headers').sort()).toEqual(exposed);
    }
  });
});
