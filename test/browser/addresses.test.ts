import { describe, expect, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { canTry, recipesFor, startProxy, type ProxyName } from '../support/proxies.ts';
import { canBrowse, useBrowser } from './support/visits.ts';
import { heading, signInBy, startHome } from './support/home.ts';

describe.if(canBrowse)('the dashboard', () => {
  const { newPage } = useBrowser(['--host-resolver-rules=MAP nas.lan 127.0.0.1']);

  test('works below a base path: its links, its files and its address stay there', async () => {
    const home = await startHome(['--base-path', '/duebook']);
    await home.add({ name: 'Netflix' });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    for (const name of ['Subscriptions', 'Calendar', 'Settings']) {
      await page.getByRole('link', { name }).click();
      await heading(page, name).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/duebook/${name.toLowerCase()}`);
    }
    await page.reload();
    await heading(page, 'Settings').waitFor();
  });

  test('works over plain HTTP under a name of the local network, where browsers allow less', async () => {
    const home = await startHome();
    await home.add({ name: 'Netflix' });
    const page = await newPage(home.origin.replace('127.0.0.1', 'nas.lan'));
    await signInBy(home.link.replace('127.0.0.1', 'nas.lan'), page);
    expect(await page.evaluate('[isSecureContext, typeof navigator.clipboard, typeof crypto.randomUUID]')).toEqual([
      false,
      'undefined',
      'undefined',
    ]);
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await heading(page, 'Subscriptions').waitFor();
  });

  test.each(['caddy', 'nginx'] as const)(
    'works below a base path behind %s, which wants a password of its own',
    async (proxy) => {
      if (!canTry(proxy)) return;
      const home = await startHome(['--base-path', '/duebook', '--trusted-proxies', '127.0.0.1']);
      await home.add({ name: 'Netflix' });
      const origin = await startProxy(proxy, withPassword(proxy), home.origin);
      const basic = { username: 'family', password: 'front door' };
      const page = await newPage(origin, { basic, ignoresCertificates: true });
      await signInBy(home.link.replace(new URL(home.origin).origin, origin), page);
      await page.getByRole('link', { name: 'Subscriptions' }).click();
      await heading(page, 'Subscriptions').waitFor();
      await page.reload();
      await heading(page, 'Subscriptions').waitFor();
    },
  );
});

/** The recipe for a base path, with Basic authentication before the dashboard. */
function withPassword(proxy: ProxyName): string {
  const [, below] = recipesFor(proxy);
  if (proxy === 'caddy') {
    // Caddy calls it basic_auth since 2.8, and still knows this name.
    const hash = Bun.password.hashSync('front door', { algorithm: 'bcrypt', cost: 4 });
    return below.replace('\treverse_proxy', `\tbasicauth {\n\t\tfamily ${hash}\n\t}\n\treverse_proxy`);
  }
  const directory = temporaryDirectory();
  // The workers of nginx run as another user if the tests run as root.
  chmodSync(directory, 0o755);
  writeFileSync(`${directory}/passwords`, 'family:{PLAIN}front door\n');
  return below.replace(
    'proxy_pass',
    `auth_basic "Family"; auth_basic_user_file ${directory}/passwords;\n        proxy_pass`,
  );
}
