import { describe, expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { heading, signInBy, startHome, today } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

const screen = { width: 390, height: 844 } as const;
const fingerPx = 44;
const linePx = 18;

describe.if(canBrowse)('on a phone', () => {
  const { newPage } = useBrowser();

  async function opened() {
    const home = await startHome();
    const contract = await home.add({ name: 'Mobile contract', amount: 19.99, paidDaysAgo: 1 });
    const termEndsOn = today().add({ months: 1, days: 3 }).toString();
    const noticePeriod = { count: 1, unit: 'months' };
    await home.ask('PATCH', `/subscriptions/${contract.id}/details`, { termEndsOn, termMonths: 12, noticePeriod });
    const page = await newPage(home.origin, { screen: 'phone' });
    await signInBy(home.link, page);
    return { home, page };
  }

  test('shows the day of a deadline, and a message of several lines above the buttons of a dialog', async () => {
    const { page } = await opened();
    const row = page.getByRole('region', { name: 'Due' }).getByRole('listitem').filter({ hasText: 'Notice by' });
    // As long as its words need, on more than one line.
    const words = await boxOf(row.getByText(/^Notice by \w+/));
    expect(words.height).toBe(2 * linePx);

    await row.getByRole('link', { name: 'Mobile contract' }).tap();
    const detail = page.getByRole('dialog', { name: 'Mobile contract', exact: true });
    await detail.getByRole('button', { name: 'Already paid …' }).waitFor();
    await detail.getByRole('button', { name: 'I have cancelled it' }).tap();
    const asking = page.getByRole('dialog', { name: 'I have cancelled Mobile contract' });
    await asking.getByRole('button', { name: 'I have cancelled it' }).tap();
    const message = detail.getByText('Mobile contract is cancelled and runs until');
    const [told, toast] = [await boxOf(message), await boxOf(message.locator('..'))];
    expect(told.height).toBeGreaterThan(fingerPx);
    expect({ above: told.y > toast.y, below: told.y + told.height < toast.y + toast.height }).toEqual({
      above: true,
      below: true,
    });
  });

  test('gives a form the whole screen, and a finger room for each button', async () => {
    const { page, home } = await opened();
    await page.getByRole('button', { name: 'Add subscription' }).tap();
    const form = page.getByRole('dialog', { name: 'Add subscription' });
    expect(await boxOf(form)).toEqual({ x: 0, y: 0, ...screen });
    await form.getByRole('button', { name: 'Back' }).tap();
    await page.goto(`${home.origin}/settings`);
    await heading(page, 'Settings').waitFor();
    const buttons = page.getByRole('main').getByRole('button');
    await buttons.getByText('Create a key').waitFor();
    const heights = await buttons.evaluateAll((all: readonly { readonly offsetHeight: number }[]) =>
      all.map(({ offsetHeight }) => offsetHeight),
    );
    expect(Math.min(...heights)).toBe(fingerPx);
  });

  test('turns the reminders of a row off in its menu', async () => {
    const { page, home } = await opened();
    await page.getByRole('link', { name: 'List' }).tap();
    await page.getByRole('button', { name: 'Actions for Mobile contract' }).tap();
    await page.getByRole('button', { name: 'Turn payment reminders off' }).tap();
    await page.getByText('Payment reminders are off: Mobile contract').waitFor();
    const silent = (await home.stored()).filter(({ notificationEnabled }) => !notificationEnabled);
    expect(silent.map(({ name }) => name)).toEqual(['Mobile contract']);
  });

  test('breaks the sums of a month in several currencies where 320 pixels end', async () => {
    const { page, home } = await opened();
    const lastPaymentDate = today().subtract({ years: 1 }).toString();
    for (const currency of ['EUR', 'USD', 'JPY']) {
      const { id } = await home.add({ currency, amount: 16120, period: 'yearly', lastPaymentDate });
      await home.ask('POST', `/subscriptions/${id}/renew`, {});
    }
    await home.add({ period: 'yearly', lastPaymentDate });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${home.origin}/calendar`);
    await page.getByText(/€16,120\.00 · .+ · /).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });
});

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not shown');
  return box;
}
