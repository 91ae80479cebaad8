import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import german from '../../src/web/pages/help/de.json';
import english from '../../src/web/pages/help/en.json';
import { heading, signInBy, startHome } from './support/home.ts';
import { canBrowse, useBrowser, waitForFocus } from './support/visits.ts';

const languages = [
  { locale: 'en-GB', screen: 'desk', texts: english, help: 'Help', palette: 'Find anything' },
  { locale: 'de-DE', screen: 'phone', texts: german, help: 'Hilfe', palette: 'Alles durchsuchen' },
] as const;

describe.if(canBrowse)('the help', () => {
  const { newPage, expectFaults } = useBrowser();

  test.each(languages)(
    'opens from the navigation in $locale on a $screen, and each of its pages by its address and from the palette',
    async ({ locale, screen, texts, help, palette }) => {
      const home = await startHome(['--base-path', '/duebook']);
      const page = await newPage(home.origin, { locale, screen, theme: screen === 'desk' ? 'light' : 'dark' });
      await signInBy(home.link, page);
      if (screen === 'phone') await page.getByRole('button', { name: 'Mehr' }).click();
      await page.getByRole('link', { name: help, exact: true }).click();
      await heading(page, help).waitFor();
      const faults = await faultsOf(page, help);
      for (const [name, { title, parts }] of Object.entries(texts)) {
        const address = `${home.origin}/help/${name}`;
        await page.locator(`main a[href$="/help/${name}"]`).click();
        await heading(page, title).waitFor();
        expect(page.url()).toBe(address);
        await page.goto(address);
        await heading(page, title).waitFor();
        faults.push(...(await faultsOf(page, title)));
        const [id, part] = Object.entries(parts).at(-1) ?? ['', { title: '' }];
        await choose(page, palette, part.title, `${help} · ${title}`);
        await page.waitForURL(`${address}#${id}`);
        await page.goto(`${home.origin}/help`);
        await heading(page, help).waitFor();
        await choose(page, palette, title, help);
        await waitForFocus(page, heading(page, title));
        expect(page.url()).toBe(address);
      }
      expect(faults).toEqual([]);
    },
    120_000,
  );

  test('has its styles when it is the first page that needs late ones', async () => {
    const home = await startHome();
    await home.add({ name: 'Netflix' });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.goto(`${home.origin}/help/due`);
    await heading(page, 'Due and paid').waitFor();
    expect(await page.evaluate('getComputedStyle(document.querySelector(".help-page")).display')).toBe('grid');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Overview' }).click();
    await heading(page, 'Overview').waitFor();
    expectFaults(/status of 404 .* at \S+\/help\/nothing$/);
    expect((await page.goto(`${home.origin}/help/nothing`))?.status()).toBe(404);
    await heading(page, 'Page not found').waitFor();
  });
});

/** Finds something in the palette, and chooses the entry with this text and note. */
async function choose(page: Page, palette: string, text: string, note: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: palette }).fill(text);
  await page.getByRole('option', { name: `${text} ${note}`, exact: true }).click();
}

/** What axe finds, and whether the page is wider than the screen. */
async function faultsOf(page: Page, place: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  return [...violations.map(({ id }) => `${place}: ${id}`), ...(isWide ? [`${place}: wider than the screen`] : [])];
}
