import { describe, test } from 'bun:test';
import { signInBy, startHome, today } from './support/home.ts';
import { useBrowser } from './support/visits.ts';
describe('x', () => {
  const { newPage } = useBrowser();
  test('shots', async () => {
    const home = await startHome();
    const ids: string[] = [];
    for (const [name, amount, currency] of [['Household insurance of the whole family', 140.5, 'EUR'], ['Films', 15.99, 'EUR'], ['Cloud', 4, 'USD']] as const) {
      const { id } = await home.add({ name, amount, currency, lastPaymentDate: today().subtract({ months: 26 }).toString() });
      ids.push(id);
      await home.ask('POST', `/subscriptions/${id}/renew`, { payments: 24 });
    }
    const look = process.env['LOOK'] === 'phone' ? { screen: 'phone', theme: 'dark' } : { screen: 'desk', theme: 'light' };
    const page = await newPage(home.origin, look as never);
    if (process.env['W']) await page.setViewportSize({ width: Number(process.env['W']), height: 800 });
    const tag = `${process.env['LOOK'] ?? 'desk'}${process.env['W'] ?? ''}`;
    await signInBy(home.link, page);
    await page.goto(`${home.origin}/subscriptions?id=${ids[1]}`);
    const detail = page.getByRole('dialog', { name: 'Films' });
    await detail.getByText('Paid this year').waitFor();
    await page.screenshot({ path: `/tmp/shot-${tag}-detail.png` });
    await detail.getByText('Payments made').scrollIntoViewIfNeeded();
    await page.screenshot({ path: `/tmp/shot-${tag}-detail2.png` });
    await detail.getByRole('button', { name: /^Correct the payment/ }).first().click();
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/shot-${tag}-correct.png` });
    await page.getByRole('dialog', { name: /^Payment due on/ }).getByRole('button', { name: 'Remove' }).click();
    await page.waitForTimeout(600);
    await page.screenshot({ path: `/tmp/shot-${tag}-toast.png` });
    await detail.getByRole('button', { name: 'Paid otherwise' }).click();
    await page.waitForTimeout(300);
    await page.getByRole('dialog', { name: /^Paid otherwise/ }).getByLabel('How many').selectOption('2 payments');
    await page.screenshot({ path: `/tmp/shot-${tag}-pay.png` });
    await page.goto(`${home.origin}/insights`);
    await page.getByText('Compared with the year before').waitFor();
    await page.waitForTimeout(800);
    await page.screenshot({ path: `/tmp/shot-${tag}-insights.png`, fullPage: true });
    const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    console.log('overflow', over);
    await page.goto(`${home.origin}/activity`);
    await page.waitForTimeout(800);
    await page.screenshot({ path: `/tmp/shot-${tag}-activity.png` });
  }, 60000);
});
