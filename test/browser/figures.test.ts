import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { heading, signInBy, startHome, today, type Home } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

/** Paid every week: a rounded month, times twelve, is not a year. */
const odd = { amount: 1.01, period: 'custom', customDate: '7' } as const;
const categories = ['Home', 'Streaming', 'School', 'Sport', 'Reading', 'Mobility', 'Online', 'Food'] as const;

describe.if(canBrowse)('a figure', () => {
  const { newPage } = useBrowser();

  test('is the same in the chart, the list, the report and the calendar, and leads from one to the other', async () => {
    const home = await startHome();
    await addOddHousehold(home);
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    const card = page.getByRole('region', { name: 'By category' });
    await card.waitFor();
    const styles = `Array.from(document.styleSheets, ({ href }) => /(index|late)-/.exec(href)?.[1])`;
    expect(await page.evaluate<readonly string[]>(styles)).toEqual(['index', 'late']);
    const yearly = card.getByRole('radio', { name: 'a year' });
    await page.locator('.totals').getByText('a year', { exact: true }).click();
    expect(await yearly.isChecked()).toBe(true);
    await card.getByText('a month', { exact: true }).click();
    expect(await page.locator('.totals').getByRole('radio', { name: 'a month' }).isChecked()).toBe(true);
    await card.getByText('a year', { exact: true }).click();

    // The dearest is named; what the chart does not name opens.
    await card.getByRole('link', { name: 'Food' }).waitFor({ state: 'hidden' });
    await card.getByText('Everything else').click();
    const { summary } = (await home.ask('GET', '/analytics/summary?include=yearly')) as { summary: Summary };
    for (const category of categories) {
      const { EUR: sum = 0 } =
        summary.byCategory.find((one) => one.category === category)?.yearlyTotalsByCurrency ?? {};
      const row = card.getByRole('listitem').filter({ has: page.getByRole('link', { name: category }) });
      expect([category, await row.last().locator('.category-amount').innerText()]).toEqual([category, sum.toFixed(2)]);
    }
    const food = summary.byCategory.find(({ category }) => category === 'Food');
    const ofFood = food?.yearlyTotalsByCurrency['EUR'] ?? 0;
    expect(ofFood).not.toBeCloseTo((food?.monthlyTotalsByCurrency['EUR'] ?? 0) * 12, 3);
    await card.getByRole('link', { name: 'Food' }).click();
    await heading(page, 'Subscriptions').waitFor();
    expect(page.url()).toEndWith('/subscriptions?status=active&category=Food&currency=EUR');
    await page.getByText(`€${ofFood.toFixed(2)} a year`).waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.getByText(`€${ofFood.toFixed(2)} a year`).isVisible()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await page.setViewportSize({ width: 1440, height: 900 });

    // A month of the chart is the month of the calendar.
    await page.goBack();
    const next = today().add({ months: 1 });
    const month = next.toLocaleString('en-US', { month: 'long', year: 'numeric' });
    const bar = page.getByRole('link', { name: new RegExp(`^${month}: €`) }).first();
    const sum = /€[\d,.]+/.exec(await bar.innerText())?.[0] ?? '?';
    await bar.click();
    await page.getByRole('heading', { level: 2, name: month }).waitFor();
    await page.getByRole('definition').filter({ hasText: sum }).first().waitFor();
  });

  test('of several currencies has them in one order on every page', async () => {
    const home = await startHome();
    // Due today: in the week of the overview, and in the month of the calendar.
    const lastPaymentDate = today().subtract({ months: 1 }).toString();
    await home.add({ name: 'Cheap', amount: 1, currency: 'USD', lastPaymentDate });
    for (const name of ['One', 'Two']) await home.add({ name, amount: 1, currency: 'GBP', lastPaymentDate });
    // Most payments of the month, and the highest sums, are those of the currency of the fewest subscriptions.
    await home.add({ name: 'Weekly', amount: 900, currency: 'CHF', period: 'custom', customDate: '1', paidDaysAgo: 0 });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    expect(await signsIn(page, '.totals-figures')).toEqual(['£', 'CHF', 'US$']);
    await page.getByText(/until \w+day$/).waitFor();
    expect(await signsIn(page, '.day-sentence')).toEqual(['£', 'CHF', 'US$']);
    for (const [path, place] of [
      ['subscriptions', '.subs-totals ul'],
      ['calendar', '.month-totals dd'],
      ['insights', '.page-actions'],
    ] as const) {
      // Without what another page knows.
      await page.goto(`${home.origin}/${path}`);
      await page.locator(place).first().waitFor();
      expect([path, await signsIn(page, place)]).toEqual([path, ['£', 'CHF', 'US$']]);
    }
  });
});

interface Summary {
  readonly byCategory: readonly {
    readonly category: string;
    readonly monthlyTotalsByCurrency: Readonly<Record<string, number>>;
    readonly yearlyTotalsByCurrency: Readonly<Record<string, number>>;
  }[];
}

/** Stores a subscription for each category; the later ones cost less, and the last category has three of them. */
async function addOddHousehold(home: Home): Promise<void> {
  const last = categories.length - 1;
  for (const [place, category] of categories.entries()) {
    await home.add({ ...odd, name: category, category, amount: odd.amount + (last - place) });
  }
  for (const name of ['Tea', 'Milk']) await home.add({ name, category: 'Food', amount: 0.07, ...monthlyOf });
}

const monthlyOf = { period: 'monthly', paidDaysAgo: 3 } as const;

/** The signs of currencies in a part of the page, in their order, each once. */
async function signsIn(page: Page, place: string): Promise<readonly string[]> {
  const text = await page.locator(place).first().innerText();
  return Array.from(new Set(text.match(/£|CHF|US\$/g)));
}
