import { describe, expect, test } from 'bun:test';
import { startReceiver } from '../support/receiver.ts';
import { referenceDocument } from '../support/referenceDocument.ts';
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
    await page.getByText('There is one total in EUR now').waitFor();
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
    await section.getByRole('button', { name: 'Turn the total off' }).click();
    await page.getByText('There are only sums of each currency again').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await section.getByLabel('1 EUR in USD').waitFor();
    expect((await home.ask('GET', '/rates'))['data']).toMatchObject({ rates: { USD: 1.25 } });
  });

  test('daily, they are those that the server has fetched from the bank, until they are turned off', async () => {
    const day = Temporal.Now.plainDateISO('Europe/Berlin');
    const bank = startReceiver(() => new Response(referenceDocument(day.toString(), { USD: '1.25', GBP: '0.8' })));
    const home = await startHome(['--exchange-rates', 'ecb', '--exchange-rates-url', `${bank.url}/daily.xml`]);
    await home.add({ name: 'Music', amount: 10, currency: 'EUR' });
    await home.add({ name: 'Films', amount: 12.5, currency: 'USD' });
    const isFetched = async () =>
      (await (await fetch(`${home.origin}/readyz`)).text()).includes(`of ${day.toString()}, `);
    while (!(await isFetched())) await Bun.sleep(100);
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.getByRole('link', { name: 'Settings' }).click();
    const section = page.locator('section#rates');
    await section.getByText('Daily').click();
    await section.getByText('The server fetches the reference rates').waitFor();
    await section.getByRole('button', { name: 'Save the rates' }).click();
    await page.getByText('There is one total in EUR now').waitFor();
    const words = day.toLocaleString('en-US', { month: 'long', day: 'numeric' });
    await section.getByText(`Rates of ${words}`).waitFor();
    expect((await home.ask('GET', '/rates'))['data']).toMatchObject({ source: 'ecb', asOf: day.toString() });
    expect(bank.received.map(({ path }) => path)).toEqual(['/daily.xml']);

    await page.getByRole('link', { name: 'Overview' }).click();
    const totals = page.getByRole('region', { name: 'Totals' });
    await totals.getByText(`at the ECB’s rates of ${words}`).waitFor();
    expect(await totals.locator('.figure').allInnerTexts()).toEqual(['20.00']);

    await page.getByRole('link', { name: 'Settings' }).click();
    await section.getByText('Off', { exact: true }).click();
    await section.getByRole('button', { name: 'Turn the total off' }).click();
    await page.getByText('There are only sums of each currency again').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await totals.getByText('12.50').waitFor();
    expect(await totals.getByText('rates of').count()).toBe(0);
  });
});
