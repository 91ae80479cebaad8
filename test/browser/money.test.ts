import { describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { heading, signInBy, startHome, type Home } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

describe.if(canBrowse)('what costs money', () => {
  const { newPage, expectFaults } = useBrowser();

  async function opened(home: Home): Promise<Page> {
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.bringToFront();
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await heading(page, 'Subscriptions').waitFor();
    return page;
  }

  test('the term of a yearly plan follows from its payment, and the form says the last day for notice', async () => {
    const home = await startHome();
    const { id, nextPaymentDate } = await home.add({ name: 'Insurance', period: 'yearly', paidDaysAgo: 300 });
    const page = await opened(home);
    await choose(page, 'Insurance', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit Insurance' });
    await dialog.getByText('Contract: notice and term').click();
    const count = dialog.getByLabel('How long before it renews must you cancel?');
    const end = Temporal.PlainDate.from(nextPaymentDate).subtract({ days: 1 });
    await count.fill('1');
    expect(await dialog.getByLabel('Term ends on').inputValue()).toBe(end.toString());
    expect(await dialog.getByLabel('Renews by').inputValue()).toBe('12');
    await dialog.getByText(/^Last day for notice: .*\d$/).waitFor();
    // What the user says stays, and what nobody can compute is said.
    await dialog.getByLabel('Term ends on').fill('');
    await count.fill('3');
    await dialog.getByText('Last day for notice unknown: when does the term end?').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, 'Insurance').getByText('Last day for notice unknown').waitFor();
    await rowOf(page, 'Insurance').getByRole('link', { name: 'Insurance' }).click();
    const detail = page.getByRole('dialog', { name: 'Insurance' });
    await detail.getByText('unknown: when does the term end?').waitFor();
    const { data } = await home.ask('GET', `/subscriptions/${id}/details`);
    expect(data).toMatchObject({ termEndsOn: null, noticePeriod: { count: 3, unit: 'months' }, noticeBy: null });
  });

  test('the term of a new yearly plan follows also from an empty day, which means paid today', async () => {
    const home = await startHome();
    await home.add({ name: 'Music', amount: 9.99 });
    const page = await opened(home);
    await page.getByRole('button', { name: 'Add subscription' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add subscription' });
    await dialog.getByLabel('Name').fill('Insurance');
    await dialog.getByLabel('Amount').fill('180');
    await dialog.getByText('Yearly', { exact: true }).click();
    await dialog.getByText('Contract: notice and term').click();
    await dialog.getByLabel('How long before it renews must you cancel?').fill('1');
    await dialog.getByText(/^Last day for notice: .*\d$/).waitFor();
    const end = await dialog.getByLabel('Term ends on').inputValue();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await rowOf(page, 'Insurance').waitFor();
    const stored = (await home.stored()).find(({ name }) => name === 'Insurance');
    const { data } = await home.ask('GET', `/subscriptions/${stored?.id}/details`);
    expect(data).toMatchObject({ termEndsOn: end, termMonths: 12 });
    expect(Temporal.PlainDate.from(end).add({ days: 1 }).toString()).toBe(stored?.nextPaymentDate ?? '');
  });

  test('another amount is paid this time only, or from now on, and one undo takes back both', async () => {
    const home = await startHome();
    const { id } = await home.add({ name: 'Music', amount: 9.99, paidDaysAgo: 40 });
    const page = await opened(home);
    const pay = async (choice: string) => {
      await rowOf(page, 'Music')
        .getByText(/overdue$/)
        .waitFor();
      await choose(page, 'Music', 'Other amount or day');
      const form = page.getByRole('dialog', { name: 'Other amount or day: Music' });
      expect(await form.getByText('From now on').isVisible()).toBe(false);
      await form.getByLabel('Amount').fill('11.99');
      await form.getByText(choice).click();
      await form.getByRole('button', { name: 'Paid' }).click();
      await page.getByText('Music: €11.99 paid').last().waitFor();
    };
    const state = async () => {
      const { data } = await home.ask('GET', `/payments?subscriptionId=${id}`);
      return [(await home.stored())[0]?.amount, (data as readonly object[]).length];
    };
    await pay('Only this time');
    expect(await state()).toEqual([9.99, 1]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Music: payment removed').waitFor();
    await pay('From now on');
    expect(await state()).toEqual([11.99, 1]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Music: payment removed').nth(1).waitFor();
    expect(await state()).toEqual([9.99, 0]);
  });

  test('edits of different fields merge, and of the same field the dialog names who was faster', async () => {
    const home = await startHome();
    const { id } = await home.add({ name: 'Music', amount: 9.99, category: 'Fun' });
    const page = await opened(home);
    expectFaults(/status of 412/);
    await choose(page, 'Music', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit Music' });
    await dialog.getByLabel('Amount').fill('11.99');
    await home.ask('PATCH', `/subscriptions/${id}`, { category: 'Sound' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Music is saved').waitFor();
    const stored = () => home.ask('GET', `/subscriptions/${id}`);
    expect((await stored())['data']).toMatchObject({ amount: 11.99, category: 'Sound' });

    await choose(page, 'Music', 'Edit');
    await dialog.getByLabel('Amount').fill('12.99');
    await home.ask('PATCH', `/subscriptions/${id}`, { amount: 13.99 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('heading', { name: /has changed this in the meantime/ }).waitFor();
    expect(await dialog.getByRole('heading', { name: /^Somebody/ }).count()).toBe(0);
    await dialog.getByRole('row', { name: /Amount 12\.99 13\.99/ }).waitFor();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await stored())['data']).toMatchObject({ amount: 12.99, category: 'Sound' });
  });

  test('a deletion can be undone until its toast ends, also by leaving the page, and the activity keeps the name', async () => {
    const home = await startHome();
    for (const name of ['Music', 'Films', 'News']) {
      await home.add({ name, period: 'custom', customDate: '7', paidDaysAgo: 7 });
    }
    const names = async () => (await home.stored()).map(({ name }) => name).toSorted();
    const page = await opened(home);
    const gone = async (name: string) => {
      while ((await names()).includes(name)) await page.evaluate('new Promise(requestAnimationFrame)');
    };
    const remove = async (name: string) => {
      await choose(page, name, 'Delete');
      await page
        .getByRole('dialog', { name: `Delete ${name}?` })
        .getByRole('button', { name: 'Delete' })
        .click();
      await rowOf(page, name).waitFor({ state: 'detached' });
    };
    await remove('Music');
    expect(await names()).toEqual(['Films', 'Music', 'News']);
    // No other view shows or counts it meanwhile.
    const go = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
    const shown = page.getByRole('main').getByText('Music');
    await go('Overview');
    await page.getByText('for 2 active subscriptions').waitFor();
    await page.getByRole('main').getByText('Films').first().waitFor();
    expect(await shown.count()).toBe(0);
    await go('Calendar');
    await page.getByRole('main').getByText('Films').first().waitFor();
    expect(await shown.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await shown.first().waitFor();
    await go('Overview');
    await page.getByText('for 3 active subscriptions').waitFor();
    await go('Subscriptions');
    await rowOf(page, 'Music').waitFor();
    await remove('Music');
    // The request goes on when the page is gone, and the next one does not keep what it may have read before.
    await page.reload();
    await gone('Music');
    await rowOf(page, 'Films').waitFor();
    await rowOf(page, 'Music').waitFor({ state: 'detached' });
    await remove('Films');
    await page.getByRole('button', { name: 'Close' }).click();
    await gone('Films');
    expect(await names()).toEqual(['News']);
    const { data } = await home.ask('GET', '/activity?entityType=deletion');
    expect(data).toMatchObject(
      ['Films', 'Music'].map((name) => ({ entityId: null, actor: { name: 'admin' }, metadata: { before: { name } } })),
    );
  });

  test('the bell is turned off in the form, on for several and with a tap in the detail, and the list marks what is silent', async () => {
    const home = await startHome();
    for (const name of ['Music', 'Films']) await home.add({ name, notificationEnabled: true });
    const page = await opened(home);
    await choose(page, 'Music', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit Music' });
    await dialog.getByLabel('Payment reminders').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, 'Music').getByText('No payment reminders').waitFor();
    for (const name of ['Music', 'Films']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Turn payment reminders on' }).click();
    await page.getByText('Payment reminders are on: Music').waitFor();
    await rowOf(page, 'Music').getByText('No payment reminders').waitFor({ state: 'detached' });
    await rowOf(page, 'Music').getByRole('link', { name: 'Music' }).click();
    const detail = page.getByRole('dialog', { name: 'Music' });
    const bell = detail.getByRole('switch', { name: 'Payment reminders' });
    const isOn = async () => (await home.stored()).find(({ name }) => name === 'Music')?.notificationEnabled;
    await bell.and(detail.getByRole('switch', { checked: true })).click();
    await detail.getByText('Payment reminders are off: Music').waitFor();
    expect(await isOn()).toBe(false);
    await bell.and(detail.getByRole('switch', { checked: false })).waitFor();
    await detail.getByRole('button', { name: 'Undo' }).last().click();
    await bell.and(detail.getByRole('switch', { checked: true })).waitFor();
    expect(await isOn()).toBe(true);
  });
});

/** Chooses an action of a subscription. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page
    .getByRole('group', { name: `Actions for ${name}` })
    .getByRole('button', { name: action })
    .click();
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}
