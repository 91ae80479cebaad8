import { describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { heading, signInBy, startHome, today, type Home } from './support/home.ts';
import { canBrowse, useBrowser, waitForFocus } from './support/visits.ts';

describe.if(canBrowse)('the list of subscriptions', () => {
  const { newContext, newPage, expectFaults } = useBrowser();

  async function opened(home: Home): Promise<Page> {
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await showList(page);
    return page;
  }

  test('shows all faulty fields together, also what only the server knows, keeps what was typed, and saves', async () => {
    const home = await startHome();
    await home.add({ name: 'Music' });
    const page = await opened(home);
    expectFaults(/status of 400/);
    await choose(page, 'Music', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit Music' });
    const [name, amount] = [dialog.locator('[name=name]'), dialog.getByLabel('Amount')];
    expect(await name.getAttribute('maxlength')).toBe('120');
    expect(await dialog.locator('[name=url]').getAttribute('maxlength')).toBe('2000');
    const details = dialog.locator('summary').first();
    await details.click();
    await dialog.locator('[name=url]').fill('nowhere');
    await details.click();
    await amount.fill('12.345');
    await name.fill(' ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const faulty = dialog.locator('[aria-invalid=true]');
    await faulty.nth(2).waitFor();
    expect(await faulty.evaluateAll(namesOf)).toEqual(['name', 'amount', 'url']);
    await waitForFocus(page, name);
    await dialog.locator('[name=url]').waitFor();
    const places = await placesIn(dialog);
    await page.keyboard.type('Music for two');
    await amount.fill('12.34');
    expect(await faulty.evaluateAll(namesOf)).toEqual(['url']);
    expect(await placesIn(dialog)).toEqual(places);
    await dialog.locator('[name=url]').fill('https://example.com');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await home.stored()).toMatchObject([{ name: 'Music for two', amount: 12.34 }]);
  });

  test('stores what its details are set to, also that one is not renewed automatically', async () => {
    const home = await startHome();
    const { id } = await home.add({ name: 'Music' });
    const page = await opened(home);
    await choose(page, 'Music', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit Music' });
    await dialog.locator('summary').first().click();
    await dialog.getByLabel('Record payments automatically').selectOption({ label: 'No' });
    await dialog.getByLabel('Tags').fill('home, sound');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const stored = await home.ask('GET', `/subscriptions/${id}?include=details`);
    expect(stored['data']).toMatchObject({ details: { autoRenew: false, tags: ['home', 'sound'] } });
  });

  test('adds one once, in a currency of the setting, although its answer was lost and it is sent again', async () => {
    const home = await startHome(['--currencies', 'PLN,SEK']);
    await home.add({ name: 'Films' });
    const page = await opened(home);
    expectFaults(/ERR_FAILED/);
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Add subscription' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Music');
    await dialog.getByLabel('Amount').fill('9');
    await dialog.getByLabel('Category').fill('Audio');
    const offered = dialog.getByLabel('Currency').getByRole('option');
    expect((await offered.allTextContents()).slice(-3)).toEqual([
      'SGD · Singapore Dollar',
      'PLN · Polish Zloty',
      'SEK · Swedish Krona',
    ]);
    await dialog.getByLabel('Currency').selectOption('PLN');
    await dialog.getByText('Next payment:').waitFor();
    await page.route(/\/batch$/, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog
      .getByRole('alert')
      .getByText(/does not answer/)
      .waitFor();
    await page.unroute(/\/batch$/);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await home.stored()).filter(({ name }) => name === 'Music')).toMatchObject([{ currency: 'PLN' }]);
  });

  test('says while it is typed what is due and what is doubled, moves no field, and takes all as paid until today', async () => {
    const home = await startHome();
    await home.add({ name: 'Music' });
    const page = await opened(home);
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Add subscription' });
    await dialog.getByRole('radio', { name: 'Quarterly' }).check();
    const places = await placesIn(dialog);
    await dialog.locator('[name=name]').fill('music');
    await dialog.getByLabel('Amount').fill('9');
    await dialog.getByText('€3.00 a month').waitFor();
    await dialog.getByLabel('Amount').fill('9x');
    await dialog.getByText('– a month').waitFor();
    await dialog.getByLabel('Amount').fill('9');
    await dialog.getByText('This may be a duplicate: Music').waitFor();
    const january = today().with({ month: 1, day: 31 }).subtract({ years: 1 });
    await dialog.getByRole('radio', { name: 'Last payment' }).check();
    await dialog.getByLabel('Day of the last payment').fill(january.toString());
    await dialog.getByText(/^Next payment: April 30, \d+, \d+ days overdue/).waitFor();
    expect(await placesIn(dialog)).toEqual(places);
    expect(await home.stored()).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Everything paid until today' }).click();
    await dialog.getByText(/overdue/).waitFor({ state: 'hidden' });
    await dialog.getByRole('radio', { name: 'Next payment on' }).check();
    const next = await dialog.getByLabel('Day of the next payment').inputValue();
    expect(next >= today().toString()).toBe(true);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    const stored = (await home.stored()).find(({ name }) => name === 'music');
    // The category is that of the one with the same name.
    expect(stored).toMatchObject({ nextPaymentDate: next, status: 'active', category: 'Streaming' });
    expect(next).toMatch(/-(30|31)$/);
  });

  test.each([
    { choice: 'Keep mine', amount: 18 },
    { choice: 'Take the stored ones', amount: 17 },
  ])(
    'shows both versions when two tabs edit the same one, and stores what "$choice" says',
    async ({ choice, amount }) => {
      const home = await startHome();
      const { id } = await home.add({ name: 'Music' });
      const context = await newContext([home.origin]);
      const [first, second] = [await context.newPage(), await context.newPage()];
      expectFaults(/status of 412/);
      await signInBy(home.link, first);
      await second.goto(home.origin);
      for (const page of [first, second]) {
        await showList(page);
        await choose(page, 'Music', 'Edit');
        await page.getByRole('dialog').getByLabel('Amount').waitFor();
      }
      await saveAmount(first.getByRole('dialog'), '17.00');
      await first.getByRole('dialog').waitFor({ state: 'hidden' });
      await home.ask('PATCH', `/subscriptions/${id}`, { category: 'Audio' });
      await saveAmount(second.getByRole('dialog'), '18.00');
      const conflict = second.getByRole('dialog');
      await conflict.getByText(/has changed this in the meantime/).waitFor();
      await conflict.getByRole('row', { name: /Amount.*18.*17/ }).waitFor();
      await conflict.getByRole('button', { name: choice }).click();
      await conflict.waitFor({ state: 'hidden' });
      expect(await home.stored()).toMatchObject([{ amount, category: 'Audio' }]);
    },
  );

  test('pauses several at once, and corrects what was paid: each with an undo', async () => {
    const home = await startHome();
    for (const name of ['Music', 'Films', 'Games']) await home.add({ name, paidDaysAgo: name === 'Films' ? 63 : 1 });
    const page = await opened(home);
    for (const name of ['Music', 'Games']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('2 subscriptions are paused').waitFor();
    expect(await statuses(home)).toMatchObject({ Films: 'active', Games: 'paused', Music: 'paused' });
    for (const name of ['Music', 'Games']) await rowOf(page, name).getByText('Paused').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    for (const name of ['Music', 'Games'])
      await rowOf(page, name)
        .getByText(/^in \d+ days$/)
        .waitFor();
    expect(await statuses(home)).toEqual({ Films: 'active', Games: 'active', Music: 'active' });

    await choose(page, 'Films', 'Other amount or day');
    const form = page.getByRole('dialog', { name: 'Other amount or day: Films' });
    await form.getByLabel('How many').selectOption('2 payments');
    await form.getByLabel('Amount').fill('12.50');
    await form.getByRole('button', { name: 'Paid' }).click();
    await page.getByText('Films: 2 payments, €25.00 paid').waitFor();
    await page.getByRole('link', { name: 'Films' }).click();
    const detail = page.getByRole('dialog', { name: 'Films' });
    await detail.getByText('€25.00 in 2 recorded payments').first().waitFor();
    await detail
      .getByRole('button', { name: /^Correct the payment/ })
      .first()
      .click();
    await saveAmount(page.getByRole('dialog', { name: /^Payment due on/ }), '11.5');
    await detail.getByText('€24.00 in 2 recorded payments').first().waitFor();
    await detail.getByText('Films: payment corrected').waitFor();
    await detail.getByText(/^payment for .+ corrected/).waitFor();
    // The toasts leave the buttons of the dialog free.
    await detail.getByRole('button', { name: 'I have cancelled it' }).click({ trial: true, timeout: 3_000 });
    await detail
      .getByRole('button', { name: /^Correct the payment/ })
      .first()
      .click();
    await page
      .getByRole('dialog', { name: /^Payment due on/ })
      .getByRole('button', { name: 'Remove' })
      .click();
    await detail.getByText('€12.50 in 1 recorded payment').first().waitFor();
    await detail.getByRole('button', { name: 'Undo' }).last().click();
    await detail.getByText('€24.00 in 2 recorded payments').first().waitFor();
    const { data } = await home.ask('GET', '/payments');
    expect((data as readonly { readonly amount: number }[]).map(({ amount }) => amount)).toEqual([11.5, 12.5]);
  });

  test('asks before it deletes, says when it is final, and offers to cancel instead', async () => {
    const home = await startHome();
    for (const name of ['Music', 'Films']) await home.add({ name });
    const page = await opened(home);
    await choose(page, 'Music', 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete Music?' });
    await dialog.getByText('Then it is final').waitFor();
    await dialog.getByRole('button', { name: 'I have cancelled it' }).click();
    const cancelling = page.getByRole('dialog', { name: 'I have cancelled Music' });
    await cancelling.getByText('Ends now').click();
    await cancelling.getByRole('button', { name: 'I have cancelled it' }).click();
    await page.getByText('Music is cancelled').waitFor();
    expect(await statuses(home)).toEqual({ Films: 'active', Music: 'cancelled' });
    await choose(page, 'Films', 'Delete');
    await page.getByRole('dialog', { name: 'Delete Films?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Films is deleted').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    while ((await home.stored()).length > 1) await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await statuses(home)).toEqual({ Music: 'cancelled' });
  });
});

/** Shows the list in a tab, which is in front then: one in the background paints once a second. */
async function showList(page: Page): Promise<void> {
  await page.bringToFront();
  await page.getByRole('link', { name: 'Subscriptions' }).click();
  await heading(page, 'Subscriptions').waitFor();
  await page.getByRole('table', { name: 'Subscriptions' }).waitFor();
}

/** Chooses an action of a subscription. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page
    .getByRole('group', { name: `Actions for ${name}` })
    .getByRole('button', { name: action })
    .click();
}

/** Where each control of a dialog is, from the top of the screen. */
function placesIn(dialog: Locator): Promise<readonly number[]> {
  return dialog
    .locator('input, select, summary')
    .evaluateAll((controls: readonly { getBoundingClientRect(): { readonly y: number } }[]) =>
      controls.map((control) => Math.round(control.getBoundingClientRect().y)),
    );
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

function namesOf(controls: readonly { readonly name?: string }[]): readonly (string | undefined)[] {
  return controls.map(({ name }) => name);
}

async function saveAmount(dialog: Locator, amount: string): Promise<void> {
  await dialog.page().bringToFront();
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByRole('button', { name: 'Save' }).click();
}

async function statuses(home: Home): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await home.stored()).map(({ name, status }) => [name, status]));
}
