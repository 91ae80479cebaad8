import { describe, expect, test } from 'bun:test';
import { heading, signInBy, startHome } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

/** The status of a request with the token of a session. */
async function statusWith(origin: string, token: string): Promise<number> {
  return (await fetch(`${origin}/api/v1/session`, { headers: { 'x-duebook-session': token } })).status;
}

describe.if(canBrowse)('the session of a page ends at the server, too', () => {
  const { newPage } = useBrowser();

  /** Starts a service, signs in, and gives the page and the token that the page sends. */
  async function visit() {
    const home = await startHome();
    const page = await newPage(home.origin);
    let token = '';
    page.on('request', (request) => (token = request.headers()['x-duebook-session'] ?? token));
    await signInBy(home.link, page);
    await page.getByRole('link', { name: 'Calendar' }).click();
    await heading(page, 'Calendar').waitFor();
    const first = token;
    expect(await statusWith(home.origin, first)).toBe(200);
    return { ...home, page, first, tokenNow: () => token };
  }

  test('when its user signs out', async () => {
    const { origin, page, first } = await visit();
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await ended;
    expect(await statusWith(origin, first)).toBe(401);
  });

  test('when somebody signs in again in the same browser', async () => {
    const { origin, page, first, tokenNow, ...home } = await visit();
    const link = /http\S+code=\S+/.exec(await home.command('sign-in'))?.[0] ?? '';
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.goto(link.replace(/^http:\/\/[^/]+/, origin));
    await page.getByRole('button', { name: 'Sign in with the link' }).click();
    await ended;
    expect(await statusWith(origin, first)).toBe(401);
    await page.getByRole('link', { name: 'Calendar' }).click();
    await heading(page, 'Calendar').waitFor();
    expect(tokenNow()).not.toBe(first);
    expect(await statusWith(origin, tokenNow())).toBe(200);
  });
});
