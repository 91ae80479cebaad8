import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { canBrowse, useBrowser } from './support/visits.ts';
import { heading, newLink, signInBy, startHome, type Home } from './support/home.ts';

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
    await other.getByText('Ask somebody with the right Manage').waitFor();
    expect(await other.getByText('duebook sign-in').count()).toBe(0);
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

  test('a wrong password is refused with what to do about it, and a right one signs in', async () => {
    const home = await startHome();
    await Bun.write(`${home.directory}/password`, 'correct horse battery');
    await home.command('users', 'add', 'sam', '--owner', 'default', '--password-file', 'password');
    const page = await newPage(home.origin);
    await page.goto(home.origin);
    expectFaults(/status of 40[01]/);
    const user = page.getByRole('textbox', { name: 'User name' });
    const password = page.getByRole('textbox', { name: 'Password' });
    await user.fill(' ');
    await password.fill('wrong horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('input[aria-invalid=true][name=username]').waitFor();
    expect((await page.getByRole('alert').allTextContents()).filter(Boolean)).toHaveLength(1);
    expect(await page.getByRole('alert').getByText('That did not work.').count()).toBe(0);
    await user.fill('sam');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The server did not let you in.').waitFor();
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
    // A tab in the background paints once a second.
    await first.bringToFront();
    await first.getByRole('button', { name: 'Sign out' }).click();
    await first.getByRole('button', { name: 'Sign out anyway' }).click();
    await heading(second, 'Sign in').waitFor();
    await second.goBack();
    expect(await second.getByRole('link', { name: 'Insights' }).count()).toBe(0);
  });

  test('a link asks before it ends the session of somebody else, and is not used up by the question', async () => {
    const home = await startHome();
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await home.command('users', 'add', 'sam', '--owner', 'default', '--scope', 'write');
    const link = await newLink(home, 'sam');
    await page.goto(link);
    const question = page.getByRole('dialog', { name: 'Sign in with this link?' });
    await question.getByText(/signed in as .admin/).waitFor();
    expect(await question.textContent()).not.toContain('sam');
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await page.getByRole('banner').getByText('signed in as admin').waitFor();
    await page.reload();
    await page.getByRole('banner').getByText('signed in as admin').waitFor();
    expect(await question.count()).toBe(0);
    await page.goto(link);
    await question.getByRole('button', { name: 'Sign in with the link' }).click();
    await page.getByRole('banner').getByText('signed in as sam').waitFor();
    await question.waitFor({ state: 'detached' });
  });

  test('a link opened in another tab makes this one show the new user, too', async () => {
    const { home, link } = await twoBooks();
    const context = await newContext([home.origin]);
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.bringToFront();
    await signInBy(home.link, first);
    await first.getByRole('link', { name: 'Settings' }).click();
    await second.bringToFront();
    await signInAsOther(second, link);
    await first.getByRole('banner').getByText('signed in as kim').waitFor();
  });

  test('what was typed for one book is not written into that of the user who signed in in another tab', async () => {
    const { home, link, key } = await twoBooks();
    expectFaults(/status of 401/);
    const context = await newContext([home.origin]);
    const first = await context.newPage();
    // The tab does not hear of the sign-in before it writes.
    await first.addInitScript(`addEventListener('storage', (event) => event.stopImmediatePropagation(), true)`);
    await signInBy(home.link, first);
    await first.getByRole('button', { name: 'Add subscription' }).first().click();
    const form = first.getByRole('dialog', { name: 'Add subscription' });
    // The dry run of the form, which looks for duplicates, asks who is signed in, too.
    const compared = first.waitForResponse((response) => response.request().postData()?.includes('"Mine"') === true);
    await form.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await compared;
    await form.getByRole('combobox', { name: 'Category' }).fill('Music');
    await form.getByRole('textbox', { name: 'Amount' }).fill('5');
    await signInAsOther(await context.newPage(), link);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await first.getByRole('banner').getByText('signed in as kim').waitFor();
    expect(await form.count()).toBe(0);
    expect(await home.stored()).toEqual([]);
    expect((await home.call(key, 'GET', '/api/v1/subscriptions')).json['data']).toEqual([]);
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

/** A home with a second owner: the link that signs in its user kim, and its key. */
async function twoBooks(): Promise<{ readonly home: Home; readonly link: string; readonly key: string }> {
  const home = await startHome();
  const key = await home.command('keys', 'create', '--owner', 'Second', '--scope', 'read', '--name', 'reader');
  await home.command('users', 'add', 'kim', '--owner', 'Second', '--scope', 'write');
  return { home, key, link: await newLink(home, 'kim') };
}

/** Signs in by a link where somebody is signed in. */
async function signInAsOther(page: Page, link: string): Promise<void> {
  await page.goto(link);
  const question = page.getByRole('dialog', { name: 'Sign in with this link?' });
  await question.getByRole('button', { name: 'Sign in with the link' }).click();
  await question.waitFor({ state: 'detached' });
}

/** A key as `duebook keys list --json` prints it. */
interface Listed {
  readonly id: string;
  readonly scope: string;
}
