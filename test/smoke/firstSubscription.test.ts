import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { expectDueSoon, signInBy, startHome, today } from '../browser/support/home.ts';
import { canBrowse, useBrowser, type Look } from '../browser/support/visits.ts';

describe.if(canBrowse)('the first subscription of a household', () => {
  const { newPage } = useBrowser();

  test.each<Look>([
    { screen: 'desk', theme: 'light' },
    { screen: 'phone', theme: 'dark' },
  ])('is added after sign-in, shown as due, paid, and unpaid again, on a $screen in the $theme theme', async (look) => {
    const home = await startHome();
    const page = await newPage(home.origin, look);
    await signInBy(home.link, page);
    await page.getByText('Nothing is recorded yet').waitFor();
    await page.getByRole('button', { name: 'Add the first subscription' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add subscription' });
    await fillIn(dialog);
    await dialog.getByText('Next payment:').waitFor();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectDueSoon(home, page);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await page.getByRole('button', { name: 'Paid: Streaming Plus' }).click();
    await page.getByText('Streaming Plus: €15.99 paid').waitFor();
    expect((await home.stored())[0]?.lastPaymentDate).toBe(today().add({ days: 3 }).toString());
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Streaming Plus: payment removed').waitFor();
    await expectDueSoon(home, page);
  });
});

/** Fills the form in, for a subscription that is due in three days. */
async function fillIn(dialog: Locator): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Streaming Plus');
  await dialog.getByLabel('Amount').fill('15.99');
  await dialog.getByRole('radio', { name: 'Other' }).check();
  await dialog.getByRole('textbox', { name: 'Every' }).fill('10');
  await dialog.getByLabel('Unit of the interval').selectOption({ label: 'days' });
  await dialog.getByLabel('Day of the next payment').fill(today().add({ days: 3 }).toString());
  await dialog.getByLabel('Category').fill('Films');
}
