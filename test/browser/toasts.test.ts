import { describe, expect, test } from 'bun:test';
import { signInBy, startHome } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

describe.if(canBrowse)('what was done is told with Undo and × in sight', () => {
  const { newPage } = useBrowser();

  test.each([36, 120])('on a screen of 320 pixels, for a name of %d letters without a space', async (letters) => {
    const home = await startHome();
    const name = 'W'.repeat(letters);
    await home.add({ name, paidDaysAgo: 40 });
    const page = await newPage(home.origin, { screen: 'phone' });
    await page.setViewportSize({ width: 320, height: 640 });
    await signInBy(home.link, page);
    await page.getByRole('button', { name: `Paid: ${name}` }).click();
    const toast = page.getByRole('status').filter({ hasText: '€15.99 paid' });
    for (const button of ['Undo', 'Close']) {
      const place = await toast.getByRole('button', { name: button }).boundingBox();
      expect({ button, isInSight: place !== null && place.x >= 0 && place.x + place.width <= 320 }).toEqual({
        button,
        isInSight: true,
      });
    }
    await toast.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/payment removed$/).waitFor();
  });
});
