import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { heading, signInBy, startHome, today, type Home } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

interface Steps {
  readonly priceSteps: readonly object[];
}

/** The types of tests have no browser. */
interface Input {
  readonly value: string;
}

describe.if(canBrowse)('a price from a day on, and an amount that varies', () => {
  const { newPage, expectFaults } = useBrowser();

  async function opened(home: Home): Promise<Page> {
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.bringToFront();
    return page;
  }

  async function edit(page: Page, name: string, isOpen = false) {
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await heading(page, 'Subscriptions').waitFor();
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page
      .getByRole('group', { name: `Actions for ${name}` })
      .getByRole('button', { name: 'Edit' })
      .click();
    const dialog = page.getByRole('dialog', { name: `Edit ${name}` });
    // Open where there is something in it.
    if (!isOpen) await dialog.getByText('Price: planned change, varying amount').click();
    await dialog.getByLabel('The price changes on').last().waitFor();
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

  test('several changes of a price are all in the form, stay when something else is edited, and can be added', async () => {
    const home = await startHome();
    const { id } = await home.add({ name: 'Paper', amount: 4.99, paidDaysAgo: 5 });
    const [first = '', second = '', third = ''] = [1, 2, 3].map((months) => today().add({ months }).toString());
    const stored = [
      { from: first, amount: 6.5 },
      { from: second, amount: 8 },
    ];
    await home.ask('PATCH', `/subscriptions/${id}/details`, { priceSteps: stored });
    const steps = async () => ((await home.ask('GET', `/subscriptions/${id}/details`))['data'] as Steps).priceSteps;
    const page = await opened(home);
    const dialog = await edit(page, 'Paper', true);
    const days = dialog.getByLabel('The price changes on');
    const amounts = dialog.getByLabel('to', { exact: true });
    const typed = () =>
      Promise.all([days, amounts].map((inputs) => inputs.evaluateAll((all) => all.map((one) => (one as Input).value))));
    expect(await typed()).toEqual([
      [first, second],
      ['6.50', '8.00'],
    ]);
    await dialog.getByLabel('Name').fill('The Paper');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await steps()).toEqual(stored);

    const again = await edit(page, 'The Paper', true);
    await again.getByRole('button', { name: 'Another change' }).click();
    await page.keyboard.press('Tab');
    await again.getByLabel('The price changes on').last().fill(third);
    await again.getByLabel('to', { exact: true }).last().fill('9');
    // What is empty is none.
    await again.getByLabel('The price changes on').first().fill('');
    await again.getByLabel('to', { exact: true }).first().fill('');
    await again.getByRole('button', { name: 'Save' }).click();
    await again.waitFor({ state: 'detached' });
    expect(await steps()).toEqual([
      { from: second, amount: 8 },
      { from: third, amount: 9 },
    ]);
  });

  test('several missed payments with a price that changed between them are said and recorded as they were due', async () => {
    const home = await startHome();
    const { id, nextPaymentDate } = await home.add({ name: 'Rent', amount: 800, paidDaysAgo: 100 });
    const from = Temporal.PlainDate.from(nextPaymentDate).add({ days: 1 }).toString();
    await home.ask('PATCH', `/subscriptions/${id}/details`, { priceSteps: [{ from, amount: 850 }] });
    const page = await opened(home);
    await page.getByText('3 × €800.00 to €850.00').waitFor();
    await page.getByRole('link', { name: '€2,500.00 overdue' }).waitFor();
    await page.getByRole('button', { name: 'All 3 paid: Rent' }).click();
    await page.getByText('Rent: 3 payments, €2,500.00 paid').waitFor();
    const { data } = await home.ask('GET', '/payments');
    expect((data as readonly { amount: number }[]).map(({ amount }) => amount)).toEqual([850, 850, 800]);
  });

  test('of an amount that varies, "Paid" asks what was paid, with the estimate', async () => {
    const home = await startHome();
    const { id } = await home.add({
      name: 'Gas',
      amount: 50,
      lastPaymentDate: today().subtract({ months: 4 }).toString(),
    });
    for (const amount of [40, 80, 60]) await home.ask('POST', `/subscriptions/${id}/renew`, { amount });
    await home.ask('PATCH', `/subscriptions/${id}/details`, { amountVaries: true });
    const page = await opened(home);
    await page.getByText('about €60.00').first().waitFor();
    const dialog = page.getByRole('dialog', { name: 'Other amount or day: Gas' });
    const amount = dialog.getByLabel(/^Amount/);
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.getByText('about €60.00').first().waitFor();
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    // The list has what sums count: it calls that no estimate.
    const row = page.getByRole('row').filter({ hasText: 'Gas' });
    await row.getByText('varies', { exact: true }).waitFor();
    await row.getByText('€50.00', { exact: true }).first().waitFor();
    expect(await page.getByText('about').count()).toBe(0);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Paid: Gas' }).click();
    expect(await amount.inputValue()).toBe('60.00');
    await dialog.getByRole('button', { name: 'Paid' }).click();
    await page.getByText('Gas: €60.00 paid').waitFor();
    const { data } = await home.ask('GET', '/payments?limit=1');
    expect(data).toMatchObject([{ amount: 60 }]);
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
