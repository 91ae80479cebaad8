import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { heading, signInBy, startHome, today, type Home } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

describe.if(canBrowse)('a price from a day on, and an amount that varies', () => {
  const { newPage, expectFaults } = useBrowser();

  async function opened(home: Home): Promise<Page> {
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.bringToFront();
    return page;
  }

  async function edit(page: Page, name: string) {
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await heading(page, 'Subscriptions').waitFor();
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page
      .getByRole('group', { name: `Actions for ${name}` })
      .getByRole('button', { name: 'Edit' })
      .click();
    const dialog = page.getByRole('dialog', { name: `Edit ${name}` });
    await dialog.getByText('Price: planned change, varying amount').click();
    return dialog;
  }

  test('are said in the form, and shown in what is due and in what happens', async () => {
    const home = await startHome();
    const { id } = await home.add({ name: 'Paper', amount: 4.99, paidDaysAgo: 27 });
    const page = await opened(home);
    const dialog = await edit(page, 'Paper');
    const from = today().add({ months: 2 }).toString();
    await dialog.getByLabel('The price changes on').fill(from);
    // What is no amount is told at the field, and nothing is stored.
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/^Enter a day after the last payment, and the amount from then on/).waitFor();
    expectFaults(/status of 400/);
    await dialog.getByLabel('to', { exact: true }).fill('12.99');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { data } = await home.ask('GET', `/subscriptions/${id}/details`);
    expect(data).toMatchObject({ priceSteps: [{ from, amount: 12.99 }] });
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText(/€4\.99 until .*, then €12\.99/).waitFor();
    await page.getByRole('link', { name: 'Paper', exact: true }).first().click();
    await page.getByText('planned: €12.99 monthly').waitFor();
  });

  test('an estimate is marked, with its range', async () => {
    const home = await startHome();
    const { id } = await home.add({ name: 'Gas', amount: 50, paidDaysAgo: 120 });
    for (const amount of [40, 80, 60]) await home.ask('POST', `/subscriptions/${id}/renew`, { amount });
    const page = await opened(home);
    const dialog = await edit(page, 'Gas');
    await dialog.getByLabel('Each payment differs').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('about €60.00').first().waitFor();
    await page
      .getByText(/€40\.00 to €80\.00/)
      .first()
      .waitFor();
  });
});
