import { describe, expect, test } from 'bun:test';
import { startReceiver } from '../support/receiver.ts';
import { heading, newLink, signInBy, startHome, type Home } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

/** Where the pictures of this test go; undefined for none. */
const pictures = process.env['PARTNER_PICTURES'];

async function peopleOf(home: Home): Promise<readonly Record<string, unknown>[]> {
  const admin = await home.command('keys', 'create', '--owner', 'default', '--scope', 'admin');
  const key = /dbk_a_\w+/.exec(admin)?.[0] ?? '';
  return (await home.call(key, 'GET', '/api/v1/channels')).json['data'] as readonly Record<string, unknown>[];
}

describe.if(canBrowse)('the partner', () => {
  const { newPage } = useBrowser();

  test('comes by an invitation, chooses a password, and gets reminders on the own phone without any help', async () => {
    const home = await startHome();
    const receiver = startReceiver();
    await home.add({ name: 'Netflix', amount: 15.99, paidDaysAgo: 20 });
    const admin = await newPage(home.origin);
    await signInBy(home.link, admin);
    await admin.goto(`${home.origin}/settings`);
    await admin.getByRole('button', { name: 'Add a person' }).click();
    const adding = admin.getByRole('dialog', { name: 'Add a person' });
    await adding.getByRole('textbox', { name: 'Name' }).fill('sam');
    await adding.getByRole('button', { name: 'Add' }).click();
    const inviting = admin.getByRole('dialog', { name: 'Invite sam' });
    await inviting.getByText('It first asks for a password.').waitFor();
    await inviting.getByRole('button', { name: 'Make a link' }).click();
    const link = await inviting.getByRole('textbox', { name: 'Sign-in link' }).inputValue();
    expect(link).toContain('/sign-in#invitation=');
    if (pictures !== undefined) await admin.screenshot({ path: `${pictures}/invite.png` });
    await inviting.getByRole('button', { name: 'Done' }).click();

    const phone = await newPage(home.origin, { screen: 'phone' });
    const picture = async (name: string) => {
      if (pictures !== undefined) await phone.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
    };
    await phone.goto(link);
    await heading(phone, 'Welcome. Choose a password').waitFor();
    expect(phone.url()).not.toContain('invitation');
    expect(await phone.getByRole('link').count()).toBe(0);
    await picture('welcome');
    // It asks again until it is answered.
    await phone.reload();
    await heading(phone, 'Welcome. Choose a password').waitFor();
    await phone.getByLabel('New password').fill('correct horse battery');
    await phone.getByRole('button', { name: 'Save the password' }).click();
    await heading(phone, 'Overview').waitFor();
    expect(await phone.getByText('You have no password yet').count()).toBe(0);
    await picture('overview');

    await phone.goto(`${home.origin}/reminders`);
    await phone.getByText('Channels that you add are your own.').waitFor();
    await picture('reminders-empty');
    await phone.getByRole('button', { name: 'Add a channel' }).click();
    const form = phone.getByRole('dialog', { name: 'Add a channel' });
    await form.getByRole('textbox', { name: 'Name' }).fill('My phone');
    await form.getByLabel('Address of the server').fill(receiver.url);
    await form.getByLabel('Topic').fill('sams-7Kx2');
    await form.getByRole('button', { name: 'Add' }).click();
    const channel = phone.getByRole('list', { name: 'Channels' }).getByRole('listitem');
    await channel.getByText('your own').waitFor();
    await phone.getByRole('button', { name: 'Send a test to My phone' }).click();
    await channel.getByText('The test was sent to').waitFor();
    expect(receiver.received.map(({ text }) => text.includes('sams-7Kx2'))).toEqual([true]);
    await phone.getByRole('button', { name: 'Remind three days before and on the day of each payment' }).click();
    const rules = phone.getByRole('list', { name: 'Rules' }).getByRole('listitem');
    await rules.getByText(/at 9:00 AM, to .?My phone/).waitFor();
    await rules.getByText('your own').waitFor();
    await picture('reminders');
    await phone.goto(`${home.origin}/calendar`);
    await phone.getByRole('button', { name: 'Subscribe' }).click();
    await phone.getByRole('button', { name: 'Make a link' }).click();
    await phone.getByRole('button', { name: 'Done' }).click();
    await phone.getByRole('button', { name: 'Subscribe' }).click();
    await phone.getByRole('dialog').getByText('your own').waitFor();
    await picture('calendar-links');

    // The first key sees nothing of it; the admin sees whose it is.
    for (const path of ['/channels', '/reminders', '/feeds']) expect((await home.ask('GET', path))['data']).toEqual([]);
    expect(await peopleOf(home)).toMatchObject([{ name: 'My phone', userId: expect.any(String) }]);
    await admin.goto(`${home.origin}/reminders`);
    await admin
      .getByRole('list', { name: 'Channels' })
      .getByText(/^of .?sam/)
      .waitFor();
    if (pictures !== undefined) await admin.screenshot({ path: `${pictures}/admin-reminders.png`, fullPage: true });
  });

  test('is asked before signing out without a way back', async () => {
    const home = await startHome();
    await home.command('users', 'add', 'sam', '--owner', 'default', '--scope', 'read');
    const phone = await newPage(home.origin, { screen: 'phone' });
    await signInBy(await newLink(home, 'sam'), phone);
    await phone.getByText('You have no password yet').waitFor();
    if (pictures !== undefined) await phone.screenshot({ path: `${pictures}/line.png`, fullPage: true });
    await phone.goto(`${home.origin}/settings`);
    const question = phone.getByRole('dialog', { name: 'Sign out without a password?' });
    const signOut = phone.getByRole('button', { name: 'Sign out', exact: true }).first();
    await signOut.click();
    await question.getByText('only with a new invitation').waitFor();
    if (pictures !== undefined) await phone.screenshot({ path: `${pictures}/leave.png` });
    await question.getByRole('button', { name: 'Set a password' }).click();
    await phone.getByLabel('New password').fill('correct horse battery');
    await phone.getByRole('button', { name: 'Save the password' }).click();
    await phone.getByText('The password is set').waitFor();
    expect(await phone.getByText('You have no password yet').count()).toBe(0);
    await signOut.click();
    await heading(phone, 'Sign in').waitFor();
    await phone.getByText('Ask somebody with the right Manage').waitFor();
    if (pictures !== undefined) await phone.screenshot({ path: `${pictures}/sign-in.png`, fullPage: true });
    await phone.getByRole('textbox', { name: 'User name' }).fill('sam');
    await phone.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await heading(phone, 'Settings').waitFor();
  });
});
