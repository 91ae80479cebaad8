import { describe, expect, test } from 'bun:test';
import { heading, signInBy, startHome } from './support/home.ts';
import { canBrowse, useBrowser, waitUntil } from './support/visits.ts';

describe.if(canBrowse)('a change of mind', () => {
  const { newPage } = useBrowser();

  test('cancels the cheaper duplicate from the insights, and takes that back', async () => {
    const home = await startHome();
    await home.add({ name: 'Netflix', amount: 17.99 });
    const cheaper = await home.add({ name: 'netflix', amount: 13.99 });
    const statusOf = async () => (await home.stored()).find(({ id }) => id === cheaper.id)?.status;
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.getByRole('link', { name: 'Insights' }).click();
    const cancel = page.getByRole('button', { name: /^I have cancelled it: netflix, €13\.99/ });
    await cancel.click();
    const dialog = page.getByRole('dialog', { name: 'I have cancelled netflix' });
    // Else it would be shown as a duplicate until the day on which it ends.
    await dialog.getByRole('radio', { name: 'Ends now', checked: true }).waitFor();
    await dialog.getByRole('button', { name: 'I have cancelled it' }).click();
    await page.getByText('netflix is cancelled').waitFor();
    expect(await statusOf()).toBe('cancelled');
    await cancel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await cancel.waitFor();
    expect(await statusOf()).toBe('active');
  });

  test('begins with the prices that rose, to which the overview leads', async () => {
    const home = await startHome();
    for (const name of ['Music', 'Films', 'Books', 'News']) await home.add({ name, amount: 9.99 });
    const [first] = await home.stored();
    for (const name of ['Milk', 'Bread', 'Papers'])
      await home.add({ name, amount: 1, period: 'custom', customDate: '7' });
    await home.ask('PATCH', `/subscriptions/${first?.id}`, { amount: 11.99 });
    const page = await newPage(home.origin);
    await page.setViewportSize({ width: 390, height: 500 });
    await signInBy(home.link, page);
    // Paper says, too, that the list goes on; a button for it is not of use there.
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('button', { name: /^\d+ more until / }).waitFor();
    await page
      .getByRole('button', { name: /^Paid: / })
      .first()
      .waitFor({ state: 'hidden' });
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: /^Show: A price rose/ }).click();
    await page
      .getByRole('region', { name: 'What got dearer?' })
      .getByRole('row', { name: /€11\.99/ })
      .waitFor();
    await waitUntil(page, "Math.abs(document.querySelector('#prices').getBoundingClientRect().top) < 20");
  });

  test('undoes a change of a price in the activity, which says both, and filters it on a phone', async () => {
    const home = await startHome();
    const { id } = await home.add({ name: 'Music', amount: 9.99 });
    await home.ask('PATCH', `/subscriptions/${id}`, { amount: 11.99 });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.getByRole('link', { name: 'Activity' }).click();
    await heading(page, 'Activity').waitFor();
    // Between the words are characters that keep each value in its own direction.
    await page.getByRole('button', { name: /^Undo: .*Music.*€9\.99.* → .*€11\.99/ }).click();
    await page.getByText(/€11\.99.* → .*€9\.99/).waitFor();
    expect((await home.stored()).map(({ amount }) => amount)).toEqual([9.99]);

    // On a phone, the filters are folded until they are wanted, and not folded under the control that is used.
    await home.add({ name: 'Films', amount: 5 });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    const person = page.getByLabel('Person or key');
    expect(await person.isVisible()).toBe(false);
    await page.getByText('By person, day or subscription').click();
    await person.selectOption('admin');
    await page.waitForURL(/by=session/);
    await person.selectOption('Everybody');
    await page.waitForURL(/activity$/);
    expect(await person.isVisible()).toBe(true);

    // A name that is typed is a filter by itself.
    await page.getByRole('link', { name: 'Films' }).waitFor();
    await page.getByLabel('Name of the subscription').fill('mus');
    await page.waitForURL(/q=mus/);
    await page.getByRole('link', { name: 'Films' }).waitFor({ state: 'detached' });
    expect(await page.getByText(/Music/).count()).toBeGreaterThan(0);
  });
});
