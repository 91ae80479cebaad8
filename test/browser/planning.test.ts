import { describe, expect, test } from 'bun:test';
import { heading, signInBy, startHome, today } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

describe.if(canBrowse)('planning the months', () => {
  const { newPage } = useBrowser();

  test('a budget stands as a line in the forecast, and a month over it says so', async () => {
    const home = await startHome();
    const heavy = today().add({ months: 3 }).with({ day: 5 });
    await home.add({ name: 'Rent', amount: 300 });
    const lastPaymentDate = heavy.subtract({ years: 1 }).toString();
    await home.add({ name: 'Car insurance', amount: 600, period: 'yearly', lastPaymentDate });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.getByText('€200.00 a month covers everything that is not monthly.').waitFor();
    const month = heavy.toLocaleString('en-US', { month: 'long' });
    // Around the name are characters that keep it in its own direction.
    await page.getByText(new RegExp(`^Next big one: .?Car insurance.? in ${month}, €600\\.00$`)).waitFor();
    await page.getByText(new RegExp(`heaviest: ${month}, €900\\.00$`)).waitFor();

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Change the budget' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the budget' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('450');
    await dialog.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Budget: €450.00 a month').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText(new RegExp(`heaviest: ${month}, €900\\.00 · over budget$`)).waitFor();
    await page.getByText('The line is the budget of €450.00 a month.').waitFor();
    expect(await page.evaluate('getComputedStyle(document.querySelector(".bars"), "::after").top')).toBe('84px');
  });

  test('the page Set aside has the pot of each month, less by what is in it today', async () => {
    const home = await startHome();
    const due = today().add({ months: 2 }).with({ day: 5 });
    const lastPaymentDate = due.subtract({ years: 1 }).toString();
    await home.add({ name: 'Car insurance', amount: 600, period: 'yearly', lastPaymentDate });
    const page = await newPage(home.origin, { screen: 'phone' });
    await signInBy(home.link, page);
    await page.getByRole('link', { name: 'Month by month' }).click();
    await heading(page, 'Set aside').waitFor();
    const potOf = async (day: Temporal.PlainDate) =>
      (
        await page
          .getByRole('row', { name: new RegExp(`^${day.toLocaleString('en-US', { month: 'long' })}`) })
          .innerText()
      )
        .split(/\s*\t\s*/)
        .slice(1);
    expect(await potOf(due.subtract({ months: 1 }))).toEqual(['€0.00', '€300.00']);
    expect(await potOf(due)).toEqual(['€600.00', '€0.00']);
    await page.getByRole('textbox', { name: 'In the pot today' }).fill('100');
    await page.keyboard.press('Enter');
    await page.getByText('€250.00 a month covers everything that is not monthly.').waitFor();
    expect(await potOf(due.subtract({ months: 1 }))).toEqual(['€0.00', '€350.00']);
  });

  test('with exchange rates, the page Set aside is one plan of all currencies at first, and asks for it once', async () => {
    const home = await startHome();
    const lastPaymentDate = today().add({ months: 2 }).with({ day: 5 }).subtract({ years: 1 }).toString();
    await home.add({ name: 'Car insurance', amount: 600, period: 'yearly', lastPaymentDate });
    await home.add({ name: 'Domain', amount: 24, currency: 'USD', period: 'yearly', lastPaymentDate });
    await home.ask('PUT', '/rates', { base: 'EUR', rates: { USD: 2 } });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.getByText('€306.00 a month covers everything that is not monthly.').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => void (/set-aside\?/.test(request.url()) && asked.push(request.url())));
    await page.getByRole('link', { name: 'Month by month' }).click();
    await heading(page, 'Set aside').waitFor();
    await page.getByText('€306.00 a month covers everything that is not monthly.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([expect.stringContaining('currency=EUR')]);
    await page.getByText('US$', { exact: true }).click();
    await page.getByText('US$12.00 a month covers everything that is not monthly.').waitFor();
    await page.getByText('All in €').click();
    await page.getByText('€306.00 a month covers everything that is not monthly.').waitFor();
  });
});
