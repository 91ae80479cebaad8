import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { qrShape } from '../../src/web/format/qr.ts';
import { heading, newLink, signInBy, startHome, type Home } from './support/home.ts';
import { canBrowse, useBrowser, waitForFocus } from './support/visits.ts';

describe.if(canBrowse)('the settings', () => {
  const { newPage, newContext, expectFaults } = useBrowser();

  async function opened(home: Home, page: Page): Promise<Page> {
    await signInBy(home.link, page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await heading(page, 'Settings').waitFor();
    return page;
  }

  test('scroll to a section, and create a key that works, is shown once, and is refused as soon as it is revoked', async () => {
    const home = await startHome();
    const page = await opened(home, await newPage(home.origin));
    await page.getByRole('link', { name: 'API keys' }).click();
    // What the page does on a change of the address, it does before the second frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Create a key' }).click();
    const form = page.getByRole('dialog', { name: 'Create a key' });
    await form.getByRole('textbox', { name: 'Name' }).fill('widget');
    await form.getByRole('button', { name: 'Create' }).click();
    const created = page.getByRole('dialog', { name: 'The key “widget”' });
    const key = await created.getByRole('textbox', { name: 'API key' }).inputValue();
    const status = async () => (await home.call(key, 'GET', '/api/v1/subscriptions')).status;
    expect([key.slice(0, 6), await status()]).toEqual(['dbk_r_', 200]);
    expect((await home.call(key, 'POST', '/api/v1/subscriptions', {})).status).toBe(403);
    await created.getByRole('button', { name: 'Done' }).click();
    await page.getByText(key).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Revoke widget' }).click();
    await page.getByRole('dialog', { name: 'Revoke widget?' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('widget was revoked').waitFor();
    expect(await status()).toBe(401);
  });

  test('set a password, which signs in, is asked for to set another, and ends the other sessions of the user', async () => {
    const home = await startHome();
    expectFaults(/status of 40[01]/);
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    const other = await newPage(home.origin);
    await signInBy(await newLink(home), other);
    await page.getByRole('link', { name: 'Set a password' }).click();
    // Otherwise the keyboard shortcuts would take what is typed, and show it.
    await waitForFocus(page, page.getByLabel('New password'));
    await page.keyboard.type('correct horse battery');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.getByText('The password is set').waitFor();
    await waitForFocus(page, page.getByRole('button', { name: 'Change the password' }));
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByLabel('New password').fill('another battery');
    await page.getByLabel('Current password').fill('a wrong one');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.locator('input[aria-invalid=true][name=current]').waitFor();
    await other.getByRole('link', { name: 'Subscriptions' }).click();
    await other.getByText('Your session has ended').waitFor();
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await heading(page, 'Subscriptions').waitFor();
    expect(await page.getByText('Your session has ended').count()).toBe(0);
    await other.getByRole('button', { name: 'Sign in' }).click();
    const dialog = other.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByRole('textbox', { name: 'User name' }).fill('admin');
    await dialog.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('Your session has ended').first().waitFor({ state: 'hidden' });
  });

  test('add a person by a link, who may look but not write', async () => {
    const home = await startHome();
    await home.add({ name: 'Music' });
    const page = await opened(home, await newPage(home.origin));
    await page.getByRole('button', { name: 'Add a person' }).click();
    const form = page.getByRole('dialog', { name: 'Add a person' });
    await form.getByRole('textbox', { name: 'Name' }).fill('sam');
    await form.getByLabel('Rights').selectOption({ label: 'View' });
    expectFaults(/ERR_FAILED/);
    const adding = /\/api\/v1\/users\?/;
    await page.route(adding, (route) => route.abort());
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByRole('alert').waitFor();
    await page.unroute(adding);
    await form.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a link' }).click();
    const link = await page.getByRole('textbox', { name: 'Sign-in link' }).inputValue();
    await page.getByRole('img', { name: 'QR code of the sign-in link' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    const guest = await newPage(home.origin);
    await guest.goto(link);
    await heading(guest, 'Welcome. Choose a password').waitFor();
    await guest.getByRole('button', { name: 'Later' }).click();
    await guest.getByRole('banner').getByText('signed in as sam').waitFor();
    await guest.getByRole('link', { name: 'Choose a password' }).waitFor();
    await guest.getByRole('link', { name: 'Subscriptions' }).click();
    await guest.getByRole('link', { name: 'Music' }).waitFor();
    for (const name of ['Add subscription', 'Actions for Music', 'Paid: Music'])
      expect(await guest.getByRole('button', { name }).count()).toBe(0);
    // Other rights and another name, which count from the next sign-in.
    await page.getByRole('button', { name: 'Edit sam' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit sam' });
    await edit.getByRole('textbox', { name: 'Name' }).fill('Samira');
    await edit.getByLabel('Rights').selectOption({ label: 'Change' });
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Samira was changed').waitFor();
    await page.getByRole('button', { name: 'Edit Samira' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    // Fewer rights sign out.
    await page.getByRole('button', { name: 'Edit sam', exact: true }).click();
    await edit.getByText('Without a password, the person then needs a new invitation.').waitFor();
    await edit.getByRole('button', { name: 'Back' }).click();
  });

  test('sign a second device in by a link of oneself, name the household, and say how much it may store', async () => {
    const home = await startHome(['--subscriptions-per-owner', '1']);
    await home.add({ name: 'Music' });
    const page = await opened(home, await newPage(home.origin));
    await page.getByRole('button', { name: 'Sign in on another device' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in on another device' });
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await dialog.getByRole('img', { name: 'QR code of the sign-in link' }).waitFor();
    await dialog.getByText('an address that other devices cannot reach').waitFor();
    const link = await dialog.getByRole('textbox', { name: 'Sign-in link' }).inputValue();
    expect(await dialog.locator('svg.qr path').getAttribute('d')).toBe(qrShape(link).path);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const phone = await newPage(home.origin);
    await signInBy(link, phone);
    await phone.getByRole('banner').getByText('Household · signed in as admin').waitFor();
    await page.getByText('Subscriptions: 1 of at most 1').waitFor();
    await page.getByText('No name yet').waitFor();
    await page.getByRole('button', { name: 'Name the household' }).click();
    const naming = page.getByRole('dialog', { name: 'Name the household' });
    await naming.getByRole('textbox', { name: 'Name' }).fill('Elm Street 12');
    await naming.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('banner').getByText('Elm Street 12').waitFor();
    await phone.reload();
    await phone.getByRole('banner').getByText('Elm Street 12').waitFor();
  });

  test.each(['read', 'write'])(
    'let a user with the scope %s see their own browsers and sign one out',
    async (scope) => {
      const home = await startHome();
      expectFaults(/status of 401/);
      await home.command('users', 'add', 'sam', '--owner', 'default', '--scope', scope);
      const [here, other, admin] = [await newPage(home.origin), await newPage(home.origin), await newPage(home.origin)];
      await signInBy(home.link, admin);
      await signInBy(await newLink(home, 'sam'), other);
      await signInBy(await newLink(home, 'sam'), here);
      await here.getByRole('link', { name: 'Settings' }).click();
      const browsers = here.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem');
      await browsers.nth(1).waitFor();
      expect(await browsers.count()).toBe(2);
      expect(await browsers.first().textContent()).toContain('this one');
      // The use of a session is stored later than its sign-in.
      expect(await browsers.nth(1).textContent()).toMatch(/sam · (since|used recently)/);
      await browsers
        .nth(1)
        .getByRole('button', { name: /^Sign out .*, sam$/ })
        .click();
      await here.getByText(/ was signed out$/).waitFor();
      await browsers.nth(1).waitFor({ state: 'detached' });
      await other.getByRole('link', { name: 'Subscriptions' }).click();
      await other.getByText('Your session has ended').first().waitFor();
      await other.reload();
      await other.getByRole('status').getByText('You were signed out.').waitFor();
      await admin.getByRole('link', { name: 'Subscriptions' }).click();
      await heading(admin, 'Subscriptions').waitFor();
      expect(await admin.getByText('Your session has ended').count()).toBe(0);
      await browsers.first().getByRole('button').click();
      await here.getByRole('button', { name: 'Sign out anyway' }).click();
      await heading(here, 'Sign in').waitFor();
    },
  );

  test('say what is wrong with the server, and the next step', async () => {
    const home = await startHome();
    const page = await opened(home, await newPage(home.origin));
    await page.getByRole('button', { name: 'Check the server' }).click();
    await page.getByText('There is no recent backup.').waitFor();
    await page.getByText('Set --backup-every 24h').waitFor();
  });

  test('keep the language and the theme of this browser', async () => {
    const home = await startHome();
    const context = await newContext([home.origin]);
    const page = await opened(home, await context.newPage());
    await page.getByRole('radio', { name: 'Deutsch' }).check();
    await heading(page, 'Einstellungen').waitFor();
    await page.getByRole('radio', { name: 'Dunkel' }).check();
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(await background()).toBe('rgb(20, 22, 26)');
    await page.reload();
    await heading(page, 'Einstellungen').waitFor();
    expect([await background(), await page.evaluate('document.documentElement.lang')]).toEqual([
      'rgb(20, 22, 26)',
      'de',
    ]);
  });
});
