import { describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { addHousehold, heading, signInBy, startHome, today } from './support/home.ts';
import { canBrowse, useBrowser, waitUntil } from './support/visits.ts';

/** Screens, and how far from the top the first row may be that is due, in CSS pixels. */
const screens = [
  { width: 1440, height: 900, rowAtMost: 300 },
  { width: 1280, height: 800, rowAtMost: 300 },
  { width: 390, height: 844, rowAtMost: 330 },
  { width: 320, height: 640, rowAtMost: 400 },
] as const;

const tabBarPx = 61;

describe.if(canBrowse)('a household of 32 subscriptions', () => {
  const { newPage } = useBrowser();

  async function family(screen: 'desk' | 'phone' = 'desk') {
    const home = await startHome();
    const link = await addHousehold(home);
    const page = await newPage(home.origin, { screen });
    await signInBy(link, page);
    return { home, page };
  }

  test('sees in one sentence what the day asks for, and the first rows without scrolling, on every screen', async () => {
    const { page } = await family();
    await page.getByText(/^€155\.90 overdue$/).waitFor();
    await waitUntil(page, "document.title === '(3) Overview · Duebook'");
    await page.getByRole('link', { name: 'Overview , 3 overdue' }).waitFor();
    for (const { width, height, rowAtMost } of screens) {
      await page.setViewportSize({ width, height });
      await page.evaluate('scrollTo(0, 0)');
      const row = await boxOf(dueRow(page, 'Gym'));
      expect({ width, isNear: row.y <= rowAtMost, height: row.height }).toEqual({
        width,
        isNear: true,
        height: width < 720 ? 64 : 56,
      });
      const sentence = await boxOf(page.getByText(/^about €1,440\.36 until \w+day$/));
      const lastShown = height - (width < 720 ? tabBarPx : 0);
      expect({ width, isShown: row.y + row.height <= lastShown, above: sentence.y < row.y }).toEqual({
        width,
        isShown: true,
        above: true,
      });
    }
    await page.getByText(/^notice for .*Legal insurance.* by /).click();
    await page.locator('li:has(a:focus)').getByText('Legal insurance').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: 'Settings' }).click();
    await heading(page, 'Settings').waitFor();
    await waitUntil(page, "document.title === '(3) Settings · Duebook'");
  });

  test('opens each row over its page, with an address, and returns there', async () => {
    const { page, home } = await family('phone');
    await dueRow(page, 'Netflix').click({ position: { x: 20, y: 55 } });
    const dialog = page.getByRole('dialog', { name: 'Netflix' });
    await dialog
      .getByText(/^by .*Robin/)
      .first()
      .waitFor();
    expect(page.url()).toMatch(/\/overview\?id=/);
    // The second tap after the row.
    await dialog.getByRole('button', { name: 'Other amount or day …' }).click();
    const form = page.getByRole('dialog', { name: 'Other amount or day: Netflix' });
    await form.getByLabel('Amount').fill('12');
    await form.getByRole('button', { name: 'Paid' }).click();
    await dialog.getByText('Paid €12.00').waitFor();
    await page.reload();
    await dialog.getByText('Paid €12.00').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/overview$/);
    const rentDue = today().add({ days: 3 });
    await page.goto(`${home.origin}/calendar?month=${rentDue.toPlainYearMonth().toString()}`);
    await heading(page, 'Calendar').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Rent' }).last().click();
    await page.getByRole('dialog', { name: 'Rent' }).getByText('What happened').waitFor();
    expect(page.url()).toMatch(/\/calendar\?.*id=/);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/\/calendar(\?month=[\d-]+)?$/);
  });

  test('keeps a paid row in its place until the pointer leaves, and a second click there does nothing', async () => {
    const { page, home } = await family();
    const row = dueRow(page, 'Netflix');
    const { y } = await boxOf(row);
    const place = await boxOf(page.getByRole('button', { name: 'Paid: Netflix', exact: true }));
    const at = [place.x + place.width / 2, place.y + place.height / 2] as const;
    await page.mouse.click(...at);
    await page.mouse.click(...at);
    await row.getByText('Paid ✓').waitFor();
    await page.mouse.click(...at);
    await page.getByText('€1,422.37 until').waitFor({ state: 'hidden' });
    expect((await boxOf(row)).y).toBe(y);
    await row.getByRole('button', { name: 'Undo the payment: Netflix' }).waitFor();
    const paid = (await home.ask('GET', '/payments?limit=1'))['data'];
    expect(paid).toMatchObject([{ amount: 17.99 }]);
    await page.mouse.move(10, 10);
    await row.waitFor({ state: 'hidden' });
    await page.getByText('€1,422.37 until').waitFor();
  });

  test('has nine rows of 64 pixels in the list of a phone, pays by a swipe, and a table from 720 pixels on', async () => {
    const { page } = await family('phone');
    await page.getByRole('link', { name: 'List' }).click();
    await heading(page, 'Subscriptions').waitFor();
    const rows = page.locator('tbody tr');
    await rows.nth(31).waitFor({ state: 'attached' });
    const ninth = await boxOf(rows.nth(8));
    expect({ height: ninth.height, isShown: ninth.y + ninth.height <= 844 - tabBarPx }).toEqual({
      height: 64,
      isShown: true,
    });
    const row = rows.filter({ hasText: 'Spotify Family' });
    await swipe(page, row);
    await page.getByText('Spotify Family: €17.99 paid').waitFor();
    await row.getByRole('button', { name: 'Undo the payment: Spotify Family' }).waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Spotify Family: payment removed').waitFor();
    await row.getByRole('button', { name: 'Paid: Spotify Family' }).waitFor();
    await page.setViewportSize({ width: 720, height: 900 });
    await page.getByRole('columnheader', { name: 'Next payment' }).waitFor();
  });
});

function dueRow(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Due' }).getByRole('listitem').filter({ hasText: name }).first();
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`not shown: ${element.toString()}`);
  return { ...box, y: Math.round(box.y), height: Math.round(box.height) };
}

/** Swipes a row to the right with a finger. */
async function swipe(page: Page, row: Locator): Promise<void> {
  const { x, y, height } = await boxOf(row);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', way: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + 40 + way, y: y + height / 2 }],
    });
  await touch('touchStart', 0);
  for (const way of [10, 40, 80, 120]) await touch('touchMove', way);
  await touch('touchEnd', 120);
}
