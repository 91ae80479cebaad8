import { describe, expect, test } from 'bun:test';
import { heading, signInBy, startHome, today } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

const count = 2000;
const batchSize = 100;

// Ours answers within a tenth of it; a slow or shared machine must not fail.
const boundMs = 400;

// The rows are built when the browser has time, which is seldom on a busy machine.
const patienceMs = 80_000;
const limitMs = 240_000;

describe.if(canBrowse)(`a household with ${count} subscriptions`, () => {
  const { newPage } = useBrowser();

  test(
    'is searched while the user types, with an answer on the screen soon after each key',
    async () => {
      const home = await startHome();
      const lastPaymentDate = today().toString();
      for (let first = 0; first < count; first += batchSize) {
        const operations = Array.from({ length: batchSize }, (_, place) => ({
          action: 'create',
          subscription: {
            name: `Service ${first + place}`,
            category: `Category ${place % 12}`,
            amount: 1 + place,
            currency: 'EUR',
            period: 'monthly',
            lastPaymentDate,
          },
        }));
        await home.ask('POST', '/subscriptions/batch', { operations });
      }
      const page = await newPage(home.origin);
      await signInBy(home.link, page);
      await page.getByRole('link', { name: 'Subscriptions' }).click();
      await heading(page, 'Subscriptions').waitFor();
      const search = page.getByRole('searchbox', { name: 'Search' });
      await search.waitFor();
      await page.getByText(/^Preparing/).waitFor({ state: 'hidden', timeout: patienceMs });
      await page.evaluate(recordDurations);
      await search.pressSequentially('service 1999');
      await page.getByRole('row', { name: /Service 1999/ }).waitFor();
      expect(await page.getByRole('row').count()).toBe(2);
      for (const _ of 'service 1999') await page.keyboard.press('Backspace');
      await page.getByText(`${count.toLocaleString('en-US')} subscriptions`).waitFor();
      await page.getByText(/^Preparing/).waitFor({ state: 'hidden', timeout: patienceMs });
      const durations = await page.evaluate<readonly number[]>('keyDurations');
      expect(durations).toHaveLength(2 * 'service 1999'.length);
      expect(Math.max(...durations)).toBeLessThan(boundMs);
    },
    limitMs,
  );
});

/** Records, in milliseconds, how long after each key the browser has painted what follows from it. */
const recordDurations = `
  globalThis.keyDurations = [];
  addEventListener('keydown', ({ timeStamp }) =>
    requestAnimationFrame(() => setTimeout(() => keyDurations.push(performance.now() - timeStamp))), true);
`;
