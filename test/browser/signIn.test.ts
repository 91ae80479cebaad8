import { describe, expect, test } from 'bun:test';
import { canBrowse, useBrowser } from './support/visits.ts';
import { heading, signInBy, startHome } from './support/home.ts';

describe.if(canBrowse)('signing in', () => {
  const { newPage, newContext, expectFaults } = useBrowser();

  test('the link of the first start signs in, and its code is gone from the address and the history', async () => {
    const { link, origin } = await startHome();
    const page = await newPage(origin);
    await signInBy(link, page);
    expect(page.url()).not.toContain('code');
    await page.getByRole('link', { name: 'Calendar' }).click();
    await heading(page, 'Calendar').waitFor();
    await page.goBack();
    await heading(page, 'Overview').waitFor();
    expect(page.url()).not.toContain('code');
    expect(await page.evaluate('JSON.stringify([history.state, document.referrer])')).not.toContain('code');
  });

  test('a link signs in once, and the page then says how to get another one', async () => {
    const { link, origin } = await startHome();
    await signInBy(link, await newPage(origin));
    const other = await newPage(origin);
    await other.goto(link);
    await other.getByText('This link does not work any more.').waitFor();
    await other.getByText('duebook sign-in').waitFor();
    expect(other.url()).not.toContain('code');
  });

  test('a session lasts when the page is closed, in this browser and no other', async () => {
    const { link, origin } = await startHome();
    const context = await newContext([origin]);
    const page = await context.newPage();
    await signInBy(link, page);
    await page.close();
    const again = await context.newPage();
    await again.goto(`${origin}/calendar`);
    await heading(again, 'Calendar').waitFor();
    const stranger = await newPage(origin);
    await stranger.goto(`${origin}/calendar`);
    await heading(stranger, 'Sign in').waitFor();
  });

  test('an API key signs in, and the page then is the one that the visitor asked for', async () => {
    const { key, origin } = await startHome();
    const page = await newPage(origin);
    await page.goto(`${origin}/insights`);
    await page.getByRole('radio', { name: 'API key' }).check();
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Insights').waitFor();
  });

  test('a wrong password is refused in the words of the server, and a right one signs in', async () => {
    const home = await startHome();
    await Bun.write(`${home.directory}/password`, 'correct horse battery');
    await home.command('users', 'add', 'sam', '--owner', 'default', '--password-file', 'password');
    const page = await newPage(home.origin);
    await page.goto(home.origin);
    await page.getByRole('textbox', { name: 'User name' }).fill('sam');
    const password = page.getByRole('textbox', { name: 'Password' });
    await password.fill('wrong horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('sign in with a one-time code').waitFor();
    await password.fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Overview').waitFor();
  });

  test('who signs out in one tab is signed out in the others', async () => {
    const { link, origin } = await startHome();
    const context = await newContext([origin]);
    const [first, second] = [await context.newPage(), await context.newPage()];
    await signInBy(link, first);
    await second.goto(`${origin}/calendar`);
    await heading(second, 'Calendar').waitFor();
    await first.getByRole('button', { name: 'Sign out' }).click();
    await heading(second, 'Sign in').waitFor();
    await second.goBack();
    expect(await second.getByRole('link', { name: 'Insights' }).count()).toBe(0);
  });

  test('a session that has ended elsewhere is said so on the page, which stays', async () => {
    const home = await startHome();
    expectFaults(/status of 401/);
    const page = await newPage(home.origin);
    await page.goto(home.origin);
    await page.getByRole('radio', { name: 'API key' }).check();
    await page.getByRole('textbox', { name: 'API key' }).fill(home.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Overview').waitFor();
    const listed = JSON.parse(await home.command('keys', 'list', '--json')) as readonly Listed[];
    await home.command('keys', 'revoke', listed.find(({ scope }) => scope === 'write')?.id ?? '');
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await page.getByText('Your session has ended').first().waitFor();
    await heading(page, 'Subscriptions').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  });
});

/** A key as `duebook keys list --json` prints it. */
interface Listed {
  readonly id: string;
  readonly scope: string;
}
