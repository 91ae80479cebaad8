import { describe, test } from 'bun:test';
import { canBrowse, faultsOfAbsence, useBrowser } from './support/visits.ts';
import { heading, signInBy, startHome } from './support/home.ts';

describe.if(canBrowse)('a server that restarts under an open page', () => {
  const { newPage, expectFaults } = useBrowser();

  test('is said to be away, the last data stay, and the page goes on by itself when it is back', async () => {
    const home = await startHome();
    await home.add({ name: 'Netflix' });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.getByRole('link', { name: 'Netflix' }).waitFor();
    expectFaults(...faultsOfAbsence);
    await home.stop();
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await page.getByText('The server does not answer. What you see may be old.').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'Netflix' }).waitFor();
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await home.startAgain();
    await page.getByText('The server does not answer. What you see may be old.').waitFor({ state: 'hidden' });
    await heading(page, 'Subscriptions').waitFor();
  });

  test('keeps the page when the texts of a language do not load, and shows them when it is back', async () => {
    const home = await startHome();
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await heading(page, 'Settings').waitFor();
    await page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem').waitFor();
    expectFaults(/ERR_CONNECTION_REFUSED/, /ERR_CONNECTION_RESET/);
    await home.stop();
    await page.getByRole('radio', { name: 'Deutsch' }).check();
    await page.getByText('The server does not answer. What you see may be old.').waitFor();
    await home.startAgain();
    await heading(page, 'Einstellungen').waitFor();
  });

  test('lets a page that was opened meanwhile show its data when it is back', async () => {
    const home = await startHome();
    await home.add({ name: 'Netflix' });
    const page = await newPage(home.origin);
    await signInBy(home.link, page);
    expectFaults(/ERR_FAILED/);
    // The page itself comes from a proxy that kept it.
    const requests = /\/(api\/v1\/.*|livez)$/;
    await page.route(requests, (route) => route.abort());
    await page.goto(`${home.origin}/subscriptions`);
    await page.getByText('The server does not answer. What you see may be old.').waitFor();
    await page.unroute(requests);
    await page.getByRole('link', { name: 'Netflix' }).waitFor();
  });
});
