import { describe, expect, test } from 'bun:test';
import { portalsInRecipes, startPortal } from '../support/portal.ts';
import { canTry, signInRecipe, startProxy, type ProxyName } from '../support/proxies.ts';
import { heading, startHome } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

const recipes = (
  [
    ['caddy', 'Authelia with Caddy'],
    ['nginx', 'Authelia with nginx'],
  ] as const
).filter(([proxy]) => canTry(proxy));

describe.if(canBrowse).each(recipes)('behind %s, which signs people in', (proxy: ProxyName, title: string) => {
  const { newContext, expectFaults } = useBrowser();

  /** A server behind the proxy, and a browser window that may send requests to the proxy and to its portal alone. */
  async function visit() {
    const believed = ['--trusted-proxies', '127.0.0.1', '--auth-header', 'Remote-User'];
    const home = await startHome([...believed, '--auth-header-create', 'default']);
    await home.add({ name: 'Netflix' });
    const portal = startPortal();
    const recipe = signInRecipe(proxy, title).replaceAll(portalsInRecipes, portal.host);
    const origin = await startProxy(proxy, recipe, home.origin);
    const context = await newContext([origin, `http://${portal.host}`], { ignoresCertificates: true });
    return { home, origin, context, page: await context.newPage() };
  }

  test('the page is open after the sign-in at the proxy, and offers it again after signing out', async () => {
    const { home, origin, page } = await visit();
    // On a busy machine, a proxy may close a connection as often as the browser tries it again.
    expectFaults(/ERR_TOO_MANY_RETRIES/);
    await page.goto(`${origin}/subscriptions`);
    await page.getByRole('link', { name: 'Sign in as sam' }).click();
    await heading(page, 'Subscriptions').waitFor();
    expect(page.url()).toBe(`${origin}/subscriptions`);
    await page.getByText('Netflix').first().waitFor();
    await page.reload();
    await page.getByText('Netflix').first().waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Sign in').waitFor();
    await page.reload();
    await heading(page, 'Sign in').waitFor();
    await page.getByRole('button', { name: /proxy/i }).click();
    await page.getByText('Netflix').first().waitFor();
    expect(await home.command('users', 'list')).toContain('sam');
  });

  test('the page goes back to the portal when the sign-in there has ended', async () => {
    const { origin, context, page } = await visit();
    expectFaults(/Content Security Policy/, /Failed to (fetch|load)/);
    await page.goto(`${origin}/`);
    await page.getByRole('link', { name: 'Sign in as sam' }).click();
    await heading(page, 'Overview').waitFor();
    await context.clearCookies();
    const portal = page.getByRole('link', { name: 'Sign in as sam' });
    // A request that the page sends by itself may notice it before this one.
    const goneOn = page.getByRole('link', { name: 'Subscriptions' }).click();
    await Promise.any([goneOn, portal.waitFor()]);
    await portal.click();
    await heading(page, /^(Overview|Subscriptions)$/).waitFor();
  });

  test('who signs in at the proxy after somebody else gets a session of their own', async () => {
    const { home, origin, context, page } = await visit();
    expectFaults(/status of 401/);
    await page.goto(`${origin}/`);
    await page.getByRole('link', { name: 'Sign in as sam' }).click();
    await heading(page, 'Overview').waitFor();
    // What still loads would fail when the page is left, and load it anew.
    await page.waitForLoadState('networkidle');
    await context.addCookies([{ name: 'portal', value: 'robin', url: 'https://localhost' }]);
    await page.goto(`${origin}/subscriptions`);
    await page.getByText('Netflix').first().waitFor();
    expect(await home.command('users', 'list')).toContain('robin');
  });
});
