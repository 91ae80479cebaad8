import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { heading, newLink, signInBy, startHome, today, type Home } from './support/home.ts';
import { tableWithExtremes } from './support/tables.ts';
import { canBrowse, faultsOfAbsence, useBrowser } from './support/visits.ts';

const pages = [
  'Overview',
  'Subscriptions',
  'Calendar',
  'Insights',
  'Set aside',
  'Reminders',
  'Activity',
  'Import and export',
  'Settings',
  'Help',
] as const;

/** The widths of a small and a usual phone, a tablet and a desk, in CSS pixels. */
const widths = [320, 390, 820, 1280];

// Each place is examined once in each theme: in one on a wide screen, and in the other on a narrow one.
const looks = [
  { screen: 'desk', theme: 'light' },
  { screen: 'phone', theme: 'dark' },
] as const;

// Each of these tests looks at a dozen places and more.
setDefaultTimeout(180_000);

describe.if(canBrowse)(
  'no page and no dialog violates a rule of accessibility, and none is wider than the screen',
  () => {
    const { newPage, newContext, expectFaults } = useBrowser();

    test.each(looks)('on a $screen in the $theme theme', async (look) => {
      const home = await filledHome();
      const page = await newPage(home.origin, look);
      await page.goto(home.origin);
      await heading(page, 'Sign in').waitFor();
      const faults = await faultsOf(page, 'Sign in');
      await signInBy(home.link, page);
      for (const name of pages) {
        await show(page, home, name);
        faults.push(...(await faultsOf(page, name)));
      }
      expect(faults).toEqual([]);
    });

    test.each(looks)('in dialogs on a $screen in the $theme theme', async (look) => {
      const home = await filledHome();
      const page = await newPage(home.origin, look);
      await signInBy(home.link, page);
      const faults: string[] = [];
      async function check(name: string | RegExp) {
        const dialog = page.getByRole('dialog', { name });
        await dialog.waitFor();
        faults.push(...(await faultsOf(page, String(name), 'dialog[open]')));
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
      }

      await page.keyboard.press('n');
      await check('Add subscription');
      await page.keyboard.press('?');
      await check('Keyboard shortcuts');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find anything' }).fill('mus');
      await page.getByRole('option', { name: 'Paid: Music' }).first().waitFor();
      await check('Find anything');
      await page.goto(`${home.origin}/subscriptions`);
      const menu = page.getByRole('button', { name: 'Actions for Rent' });
      const choose = async (action: string) => {
        await menu.click();
        await page.getByRole('group', { name: 'Actions for Rent' }).getByRole('button', { name: action }).click();
      };
      await menu.click();
      faults.push(...(await faultsOf(page, 'menu of a row')));
      await page.keyboard.press('Escape');
      await choose('Edit');
      await check('Edit Rent');
      await choose('I have cancelled it');
      await check('I have cancelled Rent');
      await choose('Delete');
      await check('Delete Rent?');
      await page.getByRole('link', { name: 'Rent' }).click();
      await check('Rent');
      await page.goto(`${home.origin}/calendar`);
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Bills');
      await page.getByRole('button', { name: 'Make a link' }).click();
      await page.getByRole('img', { name: 'QR code of the calendar link' }).waitFor();
      await check(/The calendar link/);
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await page.getByRole('button', { name: 'Revoke Bills' }).waitFor();
      await check('Payments in your calendar');
      await page.goto(`${home.origin}/reminders`);
      await page.getByRole('button', { name: 'Add a channel' }).click();
      await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Home Assistant' });
      await check('Add a channel');
      await page.getByRole('button', { name: 'Edit Phone' }).click();
      await check('Edit Phone');
      await page.getByRole('button', { name: 'Delete Phone' }).click();
      await check('Delete Phone?');
      await page.getByRole('button', { name: 'Add a rule' }).click();
      await page.getByText('Only these').click();
      await check('Add a rule');
      await page.goto(`${home.origin}/settings`);
      await page.getByRole('button', { name: 'Create a key' }).click();
      await check('Create a key');
      await page.getByRole('button', { name: 'Add a person' }).click();
      await check('Add a person');
      await page.getByRole('button', { name: 'Edit admin' }).click();
      await check('Edit admin');
      await page.getByRole('button', { name: 'Name the household' }).click();
      await check('Name the household');
      await page.getByRole('switch', { name: 'Record payments automatically' }).click();
      await check('Record missed payments, too?');
      await page.getByRole('button', { name: 'Sign in on another device' }).click();
      await page.getByRole('button', { name: 'Make a link' }).click();
      await page.getByRole('img', { name: 'QR code of the sign-in link' }).waitFor();
      await check('Sign in on another device');
      await page.goto(`${home.origin}/import`);
      await page.getByText('Paste text instead').click();
      await page.getByRole('textbox', { name: 'Text' }).fill(tableWithExtremes);
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByRole('button', { name: /^Add by hand/ }).waitFor();
      await page.getByText(/^All /).click();
      faults.push(...(await faultsOf(page, 'import of a file')));
      await page
        .getByRole('button', { name: /^Add by hand/ })
        .first()
        .click();
      await check(/^Add by hand/);
      expect(faults).toEqual([]);
    });

    test('in German, where words are longer, with long names and large amounts, at each width', async () => {
      const home = await filledHome();
      await addExtremes(home);
      const context = await newContext([home.origin], { screen: 'phone', locale: 'de-DE' });
      const page = await context.newPage();
      await signInBy(home.link, page);
      const faults: string[] = [];
      for (const name of pages) {
        await show(page, home, name);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 });
          faults.push(...(await layoutFaultsOf(page, `${name} at ${width}`)));
        }
      }
      await page.setViewportSize({ width: 320, height: 844 });
      for (const { id, name } of (await home.stored()).filter((one) => one.name.length > 30)) {
        await page.goto(`${home.origin}/subscriptions?id=${id}`);
        await page.getByRole('dialog', { name }).getByText('Nächste Zahlungen').waitFor();
        faults.push(...(await layoutFaultsOf(page, `${name} at 320`)));
      }
      expect(faults).toEqual([]);
    });

    test('while the server is away', async () => {
      const home = await filledHome();
      const page = await newPage(home.origin, { screen: 'phone' });
      await signInBy(await newLink(home), page);
      await page.getByRole('link', { name: 'Rent' }).first().waitFor();
      expectFaults(...faultsOfAbsence);
      await home.stop();
      await page.getByRole('link', { name: 'List' }).click();
      await page.getByText('The server does not answer. What you see may be old.').waitFor();
      expect(await faultsOf(page, 'without the server')).toEqual([]);
    });
  },
);

/** A household with what each page can show: something overdue, due, paid, cancelled, doubled, dearer, and foreign. */
async function filledHome(): Promise<Home> {
  const home = await startHome();
  const rent = await home.add({ name: 'Rent', amount: 812.5, category: 'Home', paidDaysAgo: 29 });
  await home.add({ name: 'Gym', amount: 25, category: 'Sport', paidDaysAgo: 40 });
  await home.add({ name: 'Music', paidDaysAgo: 3 });
  await home.add({ name: 'music', paidDaysAgo: 3 });
  await home.add({ name: 'الموسيقى والأفلام', currency: 'USD', category: 'Streaming' });
  await home.add({ name: 'Zusatzversicherungsbeitragsrückerstattungsverein', currency: 'JPY', amount: 98765 });
  await home.add({ name: 'Old one', status: 'cancelled' });
  await home.ask('PATCH', `/subscriptions/${rent.id}`, { amount: 850 });
  await home.ask('PATCH', `/subscriptions/${rent.id}/details`, {
    termEndsOn: today().add({ days: 40 }).toString(),
    noticePeriod: { count: 4, unit: 'weeks' },
  });
  await home.ask('POST', `/subscriptions/${rent.id}/renew`, {
    dueOn: rent.nextPaymentDate,
    paidOn: today().toString(),
  });
  await addReminders(home);
  return home;
}

/** A channel that lacks a secret since its host was changed, one that is off, and rules with all lead times. */
async function addReminders(home: Home): Promise<void> {
  const key = await home.command('keys', 'create', '--owner', 'default', '--scope', 'admin', '--name', 'channels');
  const send = (method: string, path: string, json: object) => home.call(key, method, `/api/v1${path}`, json);
  const phone = { name: 'Phone', type: 'ntfy', settings: { url: 'http://127.0.0.1:9', topic: 'bills' } };
  const { json } = await send('POST', '/channels', phone);
  const { id } = json['data'] as { readonly id: string };
  expect((await send('PATCH', `/channels/${id}`, { settings: { url: 'http://127.0.0.1:7' } })).status).toBe(200);
  const to = 'a.rather.long.address.of.a.mail@subscriptions.home.example.org';
  await send('POST', '/channels', { name: 'M'.repeat(80), type: 'email', enabled: false, settings: { to } });
  await home.ask('POST', '/reminders', { event: 'renewal', daysBefore: [400, 60, 30, 14, 10, 7, 5, 3, 1, 0] });
  await home.ask('POST', '/reminders', { event: 'overdue', daysAfter: [1], channelIds: [] });
}

/** Opens a page, and waits until it shows all its data. */
async function show(page: Page, home: Home, name: (typeof pages)[number]): Promise<void> {
  const [path = ''] = name.toLowerCase().replace('set ', 'set-').split(' ');
  await page.goto(`${home.origin}/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** What axe finds on a page, or a part of it, and whether the page is wider than the screen. */
async function faultsOf(page: Page, place: string, part = 'html'): Promise<string[]> {
  // Without frames on the page, it needs no page of its own to sum up.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include(part).analyze();
  return [
    ...violations.map(({ id, nodes }) => `${place}: ${id} at ${nodes.map(({ html }) => html).join(' ')}`),
    ...(await layoutFaultsOf(page, place)),
  ];
}

/** What is wider than the screen, and the amounts that are broken over two lines. */
async function layoutFaultsOf(page: Page, place: string): Promise<string[]> {
  const found = await page.evaluate<readonly string[]>(layoutFaults);
  return found.map((fault) => `${place}: ${fault}`);
}

const layoutFaults = `(() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) {
    const isWide = (element) => element.getBoundingClientRect().right > innerWidth + 1;
    const wide = Array.from(document.querySelectorAll('main *')).filter(isWide).map(({ outerHTML }) => outerHTML.slice(0, 80));
    faults.push('wider than the screen, at ' + wide.slice(-3).join(' '));
  }
  // What is left out while it is not in sight is cut off, so that it does not make the page wider.
  for (const row of document.querySelectorAll('main tr')) {
    const isCut = getComputedStyle(row).contentVisibility === 'auto' && row.scrollWidth > row.clientWidth;
    if (isCut) faults.push('a row is cut off: ' + row.textContent.slice(0, 40));
  }
  // A column for a few letters: each line of a name has room for a word.
  for (const name of document.querySelectorAll('main :is(a, th) bdi')) {
    const lines = new Set(Array.from(name.getClientRects(), ({ top }) => Math.round(top))).size;
    if (lines > 2 && name.parentElement.getBoundingClientRect().width < 100) faults.push('little room for ' + name.textContent.slice(0, 40));
  }
  for (const element of document.querySelectorAll('dialog[open], dialog[open] *')) {
    const isScrolled = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    if (isScrolled && element.scrollWidth > element.clientWidth) faults.push('wider than its place: ' + element.outerHTML.slice(0, 80));
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    for (const { 0: amount, index } of data.matchAll(/[A-Z€$£¥]*\\s?\\d[\\d.,]*[.,]\\d{2}(\\s?[A-Z]*[€$£¥])?/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + amount.length);
      const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
      if (lines.size > 1) faults.push('the amount ' + amount + ' is broken, in ' + parentElement.outerHTML.slice(0, 120));
    }
  }
  return faults;
})()`;

/** Names as long as a name may be, large amounts, and several scripts. */
async function addExtremes(home: Home): Promise<void> {
  const long =
    'Rechtsschutzversicherungsgesellschaft mit beschränkter Haftung für Verkehr, Beruf, Privates und Wohnen in der Europäischen Union';
  const category = 'Versicherungen und Vorsorge für die ganze Familie, auch im Ausland und auf Reisen';
  const large = { amount: 999_999.99, category: category.slice(0, 80) };
  await home.add({ ...large, name: long.slice(0, 120), paidDaysAgo: 40 });
  await home.add({ ...large, name: 'W'.repeat(120), currency: 'USD', period: 'yearly' });
  await home.add({ ...large, name: '家庭网络与流媒体服务'.repeat(12), currency: 'CNY', paidDaysAgo: 25 });
  await home.add({ ...large, name: 'خدمة البث المنزلي '.repeat(6).trim(), currency: 'CHF', paidDaysAgo: 29 });
  const { id } = await home.add({ ...large, name: 'x', category: 'y', paidDaysAgo: 62 });
  await home.ask('PATCH', `/subscriptions/${id}`, { amount: 999_998.99, name: long.slice(0, 120) });
}
