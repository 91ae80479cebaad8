import { describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { heading, signInBy, startHome, type Home } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

describe.if(canBrowse)('a selection of subscriptions', () => {
  const { newPage, expectFaults } = useBrowser();

  async function opened(home: Home): Promise<Page> {
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await heading(page, 'Subscriptions').waitFor();
    await page.getByRole('table', { name: 'Subscriptions' }).waitFor();
    return page;
  }

  test('pauses several at once, gives several a category, undoes that, and keeps what was typed when it is refused', async () => {
    const home = await startHome();
    for (const name of ['Music', 'Films', 'Games']) await home.add({ name, amount: 10, category: 'Home' });
    await home.add({ name: 'News', category: 'Reading' });
    const page = await opened(home);
    for (const name of ['Music', 'Games']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByText('€20.00 a month').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('2 subscriptions are paused').waitFor();
    expect(await statuses(home)).toMatchObject({ Films: 'active', Games: 'paused', Music: 'paused' });
    for (const name of ['Music', 'Games']) await rowOf(page, name).getByText('Paused').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    for (const name of ['Music', 'Games'])
      await rowOf(page, name)
        .getByText(/^in \d+ days$/)
        .waitFor();
    expect(await statuses(home)).toMatchObject({ Films: 'active', Games: 'active', Music: 'active' });

    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await page.getByRole('button', { name: 'Category' }).click();
    await page
      .getByRole('dialog', { name: 'Category of 4 subscriptions' })
      .getByRole('button', { name: 'Reading' })
      .click();
    await page.getByText('3 subscriptions are now in Reading').waitFor();
    for (const name of ['Music', 'Films', 'Games']) await rowOf(page, name).getByText('Reading').waitFor();
    await page.keyboard.press('Control+z');
    for (const name of ['Music', 'Films', 'Games']) await rowOf(page, name).getByText('Home').waitFor();

    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await page.getByRole('button', { name: 'Payment method' }).click();
    const methods = page.getByRole('dialog', { name: 'Payment method of 4 subscriptions' });
    await methods.getByRole('button', { name: 'Save' }).click();
    await methods.getByText('Enter a payment method.').waitFor();
    const field = methods.getByLabel('Another payment method');
    await field.fill('Visa 1234');
    const games = (await home.stored()).find(({ name }) => name === 'Games');
    expectFaults(/status of 404/);
    await home.ask('DELETE', `/subscriptions/${games?.id}`);
    await methods.getByRole('button', { name: 'Save' }).click();
    const refused = page.getByRole('dialog', { name: 'Payment method of 3 subscriptions' });
    await refused.getByText('because of Games').waitFor();
    expect(await refused.getByLabel('Another payment method').inputValue()).toBe('Visa 1234');
    await refused.getByRole('button', { name: 'Save' }).click();
    await page.getByText('3 subscriptions are now paid with Visa 1234').waitFor();
    await refused.waitFor({ state: 'hidden' });
  });

  test('on a phone begins in the upper third, filters in a sheet, and selects by a long press', async () => {
    const home = await startHome();
    for (const name of ['Music', 'Films', 'Games']) await home.add({ name, category: name });
    const page = await newPage(home.origin, { screen: 'phone' });
    await signInBy(home.link, page);
    await page.getByRole('link', { name: 'List' }).click();
    const row = page.getByRole('link', { name: 'Films' });
    await row.waitFor();
    const first = await page
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first()
      .boundingBox();
    expect(first?.y).toBeLessThan(844 / 3);

    await page.getByRole('button', { name: 'Filter' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    await sheet.getByLabel('Category').selectOption('Music');
    await sheet.getByRole('button', { name: 'Show 1' }).click();
    await row.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Remove the filter Music' }).click();
    await row.waitFor();

    const box = await row.boundingBox();
    const touch = await page.context().newCDPSession(page);
    const point = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await page.getByText('1 selected').waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.getByRole('link', { name: 'Music' }).tap();
    await page.getByText('2 selected').waitFor();
    // Who does not know the long press finds the selection in the menu of a row.
    await page.getByRole('button', { name: 'Clear selection' }).tap();
    await page.getByText('2 selected').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Actions for Films' }).tap();
    await page.getByRole('button', { name: 'Select', exact: true }).tap();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('link', { name: 'Music' }).tap();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Actions', exact: true }).tap();
    await page.getByRole('dialog', { name: '2 selected' }).getByRole('button', { name: 'Pause' }).tap();
    await page.getByText('2 subscriptions are paused').waitFor();
    expect(await statuses(home)).toEqual({ Films: 'paused', Games: 'active', Music: 'paused' });
  });
});

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

async function statuses(home: Home): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await home.stored()).map(({ name, status }) => [name, status]));
}
