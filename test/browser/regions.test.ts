import { describe, expect, test } from 'bun:test';
import { heading, newLink, signInBy, startHome, today } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

// Where weeks begin, how 1,234.50 € is written, and whether `9,999` is one amount of thousands.
const regions = [
  ['fr-FR', 'Monday', '1 234,50 €', false],
  ['sv-SE', 'Monday', '1 234,50 €', false],
  ['nl-NL', 'Monday', '€ 1.234,50', false],
  ['pl-PL', 'Monday', '1234,50 €', false],
  ['ja-JP', 'Sunday', '€1,234.50', true],
  ['ar-EG', 'Saturday', '1,234.50 €', true],
] as const;

describe.if(canBrowse)('the region of the browser', () => {
  const { newPage } = useBrowser();

  test('decides weeks, dates and amounts of English texts', async () => {
    const home = await startHome();
    await home.add({ name: 'Rent', amount: 1234.5, paidDaysAgo: 20 });
    for (const [locale, firstWeekday, amount, isThousands] of regions) {
      const page = await newPage(home.origin, { locale });
      await signInBy(await newLink(home), page);
      const plain = async () => (await page.getByRole('main').innerText()).replaceAll(/\s/g, ' ');
      await page.getByRole('button', { name: 'Paid: Rent' }).waitFor();
      expect([locale, await plain()]).toEqual([locale, expect.stringContaining(amount)]);
      await page.goto(`${home.origin}/calendar`);
      await heading(page, 'Calendar').waitFor();
      await page
        .getByText(today().toLocaleString('en', { month: 'long', year: 'numeric' }))
        .first()
        .waitFor();
      expect([locale, await page.getByRole('columnheader').first().innerText()]).toEqual([
        locale,
        expect.stringMatching(firstWeekday.slice(0, 3)),
      ]);
      await page.keyboard.press('n');
      const form = page.getByRole('dialog', { name: 'Add subscription' });
      await form.getByLabel('Name').fill('Domain');
      await form.getByLabel('Amount').fill('9,999');
      await form.getByLabel('Amount').press('Enter');
      await (isThousands
        ? form.waitFor({ state: 'hidden' })
        : form.getByText('Enter an amount such as 9,99').waitFor());
    }
    const amounts = (await home.stored()).map((one) => one.amount).filter((one) => one !== 1234.5);
    expect(new Set(amounts)).toEqual(new Set([9999]));
  });
});
