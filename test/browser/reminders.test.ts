import { describe, expect, test } from 'bun:test';
import type { Route } from 'playwright-core';
import { startReceiver } from '../support/receiver.ts';
import { heading, newLink, signInBy, startHome } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

describe.if(canBrowse)('the reminders', () => {
  const { newPage, expectFaults } = useBrowser();

  test('a first channel is added and tested, rules are made in one click and edited, and each step is undone', async () => {
    const home = await startHome();
    const receiver = startReceiver();
    expectFaults(/status of 400 .* at \S+\/channels\?faults=all$/, /status of 409 .* at \S+\/reminders\/\S+$/);
    const { id } = await home.add({ name: 'Netflix', amount: 15.99, paidDaysAgo: 20 });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await heading(page, 'Reminders').waitFor();
    await page.getByText('Duebook can remind you in time').waitFor();

    await page.getByRole('button', { name: 'Add a channel' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a channel' });
    const type = adding.getByRole('combobox', { name: 'Type' });
    await type.selectOption({ label: 'ntfy' });
    await adding.getByRole('textbox', { name: 'Name' }).fill('Phone');
    await adding.getByLabel('Address of the server').fill('not an address');
    const topic = adding.getByLabel('Topic');
    expect(await topic.getAttribute('type')).toBe('password');
    await topic.fill('bills-7Kx2');
    await type.selectOption({ label: 'Gotify' });
    expect(await adding.getByLabel('Address of the server').inputValue()).toBe('');
    await type.selectOption({ label: 'ntfy' });
    await adding.getByRole('button', { name: 'Add' }).click();
    await adding.getByText('Enter an address that begins with https:// or http://').waitFor();
    await adding.getByLabel('Address of the server').fill(receiver.url);
    await adding.getByRole('button', { name: 'Add' }).click();
    const channel = page.getByRole('list', { name: 'Channels' }).getByRole('listitem');
    await channel.getByText(`ntfy · 127.0.0.1:${receiver.port}`).waitFor();
    await page.getByRole('button', { name: 'Send a test to Phone' }).click();
    await channel.getByText('The test was sent to').waitFor();
    expect(receiver.received.map(({ method }) => method)).toEqual(['POST']);
    expect(receiver.received[0]?.text).toContain('bills-7Kx2');

    await page.getByRole('button', { name: 'Remind three days before and on the day of each payment' }).click();
    const rules = page.getByRole('list', { name: 'Rules' }).getByRole('listitem');
    await rules.getByText('3 days before and on the day of each payment, at 9:00 AM, to all channels').waitFor();
    const preview = page.getByRole('region', { name: 'Next 30 days' });
    await preview
      .getByText(/^.?Netflix.?: €15.99 due on/)
      .first()
      .waitFor();
    expect(await preview.getByText(/to .?Phone/).count()).toBe(2);

    await rules.getByRole('button', { name: /^Edit / }).click();
    const editing = page.getByRole('dialog', { name: 'Edit rule' });
    await editing.getByText('On the day', { exact: true }).click();
    await editing.getByLabel('Other number of days').fill('5');
    await editing.getByRole('button', { name: 'Add these days' }).click();
    await editing.getByLabel('Other number of days').fill('500');
    await editing.getByRole('button', { name: 'Save' }).click();
    await editing.getByText('Enter a whole number from 0 to 400').waitFor();
    await editing.getByLabel('Other number of days').fill('30');
    await editing.getByLabel('Time of day').fill('18:30');
    await editing.getByLabel('Subscription').selectOption({ label: 'Netflix' });
    await editing.getByRole('button', { name: 'Save' }).click();
    await rules.getByText(/30 days, 5 days,? and 3 days before each payment, for .?Netflix.?, at 6:30 PM/).waitFor();
    const stored = async () => (await home.ask('GET', '/reminders'))['data'] as readonly Record<string, unknown>[];
    expect(await stored()).toMatchObject([{ daysBefore: [30, 5, 3], at: '18:30', subscriptionId: id }]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await rules.getByText('3 days before and on the day of each payment, at 9:00 AM, to all channels').waitFor();

    // The focus stays when the rule does.
    const refused = (route: Route) =>
      route.fulfill({ status: 409, json: { error: { code: 'x', message: 'Too busy' } } });
    await page.route('**/api/v1/reminders/*', refused);
    await rules.getByRole('button', { name: /^Delete / }).click();
    await page.getByText('Too busy').waitFor();
    expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toMatch(/^Delete /);
    await page.unroute('**/api/v1/reminders/*', refused);
    await page.getByRole('button', { name: 'Close' }).last().click();
    await rules.getByRole('button', { name: /^Delete / }).click();
    await page.getByText('No rule says yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await rules.getByText('3 days before and on the day of each payment').waitFor();

    await page.getByRole('switch', { name: 'Phone' }).click();
    await rules.getByText('Nothing is sent: no channel that is on gets it.').waitFor();
    expect(await stored()).toMatchObject([{ daysBefore: [3, 0], channelCount: 0 }]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await rules.getByText('Nothing is sent').waitFor({ state: 'detached' });

    // Another host gets none of the secrets of the earlier one.
    const other = startReceiver(() => new Response('', { status: 503 }));
    await page.getByRole('button', { name: 'Edit Phone' }).click();
    const moving = page.getByRole('dialog', { name: 'Edit Phone' });
    expect(await moving.getByLabel('Topic').inputValue()).toBe('');
    await moving.getByLabel('Address of the server').fill(other.url);
    await moving.getByText('With another host, tokens have to be entered again').waitFor();
    await moving.getByLabel('Topic').fill('bills-9Zq4');
    await moving.getByRole('button', { name: 'Save' }).click();
    await channel.getByText(`ntfy · 127.0.0.1:${other.port}`).waitFor();
    await page.getByRole('button', { name: 'Send a test to Phone' }).click();
    await channel.getByText('failed: the receiver answered with the status 503').locator('svg').waitFor();

    // A webhook also gets the changes that were chosen, and each of them is among what was sent.
    await page.getByRole('button', { name: 'Add a channel' }).click();
    await type.selectOption({ label: 'Webhook' });
    await adding.getByLabel('Address of the webhook').fill(receiver.url);
    const changes = adding.getByRole('group', { name: 'Changes that it gets' });
    for (const name of ['Deleted', 'Changed']) await changes.getByRole('checkbox', { name }).check();
    await adding.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('switch', { name: 'Webhook' }).waitFor();
    await home.ask('PATCH', `/subscriptions/${id}`, { amount: 17 });
    const sent = page.getByRole('list', { name: 'Sent and waiting' }).getByRole('listitem');
    await page.reload();
    await sent.getByText(/^Changed · .?Webhook/).waitFor();
    expect(((await home.ask('GET', '/channels'))['data'] as readonly object[]).at(-1)).toMatchObject({
      settings: { events: 'subscription.updated,subscription.deleted' },
    });

    // Somebody who may only look sees the rules, and asks for nothing that is refused.
    await home.command('users', 'add', 'sam', '--owner', 'default', '--scope', 'read');
    const guest = await newPage(home.origin);
    await signInBy(await newLink(home, 'sam'), guest);
    await guest.goto(`${home.origin}/reminders`);
    await guest.getByText('Only those who may change subscriptions see the channels.').waitFor();
    await guest.getByText('3 days before and on the day of each payment, at 9:00 AM, to all channels').waitFor();
    expect(await guest.getByRole('main').getByRole('button').count()).toBe(0);

    for (const name of ['Phone', 'Webhook']) {
      await page.getByRole('button', { name: `Delete ${name}` }).click();
      await page
        .getByRole('dialog', { name: `Delete ${name}?` })
        .getByRole('button', { name: 'Delete' })
        .click();
      await page.getByRole('switch', { name }).waitFor({ state: 'detached' });
    }
    await page.getByText('Duebook can remind you in time').waitFor();
  }, 60_000);

  test('a new rule says what it will send, and sends only the days that are typed', async () => {
    const home = await startHome();
    await home.add({ name: 'Netflix' });
    const key = await home.command('keys', 'create', '--owner', 'default', '--scope', 'admin', '--name', 'channels');
    const channel = { name: 'Phone', type: 'ntfy', settings: { url: 'http://127.0.0.1:9', topic: 'bills' } };
    expect((await home.call(key, 'POST', '/api/v1/channels', channel)).status).toBe(201);
    const page = await newPage(home.origin, { screen: 'phone' });
    await signInBy(home.link, page);
    await page.goto(`${home.origin}/reminders`);
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const form = page.getByRole('dialog', { name: 'Add a rule' });
    const days = form.getByLabel('Other number of days');
    const chosen = () => form.getByRole('group', { name: 'When' }).locator('label:has(:checked)').allInnerTexts();
    const says = (text: string | RegExp) => form.getByRole('status').getByText(text).waitFor();
    await says('3 days before and on the day of each payment, at 9:00 AM, to all channels');
    expect(await chosen()).toEqual(['3 days before', 'On the day']);

    await days.fill('10');
    await says('10 days before each payment, at 9:00 AM, to all channels');
    expect(await chosen()).toEqual([]);
    await days.fill('');
    await says('3 days before and on the day of each payment');
    expect(await chosen()).toEqual(['3 days before', 'On the day']);
    // What is typed has a box of its own, which removes it again.
    for (const typed of ['10', '20']) {
      await days.fill(typed);
      await days.press('Enter');
    }
    expect(await chosen()).toEqual(['20 days before', '10 days before']);
    await form.getByText('20 days before', { exact: true }).click();
    await form.getByLabel('Subscription').selectOption({ label: 'Netflix' });
    await form.getByLabel('Time of day').fill('');
    await form.getByText('10 days before each payment').waitFor({ state: 'detached' });
    await form.getByLabel('Time of day').fill('09:00');
    await says(/^10 days before each payment, for .?Netflix.?, at 9:00 AM/);

    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('list', { name: 'Rules' }).getByText('10 days before each payment').waitFor();
    expect((await home.ask('GET', '/reminders'))['data']).toMatchObject([{ daysBefore: [10], daysAfter: null }]);
  });
});
