import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { YAML } from 'bun';
import { startHome } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

const { environment, ingress_port } = YAML.parse(
  readFileSync(join(import.meta.dir, '../../contrib/home-assistant/duebook/config.yaml'), 'utf8'),
) as { readonly environment: Readonly<Record<string, string>>; readonly ingress_port: number };

const entry = '/api/hassio_ingress/Zo7k2-token';

/** Stands in for Home Assistant: shows the app in a frame, takes its own path away, and says who is signed in. */
function startHomeAssistant(app: string, user: string) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (!pathname.startsWith(`${entry}/`))
        return new Response(`<iframe src="${entry}/" width="1200" height="800"></iframe>`, {
          headers: { 'content-type': 'text/html' },
        });
      const headers = new Headers(request.headers);
      headers.set('x-remote-user-name', user);
      headers.set('x-forwarded-for', 'None, 172.30.32.1');
      const path = pathname.slice(entry.length);
      const body = request.method === 'GET' ? undefined : await request.arrayBuffer();
      const init = { method: request.method, headers, redirect: 'manual', ...(body && { body }) } as const;
      const answer = await fetch(`${app}${path}${search}`, init);
      // It unpacks what it passes on.
      const kept = new Headers(answer.headers);
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
      return new Response(answer.body, { status: answer.status, headers: kept });
    },
  });
  // At the end of the test, after the window of the browser, which may still ask.
  afterAll(() => server.stop(true));
  return server;
}

describe.if(canBrowse)('the app of Home Assistant', () => {
  const { newContext } = useBrowser();

  test('is shown in its frame, signs the user of Home Assistant in, and opens each page', async () => {
    expect(ingress_port).toBe(8383);
    const { DUEBOOK_AUTH_HEADER: header = '', DUEBOOK_AUTH_HEADER_CREATE: owner = '' } = environment;
    const believed = ['--auth-header', header, '--auth-header-create', owner, '--trusted-proxies', '127.0.0.1'];
    const home = await startHome(believed);
    await home.add({ name: 'Netflix' });
    const homeAssistant = startHomeAssistant(home.origin, 'kim');
    const context = await newContext([homeAssistant.url.origin]);
    const page = await context.newPage();
    await page.goto(homeAssistant.url.href);
    const frame = page.frameLocator('iframe');
    await frame.getByText('Netflix').first().waitFor();
    await frame.getByRole('link', { name: 'Settings' }).click();
    await frame.getByText('kim').first().waitFor();
    await page.frames()[1]?.goto(`${homeAssistant.url.origin}${entry}/calendar`);
    await frame.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
    expect(await home.command('users', 'list')).toContain('kim');
  });
});
