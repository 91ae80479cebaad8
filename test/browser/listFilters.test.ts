import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { heading, signInBy, startHome, type Home } from './support/home.ts';
import { canBrowse, useBrowser, waitForFocus } from './support/visits.ts';

describe.if(canBrowse)('the filtered list of subscriptions', () => {
  const { newPage } = useBrowser();

  async function opened(home: Home): Promise<Page> {
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await page.getByRole('table', { name: 'Subscriptions' }).waitFor();
    return page;
  }

  test('keeps its filters in the address, and finds by name', async () => {
    const home = await startHome();
    for (const name of ['Music', 'Films', 'Müsli']) await home.add({ name });
    const page = await opened(home);
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await heading(page, 'Overview').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('muesli');
    await page.getByRole('option', { name: 'Müsli' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Müsli' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // It was open over the page on which it was found.
    await heading(page, 'Overview').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('forgotten password');
    await page.keyboard.press('Enter');
    await heading(page, 'People and rights').waitFor();
    expect(new URL(page.url()).hash).toBe('#password');
    await page.keyboard.press('/');
    await page.getByRole('row', { name: /Films/ }).waitFor();
    await waitForFocus(page, page.getByRole('searchbox', { name: 'Search' }));
    await page.keyboard.type('mus');
    await page.getByRole('row', { name: /Films/ }).waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /Music/ }).waitFor();
    await page.waitForURL(/[?&]q=mus/);
    await page.reload();
    await page.getByRole('row', { name: /Music/ }).waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('mus');
    expect(await page.getByRole('row', { name: /Films/ }).count()).toBe(0);
  });

  test('keeps the chosen tag in the address, in the list and when one is opened and closed', async () => {
    const home = await startHome();
    for (const name of ['Music', 'Films']) {
      const { id } = await home.add({ name });
      await home.ask('PATCH', `/subscriptions/${id}/details`, { tags: [name === 'Music' ? 'sound' : 'screen'] });
    }
    const page = await opened(home);
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('sound');
    await page.waitForURL(/[?&]tag=sound/);
    await page.reload();
    await page.getByRole('link', { name: 'Music' }).click();
    await page.waitForURL(/tag=sound.*id=/);
    await page.getByRole('dialog', { name: 'Music' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForURL(/[?]tag=sound$/);
    expect(await page.getByRole('row', { name: /Films/ }).count()).toBe(0);

    // Also when the row was there before the search.
    await page.getByRole('searchbox', { name: 'Search' }).fill('mus');
    await page.waitForURL(/[?&]q=mus/);
    await page.getByRole('link', { name: 'Music' }).click();
    await page.getByRole('dialog', { name: 'Music' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toEndWith('?q=mus&tag=sound');
  });
});
