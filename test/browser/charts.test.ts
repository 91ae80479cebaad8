import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { heading, signInBy, startHome, today, type Home } from './support/home.ts';
import { canBrowse, useBrowser, waitUntil } from './support/visits.ts';

describe.if(canBrowse)('the forecast', () => {
  const { newPage } = useBrowser();

  test('is drawn to the scale of its table, and a bar leads to its month and back to where the page was', async () => {
    const home = await startHome();
    // A month of 1,000,010, one of a hundredth of it, one of a cent, and months without a payment.
    const heavy = today().add({ months: 3 }).with({ day: 5 });
    await addYearly(home, heavy, 'Tiny', 0.01);
    await addYearly(home, heavy, 'Yacht', 999_999.99);
    await Promise.all(Array.from({ length: 10 }, (_, place) => addYearly(home, heavy, `Club ${place}`, 1)));
    await addYearly(home, heavy.add({ months: 2 }), 'Insurance', 10_000.1);
    await addYearly(home, heavy.add({ months: 4 }), 'Tiny', 0.01);
    const page = await newPage(home.origin, { screen: 'phone' });
    await signInBy(home.link, page);
    const chart = page.getByRole('list', { name: /^Payments a month by category/ });
    await chart.waitFor();
    await page.getByText(`${heavy.toLocaleString('en-US', { month: 'long' })}: Yacht is also due`).waitFor();
    await page.getByText('Show as a table').first().click();

    const rows = await tableRows(page);
    const bars = await page.evaluate<readonly DrawnBar[]>(drawnBars);
    expect(bars).toHaveLength(12);
    const most = Math.max(...rows.map(({ total }) => total));
    expect(most).toBe(1_000_010);
    for (const [place, { parts, total }] of rows.entries()) {
      const bar = bars[place];
      const expected = total === 0 ? 0 : Math.max(2, ((bar?.room ?? 0) * total) / most);
      expect([place, Math.abs((bar?.height ?? 0) - expected) < 0.6]).toEqual([place, true]);
      for (const [at, height] of (bar?.parts ?? []).entries()) {
        expect([place, Math.abs(height - (expected * (parts[at] ?? 0)) / total) < 0.6]).toEqual([place, true]);
      }
    }

    const bar = chart.getByRole('link', { name: new RegExp(`^${monthName(heavy)}: €1,000,010\\.00`) });
    await page.evaluate('scrollTo(0, 150)');
    const before = await page.evaluate<number>('scrollY');
    expect(before).toBeGreaterThan(0);
    await bar.click();
    await page.getByRole('heading', { level: 2, name: monthName(heavy) }).waitFor();
    await page.goBack();
    await heading(page, 'Overview').waitFor();
    await waitUntil(page, `Math.abs(scrollY - ${before}) < 2`);
    await bar.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: monthName(heavy) }).waitFor();
  });
});

/** Stores a subscription of a category of its own that is paid each year, on this day for the next time. */
async function addYearly(home: Home, day: Temporal.PlainDate, name: string, amount: number): Promise<void> {
  const lastPaymentDate = day.subtract({ years: 1 }).toString();
  await home.add({ name, category: name, amount, period: 'yearly', lastPaymentDate });
}

/** The figures of the table beside the chart, without those that are zero. */
async function tableRows(page: Page) {
  const rows = await page
    .getByRole('table', { name: /as a table$/ })
    .getByRole('row')
    .all();
  const cells = await Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()));
  return cells.map((texts) => {
    const amounts = texts.map((text) => Number(text.replaceAll(/[€,]/g, '')));
    return { parts: amounts.slice(0, -1).filter((amount) => amount > 0), total: amounts.at(-1) ?? 0 };
  });
}

/** A bar as the browser draws it, in CSS pixels. */
interface DrawnBar {
  readonly room: number;
  readonly height: number;
  readonly parts: readonly number[];
}

const drawnBars = `Array.from(document.querySelectorAll('.bar-space'), (space) => {
  const height = (element) => element.getBoundingClientRect().height;
  const stack = space.firstElementChild;
  return { room: height(space), height: stack ? height(stack) : 0, parts: stack ? Array.from(stack.children, height) : [] };
})`;

function monthName(day: Temporal.PlainDate): string {
  return day.toLocaleString('en-US', { month: 'long', year: 'numeric' });
}
