import { describe, expect, test } from 'bun:test';
import { createKey } from '../support/binary.ts';
import { startReceiver } from '../support/receiver.ts';
import { heading, newLink, signInBy, startHome } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

describe.if(canBrowse)('the channels', () => {
  const { newPage } = useBrowser();

  test('of which one fails: its row, what will be sent and the overview say so', async () => {
    const home = await startHome();
    const got = Promise.withResolvers<void>();
    const broken = startReceiver(() => {
      got.resolve();
      return new Response('', { status: 500 });
    });
    const working = startReceiver();
    const { key } = await createKey(home.directory, 'default', 'admin');
    const add = (name: string, settings: object) =>
      home.call(key, 'POST', '/api/v1/channels', { name, type: 'webhook', settings });
    await add('Kitchen', { url: broken.url, events: 'subscription.updated' });
    await add('Phone', { url: working.url });
    await home.ask('POST', '/reminders', { event: 'renewal', daysBefore: [1], at: '09:00' });
    const { id } = await home.add({ name: 'Netflix', paidDaysAgo: 20 });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.goto(`${home.origin}/reminders`);
    const [kitchen, phone] = ['Kitchen', 'Phone'].map((name) =>
      page.getByRole('list', { name: 'Channels' }).getByRole('listitem').filter({ hasText: name }),
    );
    const planned = page.getByRole('region', { name: 'Next 30 days' }).getByRole('listitem');
    await planned.getByText(/to .?Kitchen.? and .?Phone/).waitFor();
    expect(await page.locator('.urgent').count()).toBe(0);

    await home.ask('PATCH', `/subscriptions/${id}`, { amount: 17 });
    await got.promise;
    const fails = kitchen?.getByText(/^ ?Nothing delivered since .+: the receiver answered with the status 500/);
    // What came of it is stored a moment after the answer.
    do await page.reload();
    while ((await phone?.waitFor(), (await fails?.count()) === 0));
    expect(await fails?.locator('svg').count()).toBe(1);
    expect(await phone?.locator('.urgent').count()).toBe(0);
    await planned.getByText(/ · to .?Phone.?$/).waitFor();
    const left = planned.getByText(/not to .?Kitchen.?: fails at present/);
    expect(await left.locator('svg').count()).toBe(1);

    await page.goto(home.origin);
    const said = page.getByRole('link', { name: /no reminder gets through to .?Kitchen/ });
    await said.locator('svg').waitFor();
    await said.click();
    await heading(page, 'Reminders').waitFor();
  }, 60_000);

  test('of a type that the server cannot send say what to set before their form is filled in', async () => {
    const home = await startHome();
    await home.command('users', 'add', 'sam', '--owner', 'default', '--scope', 'write');
    for (const [user, advice] of [
      ['admin', 'Start it with --smtp-url and --smtp-from'],
      ['sam', 'Ask the person who runs it to set --smtp-url and --smtp-from'],
    ] as const) {
      const page = await newPage(home.origin);
      await signInBy(await newLink(home, user), page);
      await page.goto(`${home.origin}/reminders`);
      await page.getByRole('button', { name: 'Add a channel' }).click();
      const adding = page.getByRole('dialog', { name: 'Add a channel' });
      await adding.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'E-mail' });
      await adding.getByText(advice).waitFor();
      expect(await adding.getByRole('textbox').count()).toBe(0);
      expect(await adding.getByRole('button', { name: 'Add' }).count()).toBe(0);
      await adding.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'ntfy' });
      await adding.getByRole('textbox', { name: 'Name' }).waitFor();
    }
  }, 60_000);
});
