import { describe, expect, test } from 'bun:test';
import { startService } from '../../support/service.ts';
import { createBrowser } from '../support/tab.ts';

const service = await startService();

describe('the connection', () => {
  test.each([
    { status: 502, type: 'text/html', reloads: 0, isLost: true, hasEnded: false },
    { status: 302, type: 'text/html', reloads: 1, isLost: true, hasEnded: false },
    { status: 401, type: 'text/html', reloads: 1, isLost: true, hasEnded: false },
    { status: 401, type: 'application/json', reloads: 0, isLost: false, hasEnded: true },
    { status: 503, type: 'application/json', reloads: 0, isLost: false, hasEnded: false },
  ])('with an answer of status $status in $type: $isLost', async ({ status, type, reloads, isLost, hasEnded }) => {
    const headers = { 'content-type': type, location: '/login' };
    const proxy = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('{}', { status, headers }) });
    const browser = createBrowser(proxy.url.origin);
    const tab = await browser.openTab();
    tab.page.token.value = 'dbk_s_any';
    tab.page.runHooks(() => tab.page.useResource(tab.page.loadAll));
    await tab.settle();
    expect([tab.reloads(), tab.page.connection.value.isLost, tab.page.isSessionEnded.value]).toEqual([
      reloads,
      isLost,
      hasEnded,
    ]);
    await proxy.stop(true);
  });

  test('makes the page load anew once a minute at most, however often it is loaded', async () => {
    const browser = createBrowser(service.origin);
    let tab = await browser.openTab();
    const loads: boolean[] = [];
    for (const seconds of [0, 1, 29, 29, 1, 59]) {
      browser.advance(seconds);
      loads.push(tab.page.reloadOnce());
      if (loads.at(-1)) tab = await tab.loadAnew();
    }
    expect(loads).toEqual([true, false, false, false, true, false]);
  });
});
