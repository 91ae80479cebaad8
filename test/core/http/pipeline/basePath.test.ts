import { describe, expect, test } from 'bun:test';
import { words } from '../../../support/expectations.ts';
import { resolveSettings } from '../../../../src/core/config/settings.ts';
import { startService } from '../../../support/service.ts';

const basePath = '/home/due.book';
const service = await startService({ basePath });
const host = service.origin.slice(0, -basePath.length);

describe('below a base path', () => {
  test('the operations work as the document says, which names the base path as its server', async () => {
    const { id } = await service.create();
    expect((await service.call('GET', `/api/v1/subscriptions/${id}`)).status).toBe(200);
    expect((await service.call('GET', '/api/v1/analytics/summary')).status).toBe(200);
    expect((await service.call('OPTIONS', '/api/v1/audit', { key: null })).status).toBe(204);
    expect(service.document).toMatchObject({ servers: [{ url: basePath }] });
    const atRoot = await startService();
    expect(atRoot.document).toMatchObject({ servers: [{ url: '/' }] });
    expect(service.document.paths).toEqual(atRoot.document.paths);
  });

  test.each(['', '/'])('%j leads to the documentation page, whose script and document are below it', async (end) => {
    const redirect = await fetch(`${host}${basePath}${end}`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, `${basePath}/docs`]);
    const html = await (await fetch(`${service.origin}/docs`)).text();
    expect(html).toContain(`src="${basePath}/docs/page.js"`);
    expect(html).toContain(`"url":"${basePath}/openapi.json"`);
    expect((await fetch(`${host}${basePath}/docs/page.js`)).headers.get('content-type')).toStartWith('text/javascript');
  });

  test.each(['/livez', '/readyz'])('%s answers with the base path and without', async (path) => {
    expect((await fetch(`${host}${path}`)).status).toBe(200);
    expect((await fetch(`${service.origin}${path}`)).status).toBe(200);
    expect((await fetch(`${host}${path}`, { method: 'POST' })).status).toBe(405);
  });

  test('a path from which it was taken away is not served, and the answer names the whole path', async () => {
    const fixOf = async (path: string, method = 'GET') => {
      const response = await fetch(host + path, { method });
      expect(response.status).toBe(404);
      return ((await response.json()) as { error: { suggestedFix: string } }).error.suggestedFix;
    };
    expect(await fixOf('/api/v1/subscriptions', 'POST')).toBe(`Use the path ${basePath}/api/v1/subscriptions.`);
    const begin = 'The paths of the API begin with /api/v1.';
    for (const path of ['/audit', `${basePath}/audit`])
      expect(await fixOf(path)).toBe(`${begin} Use the path ${basePath}/api/v1/audit.`);
    expect(await fixOf('/')).toBe(`Use the path ${basePath}.`);
    expect(await fixOf(`${basePath}/api/v1/subscription`)).toBe(`Use the path ${basePath}/api/v1/subscriptions.`);
    expect(await fixOf('/home/due-book/docs')).toBe(`Use the path ${basePath}/docs.`);
    expect(await fixOf('/nothing/at/all')).toContain(`${basePath}/openapi.json`);
  });

  test('a wrong method is 405, an unknown path 404', async () => {
    const answer = await service.call('PUT', '/api/v1/subscriptions', { json: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });
});

describe('the setting of the base path', () => {
  test.each(['', '/duebook', '/a/b-c/d.e_f~g', '/...', '/0'])('can be %j', (path) => {
    expect(resolveSettings({ basePath: path }, {}).basePath).toBe(path);
  });

  test.each([...words('/ duebook /duebook/ // /a//b /a/../b /.'), '/a b', ...words('/ä /%41 /:id /* /a?b'), '/a\n'])(
    'cannot be %j',
    (path) => expect(() => resolveSettings({ basePath: path }, {})).toThrow('--base-path is'),
  );
});
