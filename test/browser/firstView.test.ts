import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { firstRequestsOf } from '../../src/web/api/firstRequests.ts';
import { addHousehold, heading, type Home, signInBy, startHome, today } from './support/home.ts';
import { canBrowse, type Look, useBrowser, waitUntil } from './support/visits.ts';

const mainScript = /\/assets\/index-[^/]+\.js$/;

/** The most requests until the overview has its first data: with the page, its scripts, its texts, its style and its icon. */
const mostAtFirst = 9;

/** The most until what is due is shown, with the headers of the answers. */
const budget = { requests: 10, bytes: 62 * 1024 } as const;

/** The views, with their titles and their own code. */
const views = [
  ['', 'Overview', undefined],
  ['overview', 'Overview', undefined],
  ['subscriptions', 'Subscriptions', /Subscriptions-/],
  ['calendar', 'Calendar', /Calendar-/],
  ['insights', 'Insights', /Insights-/],
  ['set-aside', 'Set aside', /SetAside-/],
  ['reminders', 'Reminders', /Reminders-/],
  ['activity', 'Activity', /Activity-/],
  ['import', 'Import and export', /Import-/],
  ['settings', 'Settings', /Settings-/],
  ['help', 'Help', /Help-/],
] as const;

/** Keeps the early answers, from which the page takes those that it uses, also after it has dropped the others. */
const keepEarlyAnswers = `{
  let shown;
  Object.defineProperty(globalThis, 'duebookEarlyAnswers', {
    get: () => shown,
    set: (answers) => {
      shown = answers;
      if (answers !== undefined) globalThis.keptEarlyAnswers = answers;
    },
  });
}`;

describe.if(canBrowse)('the first view', () => {
  const { newContext } = useBrowser();

  test('asks for the session, its data and its code while the main script still loads, for each once, and uses every answer', async () => {
    const home = await startHome(['--base-path', '/duebook']);
    const { id } = await home.add({ name: 'Netflix' });
    await home.ask('PATCH', `/subscriptions/${id}/details`, { cancelBefore: today().add({ days: 9 }).toString() });
    const context = await newContext([new URL(home.origin).origin]);
    const before = await context.newPage();
    await signInBy(home.link, before);
    await before.getByRole('region', { name: 'Deadlines' }).waitFor();
    await before.close();
    for (const [view, title, code] of views) {
      const page = await context.newPage();
      await page.addInitScript(keepEarlyAnswers);
      const asked = recordPaths(page);
      const expected = firstRequestsOf(view).map((path) => `/duebook/${path}`);
      // Nothing of the main script runs before all this was asked for.
      const isAsked = () =>
        expected.every((path) => asked.includes(path)) && (!code || asked.some((one) => code.test(one)));
      const release = Promise.withResolvers<undefined>();
      page.on('request', () => isAsked() && release.resolve(undefined));
      await page.route(mainScript, async (route) => {
        if (!isAsked()) await release.promise;
        await route.continue();
      });
      // It is asked for when the browser has time: on a busy machine that is later than a pause in its requests.
      const later = page.waitForRequest(/\/revision$/);
      await page.goto(`${home.origin}/${view}`);
      await heading(page, title).waitFor();
      await later;
      await page.waitForLoadState('networkidle');
      for (const path of expected) expect([view, asked.filter((one) => one === path)]).toEqual([view, [path]]);
      expect([view, await page.evaluate('Array.from(keptEarlyAnswers.keys())')]).toEqual([view, []]);
      // What the first view can do without is asked for from then on.
      if (title === 'Overview') expect(asked.slice(0, mostAtFirst + 1)).toContain('/duebook/api/v1/revision');
      await page.close();
    }
    // Ten views, one after the other.
  }, 180_000);

  test.each(['en-GB', 'de-DE'])(
    'shows in %s what is due of 32 subscriptions with at most 10 requests and 62 KB',
    async (locale) => {
      const { home, context } = await signedIn({ locale }, addHousehold);
      // The total of all currencies has code, texts and an answer of its own, beside what is due.
      await home.ask('DELETE', '/rates');
      const page = await context.newPage();
      const network = await context.newCDPSession(page);
      const sizes: number[] = [];
      network.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength));
      await network.send('Network.enable');
      await network.send('Network.setCacheDisabled', { cacheDisabled: true });
      // What loads after the first view waits until it has been counted.
      await page.addInitScript('globalThis.requestIdleCallback = () => undefined');
      await page.goto(home.origin);
      await page
        .getByRole('button', { name: /^(Paid|Bezahlt): / })
        .first()
        .waitFor();
      await page.waitForLoadState('networkidle');
      const bytes = sizes.reduce((sum, one) => sum + one, 0);
      expect(sizes.length).toBeLessThanOrEqual(budget.requests);
      expect(bytes).toBeWithin(50_000, budget.bytes + 1);
    },
  );

  test('shows a mark and a frame before the styles and the scripts are there', async () => {
    const { home, context } = await signedIn();
    const page = await context.newPage();
    const held = Promise.withResolvers<undefined>();
    await page.route(/\.(js|css)$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(home.origin, { waitUntil: 'commit' });
    await page.locator('#app > svg').waitFor();
    await waitUntil(page, "performance.getEntriesByName('first-contentful-paint').length > 0");
    held.resolve(undefined);
    await heading(page, 'Overview').waitFor();
    expect(await page.locator('#app > svg').count()).toBe(0);
  });

  async function signedIn(look: Look = {}, linkOf = ({ link }: Home) => Promise.resolve(link)) {
    const home = await startHome();
    const context = await newContext([home.origin], look);
    const page = await context.newPage();
    await signInBy(await linkOf(home), page);
    await page.close();
    return { home, context };
  }
});

/** The paths of the requests of a page, with their queries, in their order. */
function recordPaths(page: Page): readonly string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    paths.push(pathname + search);
  });
  return paths;
}
