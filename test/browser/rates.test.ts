import { describe, expect, test } from 'bun:test';
import { heading, signInBy, startHome } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

describe.if(canBrowse)('exchange rates', () => {
  const { newPage } = useBrowser();

  test('set by hand, they give one total on the overview and in the insights, until they are turned off', async () => {
    const home = await startHome();
    await home.add({ name: 'Music', amount: 10, currency: 'EUR', paidDaysAgo: 1 });
    await home.add({ name: 'Films', amount: 12.5, currency: 'USD', paidDaysAgo: 1 });
    await home.add({ name: 'Manga', amount: 900, currency: 'JPY', paidDaysAgo: 1 });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    const totals = page.getByRole('region', { name: 'Totals' });
    await totals.getByText('12.50').waitFor();
    expect(await totals.getByText('rates of').count()).toBe(0);

    await page.getByRole('link', { name: 'Settings' }).click();
    await heading(page, 'Settings').waitFor();
    const section = page.locator('section#rates');
    await section.getByText('By hand').click();
    await section.getByLabel('1 EUR in USD').fill('1.25');
    await section.getByRole('button', { name: 'Save the rates' }).click();
    await page.getByText('Sums are in EUR now').waitFor();
    const { data } = await home.ask('GET', '/rates');
    expect(data).toMatchObject({ base: 'EUR', source: 'manual', rates: { USD: 1.25 } });

    await page.getByRole('link', { name: 'Overview' }).click();
    await totals.getByText(/^at your rates of .* · without JPY: no rate$/).waitFor();
    expect(await totals.locator('.figure').allInnerTexts()).toEqual(['20.00']);
    // The currencies stay beneath.
    for (const amount of ['10.00', '12.50', '900']) await totals.getByText(amount, { exact: true }).waitFor();
    await page.getByText('All in €').waitFor();
    await page.getByRole('link', { name: 'Insights' }).click();
    await heading(page, 'Insights').waitFor();
    await page.getByText('All in €').waitFor();
    expect(await page.getByRole('radio', { name: 'All in €' }).isChecked()).toBe(true);

    await page.getByRole('link', { name: 'Settings' }).click();
    await section.getByText('Off').click();
    await section.getByRole('button', { name: 'Save the rates' }).click();
    await page.getByText('Sums are in each currency again').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await section.getByLabel('1 EUR in USD').waitFor();
    expect((await home.ask('GET', '/rates'))['data']).toMatchObject({ rates: { USD: 1.25 } });
  });
});
