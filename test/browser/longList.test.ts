import { describe, expect, test } from 'bun:test';
import { signInBy, startHome, today } from './support/home.ts';
import { canBrowse, useBrowser } from './support/visits.ts';

const batchSize = 100;
// A busy machine takes a while for 400 rows.
const patienceMs = 30_000;

describe.if(canBrowse)('a list of 400 subscriptions', () => {
  const { newContext } = useBrowser();

  test('builds 40 rows first and all when the browser has time, and asks for no page beyond the last; a change of all shows how far it is', async () => {
    const home = await startHome();
    const lastPaymentDate = today().toString();
    const fields = { category: 'Music', amount: 5, currency: 'EUR', period: 'monthly', lastPaymentDate };
    for (let first = 0; first < 400; first += batchSize) {
      const names = Array.from({ length: batchSize }, (_, place) => `Service ${first + place}`);
      const operations = names.map((name) => ({ action: 'create', subscription: { ...fields, name } }));
      await home.ask('POST', '/subscriptions/batch', { operations });
    }
    const context = await newContext([home.origin]);
    const overview = await context.newPage();
    await signInBy(home.link, overview);
    // It may ask for subscriptions late, too.
    await overview.close();
    const page = await context.newPage();
    await page.addInitScript(countFirstRows);
    const offsets: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/v1/subscriptions') offsets.push(searchParams.get('offset') ?? '');
    });
    await page.goto(`${home.origin}/subscriptions`);
    await page.getByRole('row', { name: /Service 399 / }).waitFor({ timeout: patienceMs });
    await page.getByText(/^Preparing/).waitFor({ state: 'hidden', timeout: patienceMs });
    expect(await page.getByRole('row').count()).toBe(1 + 400);
    expect(await page.evaluate('rowsAtFirst')).toBe(40);
    expect(offsets).toEqual(['0', '100', '200', '300']);

    const hold = Promise.withResolvers<undefined>();
    let batches = 0;
    await page.route('**/subscriptions/batch', async (route) => {
      batches += 1;
      if (batches === 2) await hold.promise;
      await route.continue();
    });
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('progressbar', { name: '100 of 400' }).waitFor({ timeout: patienceMs });
    hold.resolve(undefined);
    await page.getByText('400 subscriptions are paused').waitFor({ timeout: patienceMs });
    expect(batches).toBe(4);
  });
});

/** Notes how many rows the table has when it first has any, before the browser can paint. */
const countFirstRows = `
  new MutationObserver((_, observer) => {
    const rows = document.querySelectorAll('tbody tr').length;
    if (rows === 0) return;
    globalThis.rowsAtFirst = rows;
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true });
`;
