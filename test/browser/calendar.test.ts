import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { heading, signInBy, startHome, today } from './support/home.ts';
import { canBrowse, useBrowser, waitForFocus } from './support/visits.ts';

describe.if(canBrowse)('the calendar', () => {
  const { newPage } = useBrowser();

  async function opened(look: Parameters<typeof newPage>[1] = {}) {
    const home = await startHome();
    // The same day of each month, which every month has.
    const next = today().add({ months: 1 }).with({ day: 10 });
    await home.add({ name: 'Rent', amount: 812.5, lastPaymentDate: next.subtract({ months: 1 }).toString() });
    const page = await newPage(home.origin, look);
    await signInBy(home.link, page);
    await page.getByRole('link', { name: 'Calendar' }).click();
    await heading(page, 'Calendar').waitFor();
    return { page, next, home };
  }

  test('leads to the months before and after, and says what is due in them', async () => {
    const { page, next } = await opened();
    await month(page, today()).waitFor();
    await page.getByRole('button', { name: 'Next month' }).click();
    await month(page, next).waitFor();
    await page
      .getByRole('gridcell', { name: cellName(next) })
      .getByText('€812.50')
      .waitFor();
    expect(new URL(page.url()).search).toBe(`?month=${next.toPlainYearMonth().toString()}`);
    await page.reload();
    await month(page, next).waitFor();
    await page.getByRole('button', { name: 'Previous month' }).click();
    await page.getByRole('button', { name: 'Previous month' }).click();
    await month(page, today().subtract({ months: 1 })).waitFor();
    await page.getByRole('button', { name: 'Today' }).click();
    await month(page, today()).waitFor();
  });

  test('makes a link for calendar programs, shows it once, and revokes it', async () => {
    const { page, home } = await opened();
    const subscribe = page.getByRole('button', { name: 'Subscribe' });
    await subscribe.click();
    const dialog = page.getByRole('dialog', { name: 'Payments in your calendar' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Calendar');
    await dialog.getByLabel('Name').fill('Bills');
    await dialog.getByLabel('How far ahead').selectOption({ label: '3 months' });
    await dialog.getByLabel('Alarm', { exact: true }).selectOption({ label: '1 day before' });
    await dialog.getByRole('button', { name: 'Make a link' }).click();

    const made = page.getByRole('dialog', { name: /The calendar link .*Bills/ });
    const link = await made.getByLabel('Calendar link', { exact: true }).inputValue();
    expect(link).toStartWith(`${home.origin}/feeds/dbk_f_`);
    await made.getByRole('img', { name: 'QR code of the calendar link' }).waitFor();
    const webcal = await made.getByRole('link', { name: /Open in the calendar/ }).getAttribute('href');
    expect(webcal).toBe(link.replace('http:', 'webcal:'));
    expect(await (await fetch(link)).text()).toMatch(/SUMMARY:Rent: 812\.50 EUR\r\n[^]*TRIGGER:-PT15H/);
    await made.getByRole('button', { name: 'Done' }).click();
    await waitForFocus(page, subscribe);

    await page.keyboard.press('Enter');
    await dialog.getByText('3 months · Alarm: 1 day before').waitFor();
    await dialog.getByRole('button', { name: 'Revoke Bills' }).click();
    await page.getByRole('dialog', { name: 'Revoke Bills?' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Bills was revoked').waitFor();
    await dialog.getByRole('button', { name: 'Revoke Bills' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await waitForFocus(page, subscribe);
    expect((await fetch(link)).status).toBe(404);
  });

  test('is walked through with the arrow keys and the page keys', async () => {
    const { page } = await opened();
    const cell = (day: Temporal.PlainDate) => page.getByRole('gridcell', { name: cellName(day) });
    await cell(today()).focus();
    await page.keyboard.press('ArrowRight');
    await cell(today().add({ days: 1 })).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('PageDown');
    const reached = today().add({ days: 8 }).add({ months: 1 });
    await month(page, reached).waitFor();
    await cell(reached).waitFor();
    await waitForFocus(page, cell(reached));
  });

  test('is an agenda on a phone: today is in sight below the title, and what is due can be paid there', async () => {
    const { page, next, home } = await opened({ screen: 'phone' });
    for (let day = 1; day < 28; day += 1) {
      const { id } = await home.add({ paidDaysAgo: day + 31 });
      await home.ask('POST', `/subscriptions/${id}/renew`, { paidOn: today().subtract({ days: day }).toString() });
    }
    await home.add({ name: 'Phone', paidDaysAgo: 0, period: 'custom', customDate: '1' });
    await home.add({ name: 'Water', lastPaymentDate: today().subtract({ months: 1 }).toString(), period: 'monthly' });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.reload();
    const section = page.getByRole('heading', { level: 3 }).filter({ hasText: 'Today' });
    await section.waitFor();
    const shown = [section, heading(page, 'Calendar'), page.getByRole('button', { name: 'Subscribe' })];
    for (const one of shown) {
      const { y = -1, height = 0 } = (await one.boundingBox()) ?? {};
      expect(y >= 0 && y + height < 640).toBe(true);
    }
    await page.getByRole('button', { name: 'Paid: Water' }).click();
    await page.getByText('Water: €15.99 paid').waitFor();
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('heading', { name: longName(next) }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Rent' }).getByText('€812.50').waitFor();
    expect(await page.getByRole('grid').count()).toBe(0);
  });
});

function month(page: Page, day: Temporal.PlainDate) {
  return page.getByRole('heading', { level: 2, name: day.toLocaleString('en-US', { month: 'long', year: 'numeric' }) });
}

/** The name of the cell of a day: not that of the tenth when it is the first. */
function cellName(day: Temporal.PlainDate): RegExp {
  return new RegExp(`^${longName(day)}(?!\\d)`);
}

/** A day in the words of the page, such as `Tuesday, December 1`. */
function longName(day: Temporal.PlainDate): string {
  return day.toLocaleString('en-US', { weekday: 'long', month: 'long', day: 'numeric' });
}
