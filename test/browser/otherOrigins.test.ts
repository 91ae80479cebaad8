import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { canBrowse, useBrowser } from './support/visits.ts';
import { heading, signInBy, startHome } from './support/home.ts';

const foreignNames = 'MAP rebound.example 127.0.0.1, MAP other.example 127.0.0.1';

describe.if(canBrowse)('a page of another origin', () => {
  const { newContext, newPage, expectFaults } = useBrowser([`--host-resolver-rules=${foreignNames}`]);

  test.each(['127.0.0.1', 'other.example'])(
    'on another port of %s cannot read or write, not even with the token of the session',
    async (host) => {
      const home = await startHome();
      await home.add({ name: 'Secret Service' });
      using other = Bun.serve({ port: 0, fetch: () => new Response('<h1>Other</h1>', asHtml) });
      const otherOrigin = `http://${host}:${other.port}`;
      expectFaults(/CORS policy/, /ERR_FAILED/, /status of 401/, /frame-ancestors/);
      const context = await newContext([home.origin, otherOrigin]);
      const signedIn = await context.newPage();
      await signInBy(home.link, signedIn);
      const token = await signedIn.evaluate<string>(tokenInStorage);
      const page = await context.newPage();
      await page.goto(otherOrigin);
      expect(await page.evaluate(tokenInStorage)).toBeNull();
      const url = `${home.origin}/api/v1/subscriptions`;
      // The browser sends nothing by itself: no cookie, no credential.
      expect(await fetched(page, url)).toBe(401);
      expect(await fetched(page, url, { headers: { 'x-duebook-session': token } })).toContain('TypeError');
      const removal = { method: 'POST', body: '{"name":"Forged"}', headers: { 'x-duebook-session': token } };
      expect(await fetched(page, url, removal)).toContain('TypeError');
      expect(await fetched(page, url, { method: 'POST', body: '{"name":"Forged"}', mode: 'no-cors' })).toBe(0);
      expect((await home.stored()).map(({ name }) => name)).toEqual(['Secret Service']);
    },
  );

  test('cannot show the dashboard in a frame, or reach into its window', async () => {
    const home = await startHome();
    using other = Bun.serve({ port: 0, fetch: () => new Response(`<iframe src="${home.origin}"></iframe>`, asHtml) });
    const otherOrigin = `http://127.0.0.1:${other.port}`;
    expectFaults(/frame-ancestors/);
    const context = await newContext([home.origin, otherOrigin]);
    await signInBy(home.link, await context.newPage());
    const page = await context.newPage();
    await page.goto(otherOrigin);
    expect(page.frames().some((frame) => frame.url().startsWith(home.origin))).toBe(false);
    const opened = page.waitForEvent('popup');
    await page.evaluate(`globalThis.opened = open(${JSON.stringify(home.origin)}); undefined`);
    await heading(await opened, 'Overview').waitFor();
    expect(
      await page.evaluate(
        '(() => { try { return opened.localStorage.length } catch (error) { return error.name } })()',
      ),
    ).toBe('SecurityError');
  });

  test('that has rebound its name to the server is not signed in, and cannot sign in with a key or password', async () => {
    const home = await startHome();
    const rebound = home.origin.replace('127.0.0.1', 'rebound.example');
    expectFaults(/status of 40[13]/);
    const context = await newContext([home.origin, rebound]);
    await signInBy(home.link, await context.newPage());
    const page = await context.newPage();
    await page.goto(rebound);
    await heading(page, 'Sign in').waitFor();
    await page.getByRole('radio', { name: 'API key' }).check();
    await page.getByRole('textbox', { name: 'API key' }).fill(home.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('rebound.example').first().waitFor();
    expect(await fetched(page, '/api/v1/subscriptions')).toBe(401);
  });

  test('is refused a script of its own in the dashboard: no inline code, no eval, no text as HTML', async () => {
    const home = await startHome();
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    expectFaults(/Content Security Policy/, /TrustedHTML/, /TrustedScript/);
    const attempts = [
      "document.body.innerHTML = '<b>x</b>'",
      "document.head.append(Object.assign(document.createElement('script'), { textContent: '1' }))",
    ];
    for (const attempt of attempts) expect(await refusalOf(page, attempt)).toContain('TypeError');
  });
});

const asHtml = { headers: { 'content-type': 'text/html' } };

// The name under which the page keeps it is its own matter.
const tokenInStorage = "Object.values(localStorage).find((value) => value.startsWith('dbk_s_')) ?? null";

/** The status of a request that a page sends, or the error that it gets instead. */
function fetched(page: Page, url: string, options: Readonly<Record<string, unknown>> = {}): Promise<number | string> {
  const words = [url, options].map((word) => JSON.stringify(word)).join(', ');
  return page.evaluate<number | string>(`fetch(${words}).then(({ status }) => status, String)`);
}

function refusalOf(page: Page, statement: string): Promise<string> {
  return page.evaluate<string>(
    `(() => { try { ${statement}; return 'done' } catch (error) { return String(error) } })()`,
  );
}
